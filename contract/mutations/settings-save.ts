import * as v from 'valibot';
import { type Category, categories, type Setting, type SettingWrite, settingWriteSchema, type WireValue } from '../entities/setting.ts';
import { type Json, sameJson } from '../json.ts';
import { settingOf } from '../settings/index.ts';
import { isLocalId } from './local-id.ts';

/** Body of `settings.save`: settings of one category, in their wire form. A screen with two categories makes two commands. */
export const settingsSaveBodySchema = v.object({
  category: v.picklist(categories),
  settings: v.pipe(v.array(settingWriteSchema), v.nonEmpty()),
});
export type SettingsSaveBody = v.InferOutput<typeof settingsSaveBodySchema>;

/** FIFO is kept per target: one category of one website. */
export function settingsTarget(websiteId: string, category: Category): { readonly entity: 'settings'; readonly id: string } {
  return { entity: 'settings', id: `${websiteId}/${category}` };
}

/** True where a write must never rest on the device. */
export function carriesSecret(settings: readonly SettingWrite[]): boolean {
  return settings.some((setting) => settingOf(setting.key)?.field.secret === true);
}

export interface FieldConflict {
  readonly key: string;
  readonly base: Json;
  readonly mine: Json;
  readonly theirs: Json;
}

export type Comparison =
  /** Every touched field already holds our value: there is nothing to send. */
  { readonly kind: 'done' } | { readonly kind: 'send' } | { readonly kind: 'conflict'; readonly fields: readonly FieldConflict[] };

/** By field, values that earlier changes of ours may have put there. */
export type MaybeOurs = Readonly<Record<string, readonly Json[]>>;

/** What the server may hold of ours without our knowing. */
export interface UnconfirmedWrites {
  readonly maybeOurs: MaybeOurs;
  /** The same by change, each with all that it may have put. */
  readonly maybeApplied: readonly Readonly<Record<string, Json>>[];
  /** An attempt of this change itself ended without our knowing what came of it. */
  readonly mayHaveBeenApplied: boolean;
}

/**
 * Three-way comparison of a waiting save, field by field: theirs = base, or a value of ours, send; theirs = mine, done; all
 * three differ, ask. `base` holds wire values by key; a key the server does not have reads as null.
 */
export function compareSettings(
  body: SettingsSaveBody,
  base: Readonly<Record<string, Json>>,
  theirs: readonly Setting[],
  unconfirmed: Partial<UnconfirmedWrites> = {},
): Comparison {
  const stored = new Map<string, Json>(theirs.map((setting) => [setting.key, setting.value]));
  const fields = body.settings.map(
    (mine): FieldConflict => ({ key: mine.key, base: base[mine.key] ?? null, mine: mine.value, theirs: stored.get(mine.key) ?? null }),
  );
  return compareFields(fields, unconfirmed, (_, a, b) => sameJson(a, b));
}

/**
 * The same of any fields that one call writes together. Where a change of ours may have been applied and a field holds its value, which
 * it did not begin from, it was: another field of that change that shows its base again was put back by somebody since, and is asked
 * about. (An emptied field tells nothing: others empty fields too.)
 */
export function compareFields(
  fields: readonly FieldConflict[],
  { maybeOurs = {}, maybeApplied = [], mayHaveBeenApplied = false }: Partial<UnconfirmedWrites>,
  same: (key: string, a: Json, b: Json) => boolean,
): Comparison {
  const isOpen = ({ key, mine, theirs }: FieldConflict) => !same(key, theirs, mine);
  const isOurs = (key: string, value: Json) => maybeOurs[key]?.some((own) => same(key, value, own)) ?? false;
  const open = fields.filter(isOpen);
  if (open.length === 0) return { kind: 'done' };
  const own = Object.fromEntries(fields.map(({ key, mine }) => [key, mine]));
  const possibleWrites = mayHaveBeenApplied ? [...maybeApplied, own] : maybeApplied;
  const holds = (values: Readonly<Record<string, Json>>, key: string, value: Json) => {
    const put = values[key];
    return put !== undefined && same(key, put, value);
  };
  /** Whether a field shows that what put it there has put something else than the base into another one too. */
  const provesWriteTo = (field: FieldConflict, shown: FieldConflict) => {
    if (shown.theirs === null || same(shown.key, shown.base, shown.theirs)) return false;
    const writes = possibleWrites.filter((values) => holds(values, shown.key, shown.theirs));
    // An earlier version did not write down what else it had put.
    const isKnown = !isOurs(shown.key, shown.theirs) || maybeApplied.some((values) => holds(values, shown.key, shown.theirs));
    return isKnown && writes.length > 0 && writes.every((values) => field.key in values && !holds(values, field.key, field.base));
  };
  const isWritten = (field: FieldConflict) => fields.some((shown) => shown !== field && provesWriteTo(field, shown));
  const conflicts = open.filter(
    (field) => (isWritten(field) || !same(field.key, field.theirs, field.base)) && !isOurs(field.key, field.theirs),
  );
  return conflicts.length === 0 ? { kind: 'send' } : { kind: 'conflict', fields: conflicts };
}

/** Lays a save over stored settings, in order; keys that are new come last. */
export function overlaySettings(stored: readonly Setting[], writes: readonly SettingWrite[]): readonly Setting[] {
  const byKey = new Map(stored.map((setting) => [setting.key, setting]));
  for (const write of writes) {
    byKey.set(write.key, { ...byKey.get(write.key), key: write.key, value: write.value, category: write.category, type: write.type });
  }
  return [...byKey.values()];
}

/** Where a save names files that are not on the server yet: their ids on this device, by the setting's key, and its place where there are several. */
export function localFilesOf(settings: readonly SettingWrite[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    settings
      .filter(({ key }) => holdsFile(key))
      .flatMap(({ key, value }) =>
        (value ?? []).flatMap((id, at) => (isLocalId(id) ? [[at === 0 ? key : `${key}/${at}`, id] as const] : [])),
      ),
  );
}

/** Puts the server's ids of files (`aliases`, by the id on this device) into a setting's value. */
export function withServerId(key: string, value: WireValue, aliases: ReadonlyMap<string, string>): WireValue {
  if (!holdsFile(key)) return value;
  return value?.map((id) => (typeof id === 'string' ? (aliases.get(id) ?? id) : id)) ?? null;
}

function holdsFile(key: string): boolean {
  const kind = settingOf(key)?.field.kind;
  return kind === 'image' || kind === 'images' || kind === 'file';
}
