import { type Json, sameJson } from '#contract/json.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { type BoundMutation, bind } from '#contract/resources/bind.ts';
import type { CacheRow, ConfirmedWrite } from './stores.ts';

/*
 * The rules by which the base of an entry comes about and changes, by field. Where a rule depends on the mutation, its part is in
 * `contract/resources/` (`MutationDefinition`).
 *
 * | event | new base | rule |
 * |---|---|---|
 * | a save is added | the value from which the edit began; our own confirmed value where the server still has that | `baseOnEnqueue` |
 * | the same, by a click on what the screen shows | the cached value | `baseOnEnqueue` (`rebaseOnEnqueue`) |
 * | a later save is merged in | that of the earlier one, which stays; it is refused where the later one has not seen a joined value | `merge`, `isUnseen` |
 * | a server's id becomes known | the same values with the server's ids | `withServerIds` |
 * | the first attempt of a create | with all records that are cached by now | `baseOnFirstClaim` |
 * | the search before an attempt of a create | with all look-alikes that were found | `baseAfterSearch`, stored by `putBase` |
 * | the record is created | for entries behind: what it was created with | `baseBehind` |
 * | an entry is confirmed | for entries behind: what the server has now, or our own value where they have not seen what was joined with it | `baseBehindConfirmed` |
 * | an entry is dropped | for entries behind: the base of the dropped one, where they began from its value | `baseBehindDropped` |
 * | a person, or a save of somebody else's value, decides a conflict | somebody else's value | `resolve`, `baseOnDecided` |
 * | both changes of a conflict are joined | somebody else's value | `joined` |
 * | a flag is taken from an unsent entry | without that flag | `withoutGiven` |
 */

type Values = Readonly<Record<string, Json>>;

/** The base of a save that is added: its values of our own confirmed saves, or all cached values where the mutation rebases. */
export function baseOnEnqueue({ data, ours }: CacheRow, bound: BoundMutation, base: Values): Values {
  const stored = data === null ? null : bound.stored(data);
  if (!bound.rebaseOnEnqueue) return baseOnConfirmed(ours ?? {}, stored, base);
  return stored === null ? base : baseBehind(base, stored);
}

/**
 * Replaces the base of an edit by the values of our own confirmed saves that the server still has: a form that was open before such a save
 * must not conflict with it. Somebody else's later values remain a conflict. `stored` null: the data was evicted, and had our values.
 */
function baseOnConfirmed(known: Readonly<Record<string, ConfirmedWrite>>, stored: Values | null, base: Values): Values {
  return Object.fromEntries(
    Object.entries(base).map(([key, value]) => {
      const own = known[key];
      if (own === undefined || (stored !== null && !sameJson(stored[key] ?? null, own.value))) return [key, value];
      // An edit that has not seen what was joined with ours began at our own value.
      return [key, own.own === undefined || hasSeen(own, value) ? own.value : own.own];
    }),
  );
}

/** Whether an edit that began at a value has seen somebody else's change that was joined with our own. */
export function hasSeen({ value, over }: ConfirmedWrite, began: Json): boolean {
  return [value, ...over].some((seen) => sameJson(seen, began));
}

/** The base at a claim. Before the first attempt, a record that is cached by then can't be the one that is about to be created. */
export function baseOnFirstClaim({ attempts, base }: OutboxEntry, bound: BoundMutation, cached: CacheRow | undefined): Values {
  return cached && attempts === 0 ? bound.baseAtFirst(cached.data) : base;
}

/** A base with the values that the record has now, as far as those are known. */
export function baseBehind(base: Values, values: Values): Values {
  return Object.fromEntries(Object.entries(base).map(([key, value]) => [key, values[key] === undefined ? value : values[key]]));
}

/** The base of an entry behind a confirmed one. `confirmed`: the server's values of the fields that that one changes. */
export function baseBehindConfirmed(sent: OutboxEntry, behind: OutboxEntry, confirmed: Values): Values {
  const own = Object.entries(sent.joined ?? {}).filter(([field]) => isUnseen(sent, behind, field));
  return baseBehind(behind.base, { ...confirmed, ...Object.fromEntries(own) });
}

/** The base of an entry behind a dropped one: an undo begins from the value of an edit that may still be pending. */
export function baseBehindDropped(dropped: OutboxEntry, base: Values): Values {
  const bound = bind(dropped);
  if (!bound || bound.rebaseOnEnqueue) return base;
  const { values } = bound;
  const isOfDropped = (field: string, value: Json) => field in values && sameJson(values[field] ?? null, value);
  return Object.fromEntries(
    Object.entries(base).map(([field, value]) => [field, isOfDropped(field, value) ? (dropped.base[field] ?? null) : value]),
  );
}

/** The base of a save that has decided these fields of a conflict: somebody else's values, which the person has seen. */
export function baseOnDecided(base: Values, theirs: Values, fields: readonly string[]): Values {
  return { ...base, ...Object.fromEntries(fields.map((field) => [field, theirs[field] ?? null])) };
}

/**
 * Whether a change of a field began neither where `earlier` did nor at its value, which has somebody else's change too: its author has not
 * seen that one, so it must neither replace the joined value nor take it as its base. A form shows the joined value as the server's where
 * `earlier` was applied and its answer was lost.
 */
export function isUnseen(
  earlier: Parameters<typeof bind>[0] & Pick<OutboxEntry, 'joined'>,
  later: Pick<OutboxEntry, 'base'>,
  field: string,
): boolean {
  const began = later.base[field];
  if (began === undefined || earlier.joined?.[field] === undefined || sameJson(began, earlier.base[field] ?? null)) return false;
  const bound = bind(earlier);
  return !bound?.isSame(field, began, bound.values[field] ?? null);
}
