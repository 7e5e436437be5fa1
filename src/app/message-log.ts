import { complete, type LogEntry } from '#machines/toasts/toasts.operations.ts';
import type { toastsMachine } from '#machines/toasts/toasts.machine.ts';
import * as v from 'valibot';
import type { ActorRefFrom } from 'xstate';

/** The name under which tabs that are open have theirs already. */
const place = 'frontage-told';
const messageSchema = v.object({ userId: v.nullable(v.string()), at: v.number(), title: v.string(), content: v.string() });
type Message = v.InferOutput<typeof messageSchema>;
const keptSchema = v.array(messageSchema);
const keptAtMost = 100;

/**
 * What notifications said to a user in this tab before its page was loaded anew, oldest first; a tab may have been reloaded, or
 * restored, while another user signed in. `startedAt`: of the page, ms since the epoch.
 */
export function earlierMessages(userId: string, startedAt = performance.timeOrigin): readonly LogEntry[] {
  return read()
    .filter((message) => message.userId === userId && message.at < startedAt)
    .map(({ at, title, content }, number) => ({ at, toast: complete({ title, content, id: `before-${number}`, type: 'info' }, 0) }));
}

/**
 * Keeps what notifications say for the time after a reload of this tab, until the log is cleared. `whoIsThere` answers who is signed
 * in, null: nobody. The answer ends it.
 */
export function keepMessages(toasts: ActorRefFrom<typeof toastsMachine>, whoIsThere: () => string | null): () => void {
  let before = read();
  const users = new WeakMap<LogEntry, string | null>();
  let last: readonly LogEntry[] = [];
  const recipientOf = (entry: LogEntry): string | null => {
    if (!users.has(entry)) users.set(entry, whoIsThere());
    return users.get(entry) ?? null;
  };
  const follow = ({ log }: { readonly log: readonly LogEntry[] }): void => {
    if (log === last) return;
    last = log;
    if (log.length === 0) before = [];
    // Whoever was here before and never signed out in this tab leaves nothing that the next user could read.
    const user = whoIsThere();
    if (user !== null) before = before.filter((message) => message.userId === user);
    const now = log.map(
      (entry): Message => ({ userId: recipientOf(entry), at: entry.at, title: entry.toast.title, content: entry.toast.content }),
    );
    const messages = [...before, ...now].slice(-keptAtMost);
    try {
      if (messages.length === 0) storage()?.removeItem(place);
      else storage()?.setItem(place, JSON.stringify(messages));
    } catch {
      // No room, or not allowed: the log has what was said since the page was loaded.
    }
  };
  const { context } = toasts.getSnapshot();
  last = context.log.length === 0 ? context.log : last;
  follow(context);
  return toasts.subscribe((snapshot) => follow(snapshot.context)).unsubscribe;
}

function read(): readonly Message[] {
  try {
    const kept = v.safeParse(keptSchema, JSON.parse(storage()?.getItem(place) ?? '[]'));
    return kept.success ? kept.output : [];
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
