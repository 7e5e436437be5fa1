import { complete, type LogEntry } from '#machines/toasts/toasts.operations.ts';
import type { toastsMachine } from '#machines/toasts/toasts.machine.ts';
import * as v from 'valibot';
import type { ActorRefFrom } from 'xstate';

const place = 'frontage-told';
const keptSchema = v.array(v.object({ at: v.number(), title: v.string(), content: v.string() }));
const keptAtMost = 100;

/** What notifications said in this tab before its page was loaded anew, oldest first. `startedAt`: of the page, ms since the epoch. */
export function toldBefore(startedAt = performance.timeOrigin): readonly LogEntry[] {
  const kept = v.safeParse(keptSchema, read());
  if (!kept.success) return [];
  return kept.output
    .filter(({ at }) => at < startedAt)
    .map(({ at, ...said }, number) => ({ at, toast: complete({ ...said, id: `before-${number}`, type: 'info' }, 0) }));
}

/** Keeps what notifications say for the time after a reload of this tab, until the log is cleared. The answer ends it. */
export function keepTold(toasts: ActorRefFrom<typeof toastsMachine>): () => void {
  let before = toldBefore();
  let last: readonly LogEntry[] = [];
  const follow = ({ log }: { readonly log: readonly LogEntry[] }): void => {
    if (log === last) return;
    last = log;
    if (log.length === 0) before = [];
    const said = [...before, ...log].slice(-keptAtMost).map(({ at, toast: { title, content } }) => ({ at, title, content }));
    try {
      if (said.length === 0) storage()?.removeItem(place);
      else storage()?.setItem(place, JSON.stringify(said));
    } catch {
      // No room, or not allowed: the log has what was said since the page was loaded.
    }
  };
  const { context } = toasts.getSnapshot();
  last = context.log.length === 0 ? context.log : last;
  follow(context);
  return toasts.subscribe((snapshot) => follow(snapshot.context)).unsubscribe;
}

function read(): unknown {
  try {
    return JSON.parse(storage()?.getItem(place) ?? '[]');
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
