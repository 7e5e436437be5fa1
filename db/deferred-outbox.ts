import type { OutboxParts } from './outbox-parts.ts';
import type { OutboxDeps } from './outbox-writes.ts';
import { storeErrorOf } from './store-error.ts';

/**
 * Outbox and drain, whose code is loaded with their first call, since a screen that only reads needs neither. `load` prefetches it. Where
 * loading fails, the call fails and the next one tries again.
 */
export function deferredOutbox(deps: OutboxDeps): OutboxParts & { readonly load: () => Promise<void> } {
  let parts: Promise<OutboxParts> | null = null;
  const loaded = () => {
    parts ??= import('./outbox-parts.ts').then(
      ({ createOutboxParts }) => createOutboxParts(deps),
      (error: unknown) => {
        parts = null;
        throw error;
      },
    );
    return parts;
  };
  const outbox = async () => (await loaded()).outbox;
  const drain = async () => (await loaded()).drain;
  /** Turns a failure to load into a value, since these calls of the outbox never reject. */
  const refused = (thrown: unknown) => {
    const { code, message } = storeErrorOf(thrown);
    return { kind: 'refused', code, message } as const;
  };
  return {
    async load() {
      await loaded();
    },
    awaitSaveStatus: (opId, options) =>
      loaded().then(
        (parts) => parts.awaitSaveStatus(opId, options),
        () => ({ kind: 'pending', error: null }),
      ),
    outbox: {
      append: (save) => outbox().then((stored) => stored.append(save), refused),
      appendAll: (saves) => outbox().then((stored) => stored.appendAll(saves), refused),
      list: async (userId) => (await outbox()).list(userId),
      counts: async (userId) => (await outbox()).counts(userId),
      retry: (opId) => outbox().then((stored) => stored.retry(opId), refused),
      discard: (opId, options) => outbox().then((stored) => stored.discard(opId, options), refused),
      giveUp: (opId) => outbox().then((stored) => stored.giveUp(opId), refused),
      dropUnnamed: async (place, fileIds) => (await outbox()).dropUnnamed(place, fileIds),
      discardUnreadable: (seq) => outbox().then((stored) => stored.discardUnreadable(seq), refused),
      resolve: (opId, choices) => outbox().then((stored) => stored.resolve(opId, choices), refused),
    },
    drain: {
      start: async (userId, epoch, hasten, limit) => (await drain()).start(userId, epoch, hasten, limit),
      recover: async (userId, epoch, hasten, inFlight) => (await drain()).recover(userId, epoch, hasten, inFlight),
      pick: async (userId, limit, inFlight) => (await drain()).pick(userId, limit, inFlight),
      nextDue: async (userId) => (await drain()).nextDue(userId),
      claim: async (opId, epoch) => (await drain()).claim(opId, epoch),
      putBase: async (opId, epoch, base) => (await drain()).putBase(opId, epoch, base),
      isCurrent: async (userId, epoch) => (await drain()).isCurrent(userId, epoch),
      applyResult: async (opId, epoch, result) => (await drain()).applyResult(opId, epoch, result),
      hold: async (until) => (await drain()).hold(until),
    },
  };
}
