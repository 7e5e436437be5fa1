import { codeMissingMessage } from '#contract/pending-reason.ts';
import type { OutboxParts } from './outbox-parts.ts';
import type { OutboxDeps } from './outbox-writes.ts';
import { storeErrorOf } from './store-error.ts';

/**
 * Outbox, drain and fence, whose code is loaded with their first call, since a screen that only reads needs none of it. `load` prefetches it.
 * Where loading fails, the call fails and the next one tries again. `store`: the name of the store.
 */
export function deferredOutbox(deps: OutboxDeps, store: string): OutboxParts & { readonly load: () => Promise<void> } {
  let parts: Promise<OutboxParts> | null = null;
  const loaded = () => {
    parts ??= import('./outbox-parts.ts').then(
      ({ startOutboxParts }) => startOutboxParts(deps, store),
      (error: unknown) => {
        parts = null;
        throw error;
      },
    );
    return parts;
  };
  const outbox = async () => (await loaded()).outbox;
  const drain = async () => (await loaded()).drain;
  const fence = async () => (await loaded()).fence;
  /** Turns a failure to load into a value, since these calls of the outbox never reject. */
  const refused = (thrown: unknown) => {
    const { code } = storeErrorOf(thrown);
    return { kind: 'refused', code, message: codeMissingMessage } as const;
  };
  return {
    async load() {
      await loaded();
    },
    awaitSaveStatus: (...args) =>
      loaded().then(
        (parts) => parts.awaitSaveStatus(...args),
        () => ({ kind: 'pending', error: null }),
      ),
    outbox: {
      append: (...args) => outbox().then((stored) => stored.append(...args), refused),
      appendAll: (...args) => outbox().then((stored) => stored.appendAll(...args), refused),
      adopt: (...args) => outbox().then((stored) => stored.adopt(...args), refused),
      list: async (...args) => (await outbox()).list(...args),
      counts: async (...args) => (await outbox()).counts(...args),
      retry: (...args) => outbox().then((stored) => stored.retry(...args), refused),
      discard: (...args) => outbox().then((stored) => stored.discard(...args), refused),
      giveUp: (...args) => outbox().then((stored) => stored.giveUp(...args), refused),
      dropUnnamed: async (...args) => (await outbox()).dropUnnamed(...args),
      discardUnreadable: (...args) => outbox().then((stored) => stored.discardUnreadable(...args), refused),
      resolve: (...args) => outbox().then((stored) => stored.resolve(...args), refused),
    },
    drain: {
      take: async (...args) => (await drain()).take(...args),
      start: async (...args) => (await drain()).start(...args),
      recover: async (...args) => (await drain()).recover(...args),
      pick: async (...args) => (await drain()).pick(...args),
      nextDue: async (...args) => (await drain()).nextDue(...args),
      claim: async (...args) => (await drain()).claim(...args),
      putBase: async (...args) => (await drain()).putBase(...args),
      isCurrent: async (...args) => (await drain()).isCurrent(...args),
      applyResult: async (...args) => (await drain()).applyResult(...args),
      hold: async (...args) => (await drain()).hold(...args),
    },
    fence: {
      take: async (...args) => (await fence()).take(...args),
      takeIfFree: async (...args) => (await fence()).takeIfFree(...args),
      beat: async (...args) => (await fence()).beat(...args),
      lease: async (...args) => (await fence()).lease(...args),
      release: async (...args) => (await fence()).release(...args),
    },
  };
}
