import { jsonSchema, sameJson, toJson } from '#contract/json.ts';
import * as v from 'valibot';
import { newId } from './new-id.ts';
import { notedStore } from './pending-note.ts';
import { withoutSecretKeys } from './secrets.ts';
import type { ClientDatabase } from './stores.ts';
import type { SavedDraft } from './without-saved.ts';

/*
 * A page that goes may take a transaction of the store with it: what is written to IndexedDB in its last moments, or right before them, is
 * often gone. Web Storage is written at once. So a save, and the draft of a page that goes, are stashed there while the store writes them, and
 * leave with its answer. What is found there at the next start is adopted by the store, once.
 */

const valuesSchema = v.record(v.string(), jsonSchema);
const ownerFields = { id: v.string(), userId: v.string(), tab: v.string(), at: v.number() };
const draftSchema = v.object({
  ...ownerFields,
  kind: v.literal('draft'),
  websiteId: v.string(),
  screen: v.string(),
  values: valuesSchema,
  base: valuesSchema,
  replaces: v.optional(v.number()),
  /** As that of a save, in the same line. */
  order: v.optional(v.number()),
});
const savedDraftSchema = v.object({
  websiteId: v.string(),
  screens: v.array(v.string()),
  values: valuesSchema,
  base: valuesSchema,
  replaces: v.optional(v.number()),
  at: v.number(),
});
const saveSchema = v.object({
  ...ownerFields,
  kind: v.literal('save'),
  /** The store that it was handed to, where one is known: another one does not know whether it was sent. */
  store: v.optional(v.nullable(v.string()), null),
  /** Read by `db/adopted-save.ts`, with the code of every mutation. */
  saves: jsonSchema,
  draft: v.nullable(savedDraftSchema),
  /** Its place among the saves of all tabs, in the order of their clicks. Absent in records of earlier versions. */
  order: v.optional(v.number()),
});
const stashedSchema = v.variant('kind', [draftSchema, saveSchema]);

/** The unsaved values of a form whose page was going, by their key in `Drafts`. None: the draft was removed. */
export type StashedDraft = v.InferOutput<typeof draftSchema>;
/** A save that was handed to the store, and of which this tab has not learnt that it is in the outbox. */
export type StashedSave = v.InferOutput<typeof saveSchema>;

/** What a save that is being written takes out of the drafts of its form. `id`: of its mark. */
export interface SavingDraft {
  readonly id: string;
  readonly values: SavedDraft['values'];
}

type DraftPlace = Pick<StashedDraft, 'userId' | 'websiteId' | 'screen'>;

/** The part of Web Storage that is used. Any of it may throw. */
export type StashArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export interface Stash {
  /** Stashes a save that is being written, where there is room for it. */
  addSave(save: Pick<StashedSave, 'userId'> & { readonly saves: readonly unknown[]; readonly draft: SavedDraft | null }): StashedSave;
  /** Stashes a draft that is being written, in place of an earlier one. `end` takes it away again. */
  addDraft(draft: Omit<StashedDraft, 'id' | 'kind' | 'tab' | 'at' | 'order'>): { readonly order: number; end(): void };
  /**
   * Takes a record away. `isWritten` false: the store has refused it. While the page goes that says nothing, since its transactions end too, and
   * the record stays until the page is seen again.
   */
  end(id: string, isWritten: boolean): void;
  /** Values without those of saves that are stashed for the same form: no stashed draft needs them. */
  withoutStashed<Value>(place: DraftPlace, values: Readonly<Record<string, Value>>): Readonly<Record<string, Value>>;
  /** The saves of a form that are being written. Where the store has refused one, or not answered yet, a draft needs its values. */
  saving(place: DraftPlace): readonly SavingDraft[];
  /** What earlier pages have left, in the order in which it is to be adopted. `living`: the tabs that are open. */
  left(living: readonly string[]): readonly (StashedDraft | StashedSave)[];
  has(id: string): boolean;
  /** Removes all of a user. */
  forget(userId: string): void;
  /** Whether the page is going, or was only put aside and is there again. */
  setLeaving(isLeaving: boolean): void;
}

const prefix = 'frontage.stash.';
/** Where the `order` of what was drafted or saved last is. */
const orderKey = 'frontage.lastSave';
/** A longer record would hold up the page, and take the room of others: browsers give an origin some 5 million characters. */
const mostCharacters = 1_000_000;

/**
 * Where a browser can't list its tabs, a record of a closed one is never adopted: they must not fill Web Storage. By number, since a clock that
 * jumps must not delete anything.
 */
const mostLeft = 100;

/** `area`: reading the property itself may throw. `tab`: the name of this tab. `now` in ms since the epoch. */
export function createStash(area: () => StashArea | null, tab: string, now: () => number): Stash {
  /** What this page has stashed, by id. */
  const own = new Map<string, StashedDraft | StashedSave>();
  /** Saves that are being written, and are not stashed, by id. */
  const withoutRoom = new Map<string, StashedSave>();
  const refused = new Set<string>();
  let isLeaving = false;

  function write(record: StashedDraft | StashedSave): boolean {
    try {
      const text = JSON.stringify(record);
      if (text.length > mostCharacters) return false;
      area()?.setItem(`${prefix}${record.id}`, text);
      own.set(record.id, record);
      return area() !== null;
    } catch {
      // Full, or blocked: the store alone writes it.
      return false;
    }
  }

  /** The time, in ms since the epoch, unless what came last has that place or, because a clock was set back, a later one. */
  function nextOrder(): number {
    try {
      const order = Math.max(now(), Number(area()?.getItem(orderKey) ?? 0) + 1 || 0);
      area()?.setItem(orderKey, `${order}`);
      return order;
    } catch {
      return now();
    }
  }

  function remove(id: string): void {
    own.delete(id);
    withoutRoom.delete(id);
    refused.delete(id);
    try {
      area()?.removeItem(`${prefix}${id}`);
    } catch {
      // Whoever finds it sees the mark that the store has left.
    }
  }

  function all(): readonly (StashedDraft | StashedSave)[] {
    try {
      const storage = area();
      const keys = Array.from({ length: storage?.length ?? 0 }, (_, at) => storage?.key(at) ?? '').filter((key) => key.startsWith(prefix));
      return keys.flatMap((key) => read(storage?.getItem(key) ?? '') ?? []);
    } catch {
      return [];
    }
  }

  const isAt = (place: DraftPlace) => (record: StashedDraft | StashedSave) =>
    record.kind === 'draft' && record.userId === place.userId && record.websiteId === place.websiteId && record.screen === place.screen;

  return {
    addSave({ userId, saves, draft }) {
      const taken = draft && {
        ...{ ...draft, screens: [...draft.screens] },
        ...{ values: withoutSecretKeys(draft.values), base: withoutSecretKeys(draft.base) },
      };
      const common = { id: newId(), userId, tab, at: now(), order: nextOrder() };
      const record: StashedSave = { ...common, kind: 'save', store: notedStore(area, userId), saves: toJson(saves), draft: taken };
      if (!write(record)) withoutRoom.set(record.id, record);
      return record;
    },
    addDraft(draft) {
      const { values, base } = draft;
      for (const [id] of [...own].filter(([, record]) => isAt(draft)(record))) remove(id);
      const stripped = { values: withoutSecretKeys(values), base: withoutSecretKeys(base) };
      const order = nextOrder();
      const record: StashedDraft = { ...draft, ...stripped, kind: 'draft', id: newId(), tab, at: now(), order };
      write(record);
      return { order, end: () => remove(record.id) };
    },
    end(id, isWritten) {
      if (isWritten || !isLeaving || withoutRoom.has(id)) remove(id);
      else refused.add(id);
    },
    withoutStashed: (place, values) => withoutSaving(savesOf(own.values(), place), values),
    saving: (place) => savesOf([...own.values(), ...withoutRoom.values()], place),
    left(living) {
      // Where a browser can't list its tabs, only what this one has left before a reload is surely nobody's.
      const isLeft = (record: StashedDraft | StashedSave) =>
        !own.has(record.id) && (record.tab === tab || (living.includes(tab) && !living.includes(record.tab)));
      const records = all().toSorted((a, b) => placeOf(a) - placeOf(b) || (a.kind < b.kind ? -1 : 1));
      const old = records.slice(0, -mostLeft).filter(({ id }) => !own.has(id));
      for (const { id } of old) remove(id);
      return records.filter((record) => isLeft(record) && !old.includes(record));
    },
    has: (id) => all().some((record) => record.id === id),
    forget(userId) {
      for (const record of all()) if (record.userId === userId) remove(record.id);
    },
    setLeaving(next) {
      isLeaving = next;
      if (!isLeaving) for (const id of refused) remove(id);
    },
  };
}

/** A record of an earlier version has only its time. */
const placeOf = ({ order, at }: Pick<StashedDraft, 'order' | 'at'>): number => order ?? at;

function savesOf(records: Iterable<StashedDraft | StashedSave>, { userId, websiteId, screen }: DraftPlace): readonly SavingDraft[] {
  return [...records].flatMap((record) => {
    const draft = record.kind === 'save' && record.userId === userId ? record.draft : null;
    return draft?.websiteId === websiteId && draft.screens.includes(screen) ? { id: record.id, values: draft.values } : [];
  });
}

/** Values without those of these saves. */
export function withoutSaving<Value>(
  saves: readonly SavingDraft[],
  values: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> {
  const isSaved = ([key, value]: [string, unknown]) =>
    saves.some((saved) => key in saved.values && sameJson(saved.values[key], toJson(value)));
  return saves.length === 0 ? values : Object.fromEntries(Object.entries(values).filter((entry) => !isSaved(entry)));
}

/** Whether an earlier page may have left something of a user: asked before this tab has its name. */
export function hasStashed(area: () => StashArea | null, userId: string): boolean {
  try {
    const storage = area();
    const isOwn = (text: string) => text.includes(`"userId":${JSON.stringify(userId)}`);
    return Object.keys(storage ?? {}).some((key) => key.startsWith(prefix) && isOwn(storage?.getItem(key) ?? ''));
  } catch {
    return false;
  }
}

function read(text: string): StashedDraft | StashedSave | null {
  try {
    const parsed = v.safeParse(stashedSchema, JSON.parse(text));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

const markPrefix = 'stash/';

/** Whether a stashed record is in the store. Inside a transaction. */
export async function hasMark(db: ClientDatabase, id: string): Promise<boolean> {
  return (await db.meta.get(`${markPrefix}${id}`)) !== undefined;
}

/** Marks a stashed record as stored, in the transaction that stores it: a page that ends before it has taken the record away leaves it. */
export async function putMark(db: ClientDatabase, id: string): Promise<void> {
  await db.meta.put(markRow(id));
}

export const markRow = (id: string) => ({ key: `${markPrefix}${id}`, value: true }) as const;

/** Removes the marks of records that are gone from Web Storage. Inside a transaction. */
export async function forgetStashMarks(db: ClientDatabase, isStashed: (id: string) => boolean): Promise<void> {
  const keys = await db.meta.where('key').between(markPrefix, `${markPrefix}\uffff`).primaryKeys();
  await db.meta.bulkDelete(keys.filter((key) => !isStashed(key.slice(markPrefix.length))));
}
