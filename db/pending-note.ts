import * as v from 'valibot';

/*
 * How many changes of a user wait in the store, and of what, kept outside it: a browser that runs out of space removes the store without a word.
 * Names only, no values. The note belongs to one store, by its id, so it is a loss only where there is another store now. Each change leaves the
 * note before it leaves the store, and enters it after, so a crash in between claims nothing.
 */

/** A stored name: it must not change. */
const notePlace = 'frontage.waiting.';
/** An outbox may hold ten thousand. */
export const mostNamed = 20;

const namedSchema = v.object({ opId: v.string(), name: v.string() });
const lossSchema = v.object({ count: v.pipe(v.number(), v.integer(), v.minValue(1)), names: v.array(v.string()) });
const noteSchema = v.object({
  store: v.string(),
  count: v.pipe(v.number(), v.integer(), v.minValue(0)),
  first: v.array(namedSchema),
  lost: v.optional(lossSchema),
});

/** What waits in one store. `first`: the first of them, in outbox order. */
export type Waiting = Omit<v.InferOutput<typeof noteSchema>, 'lost'>;
/** Changes that were removed with a store, until a person has dismissed the message. */
export type Loss = v.InferOutput<typeof lossSchema>;

export interface PendingNotes {
  /** Writes what waits now. Returns what was lost where the note was about another store. */
  write(userId: string, waiting: Waiting): Loss | null;
  /** Whether there is a note, and about this store. */
  isOf(userId: string, store: string): boolean;
  /** A change is about to leave the store. `opId` empty: it has none. */
  lower(userId: string, opId: string): void;
  /** All changes are about to leave the store, because their user leaves: no name of what was lost before remains either. */
  clear(userId: string): void;
  /** The same object until it changes. */
  loss(userId: string): Loss | null;
  dismiss(userId: string): void;
  /** Whether the store on this device has had anything of the user. */
  has(userId: string): boolean;
  /** Calls back after each change of a loss, by this tab or another. */
  watch(callback: () => void): () => void;
}

/** What the notes are read from: reading it may throw where the browser forbids it. */
type NotePlace = () => Pick<Storage, 'getItem'> | null;

function readNote(storage: NotePlace, userId: string): v.InferOutput<typeof noteSchema> | null {
  try {
    const parsed = v.safeParse(noteSchema, JSON.parse(storage()?.getItem(notePlace + userId) ?? 'null'));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

/** The id of the store that the note of a user is about; null where nothing is noted. */
export const notedStore = (storage: NotePlace, userId: string): string | null => readNote(storage, userId)?.store ?? null;

/** `storage` may throw where the browser forbids it: nothing is noted then, and nothing is ever reported as lost. */
export function createPendingNotes(storage: () => Storage): PendingNotes {
  let latest: { readonly text: string; readonly loss: Loss | null } = { text: '', loss: null };
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };

  const read = (userId: string) => readNote(storage, userId);

  function put(userId: string, note: v.InferOutput<typeof noteSchema>): void {
    try {
      storage().setItem(notePlace + userId, JSON.stringify(note));
    } catch {
      // Full: an old note could claim a loss of what is sent by then.
      remove(userId);
    }
  }

  function remove(userId: string): void {
    try {
      storage().removeItem(notePlace + userId);
    } catch {
      // Forbidden: there is no note.
    }
  }

  return {
    write(userId, { store, count, first }) {
      const before = read(userId);
      const isLost = before !== null && before.store !== store && before.count > 0;
      const found = isLost ? { count: before.count, names: before.first.map(({ name }) => name) } : null;
      const lost =
        found && before?.lost ? { count: found.count + before.lost.count, names: [...before.lost.names, ...found.names] } : found;
      const kept = lost ?? before?.lost;
      put(userId, { store, count, first: first.slice(0, mostNamed), ...(kept ? { lost: kept } : {}) });
      if (found) changed();
      return found;
    },
    isOf: (userId, store) => read(userId)?.store === store,
    lower(userId, opId) {
      const before = read(userId);
      if (!before || before.count === 0) return;
      // The note may be about a store that was removed, of which it was no part. Where the note does not name all of its changes, it may be one.
      const isNoted = before.first.some((each) => each.opId === opId) || before.count > before.first.length;
      if (!isNoted) return;
      put(userId, { ...before, count: before.count - 1, first: before.first.filter((each) => each.opId !== opId) });
    },
    clear(userId) {
      if (read(userId) === null) return;
      remove(userId);
      changed();
    },
    loss(userId) {
      const found = read(userId)?.lost ?? null;
      const text = JSON.stringify(found);
      if (text !== latest.text) latest = { text, loss: found };
      return latest.loss;
    },
    dismiss(userId) {
      const before = read(userId);
      if (!before) return;
      const { lost, ...rest } = before;
      put(userId, rest);
      changed();
    },
    has: (userId) => read(userId) !== null,
    watch(callback) {
      listeners.add(callback);
      const byOther = ({ key }: StorageEvent) => (key === null || key.startsWith(notePlace)) && callback();
      globalThis.addEventListener?.('storage', byOther);
      return () => {
        listeners.delete(callback);
        globalThis.removeEventListener?.('storage', byOther);
      };
    },
  };
}
