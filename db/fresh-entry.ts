import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { recordVersion } from './migrate-entry.ts';
import type { QueueDeps } from './queue-deps.ts';

/** The fields of an entry that its save provides; the outbox sets the rest. */
type Brought = Pick<
  OutboxEntry,
  'userId' | 'accountId' | 'websiteId' | 'resource' | 'mutation' | 'target' | 'dependsOn' | 'body' | 'base' | 'fileIds'
> &
  Partial<Pick<OutboxEntry, 'maybeOurs' | 'maybeApplied'>>;

/** An entry that was never sent, under a new id. The store numbers it. */
export function freshEntry({ appVersion, newId, now }: QueueDeps, brought: Brought): Omit<OutboxEntry, 'seq'> {
  const {
    userId,
    accountId,
    websiteId,
    resource,
    mutation,
    target,
    dependsOn,
    body,
    base,
    fileIds,
    maybeOurs = {},
    maybeApplied = [],
  } = brought;
  return {
    opId: newId(),
    userId,
    accountId,
    websiteId,
    recordVersion,
    appVersion,
    resource,
    mutation,
    target,
    dependsOn,
    body,
    base,
    fileIds,
    status: 'pending',
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
