import type { QueueRow } from '#contract/queue.ts';
import { bind } from './commands/index.ts';
import { sameCommand } from './queue-rows.ts';

/** What the server may hold of ours once an entry is carried on by another: nobody is asked about their own values. */
export function maybeOursAfter(earlier: Omit<QueueRow, 'seq'>, later: QueueRow['maybeOurs'] = {}): QueueRow['maybeOurs'] {
  const sent = earlier.mayHaveBeenApplied ? (bind(earlier)?.mayHavePut ?? {}) : {};
  const keys = new Set([earlier.maybeOurs, sent, later].flatMap((values) => Object.keys(values)));
  const own = (key: string) => [...(earlier.maybeOurs[key] ?? []), ...(sent[key] ?? []), ...(later[key] ?? [])];
  return Object.fromEntries([...keys].map((key) => [key, own(key)]));
}

/** `later` with what only `earlier` touches, and the earliest base; null where they don't fit together. */
export function mergeInto<Later extends Omit<QueueRow, 'seq'>>(earlier: Omit<QueueRow, 'seq'>, later: Later): Later | null {
  const merged = sameCommand(earlier, later) ? bind(earlier)?.merge({ body: later.body, base: later.base }) : null;
  if (!merged) return null;
  const { body, base } = merged;
  return {
    ...later,
    body,
    base,
    dependsOn: [...new Set([...earlier.dependsOn, ...later.dependsOn])],
    fileIds: [...new Set([...earlier.fileIds, ...later.fileIds])],
    maybeOurs: maybeOursAfter(earlier, later.maybeOurs),
  };
}
