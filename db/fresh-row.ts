import type { QueueRow } from '#contract/queue.ts';
import { recordVersion } from './migrate-row.ts';
import type { QueueDeps } from './queue-deps.ts';

/** What of a row its save brings along; the rest is the queue's own. */
type Brought = Pick<QueueRow, 'userId' | 'accountId' | 'websiteId' | 'command' | 'target' | 'dependsOn' | 'body' | 'base' | 'fileIds'> &
  Partial<Pick<QueueRow, 'maybeOurs' | 'maybeApplied'>>;

/** A row that was never sent, under a new id. The store gives it its place. */
export function freshRow({ appVersion, newId, now }: QueueDeps, brought: Brought): Omit<QueueRow, 'seq'> {
  const { userId, accountId, websiteId, command, target, dependsOn, body, base, fileIds, maybeOurs = {}, maybeApplied = [] } = brought;
  return {
    opId: newId(),
    userId,
    accountId,
    websiteId,
    recordVersion,
    appVersion,
    command,
    target,
    dependsOn,
    body,
    base,
    fileIds,
    status: 'queued',
    attempts: 0,
    mayHaveBeenApplied: false,
    troubles: 0,
    maybeOurs,
    maybeApplied,
    nextAttemptAt: null,
    lastError: null,
    createdAt: now(),
  };
}
