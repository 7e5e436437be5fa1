import { assign, setup } from 'xstate';
import type { ChartMeta } from '../chart-meta.ts';
import { nextSeed, probeWaitMs } from '../connection/connection.operations.ts';
import { notProvided } from '../placeholder.ts';
import { withOutput } from '../with-event.ts';

export interface RevocationContext {
  /** Attempts in a row after which a handle was left. */
  readonly failures: number;
  /** The wait that the server asked for, ms; 0 where it asked for none. */
  readonly retryAfterMs: number;
  /** State of the jitter's generator. In the context, so that a run replays. */
  readonly seed: number;
}

export type RevocationEvent =
  /** A revoke handle is on the device. */
  | { readonly type: 'handle.kept' }
  /** A hint that the network is back; only an answer of the server proves it. */
  | { readonly type: 'connection.hinted' };

/** How many handles the server has not answered for. */
export interface HandlesSent {
  readonly left: number;
  /** The wait that the server asked for, ms; null where it asked for none. */
  readonly retryAfterMs: number | null;
}

/**
 * Ends sessions on the server whose sign-out has not reached it, whether anybody is signed in now or not. The context has no
 * handles: the actor that sends them reads them from the device, and removes each that the server has answered.
 */
export const revocationMachine = setup({
  types: {
    meta: {} as ChartMeta,
    context: {} as RevocationContext,
    events: {} as RevocationEvent,
    /** `seed`: any whole number, different per tab, so that tabs don't ask in step. */
    input: {} as { readonly seed: number },
    tags: {} as 'busy',
  },
  actors: { sendHandles: notProvided<HandlesSent, void>('sendHandles') },
  guards: { isAllSent: (_, params: { left: number }) => params.left === 0 },
  delays: { backoff: ({ context }) => Math.max(probeWaitMs(context.failures, context.seed), context.retryAfterMs) },
  actions: {
    countFailure: assign({
      failures: ({ context }) => context.failures + 1,
      retryAfterMs: (_, params: { retryAfterMs: number | null }) => params.retryAfterMs ?? 0,
      seed: ({ context }) => nextSeed(context.seed),
    }),
    resetFailures: assign({ failures: 0 }),
  },
}).createMachine({
  id: 'revocation',
  description: 'Sign-outs that have not reached the server yet.',
  meta: { testId: 'revocation', sees: 'Nothing: it works behind every screen.' },
  context: ({ input }) => ({ failures: 0, retryAfterMs: 0, seed: input.seed }),
  initial: 'resting',
  states: {
    resting: {
      description: 'There is nothing to send.',
      on: { 'handle.kept': { target: 'sending', meta: { requirements: ['R171'] } } },
    },
    sending: {
      description: 'The handles on this device are sent; each leaves it once the server has answered.',
      tags: ['busy'],
      on: {
        'handle.kept': {
          target: 'sending',
          reenter: true,
          description: 'Sending a handle twice has the effect of sending it once.',
          meta: { requirements: ['R171'] },
        },
      },
      invoke: {
        id: 'sendHandles',
        src: 'sendHandles',
        onDone: [
          {
            guard: withOutput('isAllSent'),
            target: 'resting',
            actions: 'resetFailures',
            meta: { requirements: ['R171'] },
          },
          {
            target: 'waiting',
            actions: withOutput('countFailure'),
            meta: { requirements: ['R171'] },
          },
        ],
        onError: { target: 'waiting', actions: { type: 'countFailure', params: { retryAfterMs: null } }, meta: { requirements: ['R171'] } },
      },
    },
    waiting: {
      description:
        'Until the next attempt: 1 s to 60 s, doubling, with jitter, and no sooner than the server asked for. Any hint cuts it short.',
      after: { backoff: { target: 'sending', meta: { requirements: ['R171'] } } },
      on: {
        'handle.kept': { target: 'sending', meta: { requirements: ['R171'] } },
        'connection.hinted': { target: 'sending', meta: { requirements: ['R171'] } },
      },
    },
  },
});
