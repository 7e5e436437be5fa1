import { complete, type LogEntry } from '#machines/toasts/toasts.operations.ts';
import type { toastsMachine } from '#machines/toasts/toasts.machine.ts';
import * as v from 'valibot';
import type { ActorRefFrom } from 'xstate';

/** A stored name: it must not change, since open tabs have their messages under it. */
const storageKey = 'frontage-told';
const messageSchema = v.object({ userId: v.nullable(v.string()), at: v.number(), title: v.string(), content: v.string() });
type Message = v.InferOutput<typeof messageSchema>;
const storedSchema = v.array(messageSchema);
const maxStored = 100;

/**
 * The notifications of a user in this tab from before its page was reloaded, oldest first. Another user may have signed in since.
 * `startedAt`: of the page, ms since the epoch.
 */
export function earlierMessages(userId: string, startedAt = performance.timeOrigin): readonly LogEntry[] {
  return read()
    .filter((message) => message.userId === userId && message.at < startedAt)
    .map(({ at, title, content }, number) => ({ at, toast: complete({ title, content, id: `before-${number}`, type: 'info' }, 0) }));
}

/**
 * Stores notifications for the time after a reload of this tab, until the log is cleared. `currentUserId`: null where nobody is
 * signed in. The returned function stops it.
 */
export function storeMessages(toasts: ActorRefFrom<typeof toastsMachine>, currentUserId: () => string | null): () => void {
  let before = read();
  const users = new WeakMap<LogEntry, string | null>();
  let last: readonly LogEntry[] = [];
  const recipientOf = (entry: LogEntry): string | null => {
    if (!users.has(entry)) users.set(entry, currentUserId());
    return users.get(entry) ?? null;
  };
  const follow = ({ log }: { readonly log: readonly LogEntry[] }): void => {
    if (log === last) return;
    last = log;
    if (log.length === 0) before = [];
    // Removes messages of a user who never signed out in this tab, so that the next user can't read them.
    const user = currentUserId();
    if (user !== null) before = before.filter((message) => message.userId === user);
    const now = log.map(
      (entry): Message => ({ userId: recipientOf(entry), at: entry.at, title: entry.toast.title, content: entry.toast.content }),
    );
    const messages = [...before, ...now].slice(-maxStored);
    try {
      if (messages.length === 0) storage()?.removeItem(storageKey);
      else storage()?.setItem(storageKey, JSON.stringify(messages));
    } catch {
      // The storage is full or forbidden: the log then has only the messages since the page was loaded.
    }
  };
  const { context } = toasts.getSnapshot();
  last = context.log.length === 0 ? context.log : last;
  follow(context);
  return toasts.subscribe((snapshot) => follow(snapshot.context)).unsubscribe;
}

function read(): readonly Message[] {
  try {
    const stored = v.safeParse(storedSchema, JSON.parse(storage()?.getItem(storageKey) ?? '[]'));
    return stored.success ? stored.output : [];
  } catch {
    return [];
  }
}

function storage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}
