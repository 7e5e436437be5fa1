import { assign, emit, raise, setup } from 'xstate';
import type { ChartMeta } from '../chart-meta.ts';
import type { Disconnection } from '#contract/disconnection.ts';
import { notProvided } from '../placeholder.ts';
import { probeWaitMs, nextSeed } from './connection.operations.ts';
import { withEvent, withOutput } from '../with-event.ts';

export interface ConnectionContext {
  /** Since when it is online or offline, ms since the epoch; null before the first answer. */
  readonly since: number | null;
  /** When a connection problem was first suspected; becomes `since` if it is confirmed. */
  readonly suspectedAt: number | null;
  /** What was last met in place of an answer of the API; null while it answers. */
  readonly met: Disconnection | null;
  /** The browser says that this device is in no network. */
  readonly hasNoNetwork: boolean;
  /** The failure of a call is why a problem is suspected, so its screen has no answer. */
  readonly hasFailedCall: boolean;
  /** When screens were last told to ask again, ms since the epoch. */
  readonly restoredAt: number | null;
  /** Probes in a row that were not answered. */
  readonly failures: number;
  /** State of the jitter's generator. In the context, so that a run replays. */
  readonly seed: number;
}

/** Every event carries `at`, ms since the epoch: the chart itself reads no clock. */
export type ConnectionEvent =
  /** Events of the browser; only hints. */
  | { readonly type: 'navigator.online'; readonly at: number }
  | { readonly type: 'navigator.offline'; readonly at: number }
  | { readonly type: 'tab.shown'; readonly at: number }
  /** The API answered an ordinary call, or refused it. */
  | { readonly type: 'call.answered'; readonly at: number }
  /** An ordinary call got no answer, or one that is not the API's. */
  | { readonly type: 'call.unanswered'; readonly at: number; readonly met?: Disconnection }
  /** The API answered an ordinary call that it can't work: the call's own trouble, or that of every call. */
  | { readonly type: 'call.failed'; readonly at: number; readonly met?: Disconnection }
  | { readonly type: 'probe.requested'; readonly at: number }
  /** Raised by the chart itself. */
  | { readonly type: 'link.lost' }
  | { readonly type: 'link.found' };

export type ConnectionEmitted = { readonly type: 'connection.restored' } | { readonly type: 'connection.lost' };

/** `answered`: the API itself answered, and can work. `met`: what was there in its place. */
export type ProbeOutput =
  | { readonly answered: true; readonly at: number }
  | { readonly answered: false; readonly at: number; readonly met: Disconnection };

type WithOutput = { readonly output: ProbeOutput };

const noAnswer: Disconnection = { kind: 'noAnswer' };
type Met = { readonly met?: Disconnection };
const metBy = ({ output }: WithOutput): Disconnection => (output.answered ? noAnswer : output.met);

const connectionSetup = setup({
  types: {
    meta: {} as ChartMeta,
    context: {} as ConnectionContext,
    events: {} as ConnectionEvent,
    emitted: {} as ConnectionEmitted,
    /** `seed`: any whole number, different per tab, so that tabs don't probe in step. */
    input: {} as { readonly seed: number; readonly hasNoNetwork: boolean },
    tags: {} as 'online' | 'offline' | 'checking' | 'warned',
  },
  actors: { probe: notProvided<ProbeOutput, { readonly timeoutMs: number }>('probe') },
  guards: {
    isAnswered: (_, params: { answered: boolean }) => params.answered,
    hasNoNetwork: ({ context }) => context.hasNoNetwork,
    // A call that fails each time has screens ask again only once in a while.
    mayAskAgain: ({ context }, { answered, at }: { answered: boolean; at: number }) =>
      answered && context.hasFailedCall && (context.restoredAt === null || Math.abs(at - context.restoredAt) >= askAgainMs),
  },
  delays: {
    probeTimeout: 5000,
    warnAfter: 2000,
    doubtFor: 5000,
    backoff: ({ context }) => probeWaitMs(context.failures, context.seed),
  },
  actions: {
    setSuspectedAt: assign({ suspectedAt: (_, params: { at: number }) => params.at, hasFailedCall: false }),
    setCallFailed: assign({ suspectedAt: (_, params: { at: number }) => params.at, hasFailedCall: true }),
    setRestoredAt: assign({ restoredAt: (_, params: { at: number }) => params.at }),
    setMet: assign({ met: (_, { met }: Met) => met ?? noAnswer }),
    setOnline: assign({ since: (_, params: { at: number }) => params.at, suspectedAt: null, met: null, failures: 0 }),
    setOffline: assign(({ context }, { at, met }: { at: number | null } & Met) => ({
      since: context.suspectedAt ?? at,
      suspectedAt: null,
      met: met ?? noAnswer,
    })),
    setNetwork: assign({ hasNoNetwork: (_, params: { hasNoNetwork: boolean }) => params.hasNoNetwork }),
    resetFailures: assign({ failures: 0 }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1, seed: ({ context }) => nextSeed(context.seed) }),
    raiseLost: raise({ type: 'link.lost' }),
    raiseFound: raise({ type: 'link.found' }),
    emitRestored: emit({ type: 'connection.restored' }),
    emitLost: emit({ type: 'connection.lost' }),
  },
});

/** ms. */
const askAgainMs = 10_000;

const probeInput = { timeoutMs: 5000 };

const link = connectionSetup.createStateConfig({
  initial: 'unknown',
  description: 'Whether the API itself answers. Only a real answer counts.',
  on: {
    'call.answered': [
      {
        guard: 'hasNoNetwork',
        description: 'It may have been answered before the network went: a probe decides.',
        meta: { requirements: ['R201'] },
      },
      { target: '.online', actions: withEvent('setOnline'), meta: { requirements: ['R201'] } },
    ],
  },
  states: {
    unknown: {
      description: 'The API has not answered yet; it is asked.',
      tags: ['checking'],
      always: {
        guard: 'hasNoNetwork',
        target: 'offline.probing',
        description: 'Without a network nothing is sent: the outcome of a create that can’t be looked up would be unknown.',
        meta: { requirements: ['R202'] },
      },
      on: {
        'call.unanswered': {
          target: 'offline',
          actions: withEvent('setOffline'),
          meta: { requirements: ['R202'] },
        },
        'call.failed': {
          description: 'Its screen asks again as if the API had been known to answer.',
          actions: withEvent('setCallFailed'),
          meta: { requirements: ['R204'] },
        },
        'call.answered': {
          guard: { type: 'mayAskAgain', params: ({ event }) => ({ answered: true, at: event.at }) },
          target: 'online',
          actions: [withEvent('setOnline'), 'emitRestored', withEvent('setRestoredAt')],
          meta: { requirements: ['R201', 'R205'] },
        },
      },
      after: {
        probeTimeout: {
          target: 'offline',
          actions: { type: 'setOffline', params: { at: null, met: noAnswer } },
          meta: { requirements: ['R202'] },
        },
      },
      invoke: {
        id: 'firstProbe',
        src: 'probe',
        input: probeInput,
        onDone: [
          {
            guard: withOutput('mayAskAgain'),
            target: 'online',
            actions: [withOutput('setOnline'), 'emitRestored', withOutput('setRestoredAt')],
            meta: { requirements: ['R201', 'R205'] },
          },
          {
            guard: withOutput('isAnswered'),
            target: 'online',
            actions: withOutput('setOnline'),
            meta: { requirements: ['R201'] },
          },
          {
            target: 'offline',
            actions: { type: 'setOffline', params: ({ event }) => ({ at: event.output.at, met: metBy(event) }) },
            meta: { requirements: ['R202'] },
          },
        ],
        onError: {
          target: 'offline',
          actions: { type: 'setOffline', params: { at: null, met: noAnswer } },
          meta: { requirements: ['R202'] },
        },
      },
    },
    online: {
      description: 'The last call was answered by the API.',
      tags: ['online'],
      entry: 'raiseFound',
      after: {
        doubtFor: {
          guard: 'hasNoNetwork',
          target: 'suspecting',
          description: 'The browser still says that there is no network: what was answered may have been from before it went.',
          meta: { requirements: ['R201'] },
        },
      },
      on: {
        'call.answered': { description: 'Still online; nothing changes.', meta: { requirements: ['R201'] } },
        'navigator.offline': {
          target: 'suspecting',
          actions: withEvent('setSuspectedAt'),
          description: 'navigator.onLine is only a hint; truth is a real answer.',
          meta: { requirements: ['R201'] },
        },
        'call.unanswered': {
          target: 'suspecting',
          actions: withEvent('setCallFailed'),
          meta: { requirements: ['R201'] },
        },
        'call.failed': {
          target: 'suspecting',
          actions: withEvent('setCallFailed'),
          description: 'Trouble of every call is said as such; that of one call alone is not the connection’s.',
          meta: { requirements: ['R201', 'R204'] },
        },
        'probe.requested': {
          target: 'suspecting',
          actions: withEvent('setSuspectedAt'),
          meta: { requirements: ['R201'] },
        },
      },
    },
    suspecting: {
      description: 'A connection problem is suspected; a probe decides before a warning shows.',
      tags: ['online', 'checking'],
      on: {
        'navigator.offline': {
          target: 'suspecting',
          reenter: true,
          description: 'The probe under way may have been answered before the network went: another one decides.',
          meta: { requirements: ['R201'] },
        },
        'call.answered': [
          { guard: 'hasNoNetwork', description: 'As everywhere: a probe decides.', meta: { requirements: ['R201'] } },
          {
            guard: { type: 'mayAskAgain', params: ({ event }) => ({ answered: true, at: event.at }) },
            target: 'online',
            actions: ['emitRestored', withEvent('setRestoredAt')],
            meta: { requirements: ['R201', 'R205'] },
          },
          { target: 'online', meta: { requirements: ['R201'] } },
        ],
      },
      after: {
        probeTimeout: {
          target: 'offline',
          actions: { type: 'setOffline', params: { at: null, met: noAnswer } },
          meta: { requirements: ['R202'] },
        },
      },
      invoke: {
        id: 'suspicionProbe',
        src: 'probe',
        input: probeInput,
        onDone: [
          {
            guard: withOutput('mayAskAgain'),
            target: 'online',
            actions: ['emitRestored', withOutput('setRestoredAt')],
            description: 'A screen whose call had no answer asks again once the API answers, also where the gap was short.',
            meta: { requirements: ['R201', 'R205'] },
          },
          {
            guard: withOutput('isAnswered'),
            target: 'online',
            meta: { requirements: ['R201'] },
          },
          {
            target: 'offline',
            actions: { type: 'setOffline', params: ({ event }) => ({ at: event.output.at, met: metBy(event) }) },
            meta: { requirements: ['R202'] },
          },
        ],
        onError: {
          target: 'offline',
          actions: { type: 'setOffline', params: { at: null, met: noAnswer } },
          meta: { requirements: ['R202'] },
        },
      },
    },
    offline: {
      description: 'The API does not answer, or answers that it can’t work. It is probed again, at growing intervals.',
      tags: ['offline'],
      entry: ['raiseLost', 'emitLost'],
      exit: 'emitRestored',
      on: {
        'call.unanswered': {
          description: 'What is met now may be something else than before.',
          actions: withEvent('setMet'),
          meta: { requirements: ['R204'] },
        },
        'call.failed': {
          description: 'As above: a gateway’s trouble may have become the API’s own.',
          actions: withEvent('setMet'),
          meta: { requirements: ['R204'] },
        },
      },
      initial: 'waiting',
      states: {
        waiting: {
          description: 'Until the next probe: 1 s to 60 s, doubling, with jitter. Any hint cuts it short, and begins anew at 1 s.',
          after: { backoff: { target: 'probing', meta: { requirements: ['R203'] } } },
          on: {
            'navigator.online': { target: 'probing', actions: 'resetFailures', meta: { requirements: ['R203'] } },
            'tab.shown': { target: 'probing', actions: 'resetFailures', meta: { requirements: ['R203'] } },
            'probe.requested': {
              target: 'probing',
              actions: 'resetFailures',
              description: 'Whoever saves or opens a screen meanwhile is told what is so then.',
              meta: { requirements: ['R203'] },
            },
            'call.answered': { guard: 'hasNoNetwork', target: 'probing', meta: { requirements: ['R203'] } },
          },
        },
        probing: {
          description: 'The API is asked.',
          tags: ['checking'],
          on: {
            'navigator.offline': {
              target: 'probing',
              reenter: true,
              description: 'As while it is suspected: an answer may be from before.',
              meta: { requirements: ['R201'] },
            },
          },
          after: {
            probeTimeout: {
              target: 'waiting',
              actions: ['countFailure', { type: 'setMet', params: { met: noAnswer } }],
              meta: { requirements: ['R203', 'R204'] },
            },
          },
          invoke: {
            id: 'offlineProbe',
            src: 'probe',
            input: probeInput,
            onDone: [
              {
                guard: withOutput('isAnswered'),
                target: '#connection.link.online',
                actions: withOutput('setOnline'),
                meta: { requirements: ['R201'] },
              },
              {
                target: 'waiting',
                actions: ['countFailure', { type: 'setMet', params: ({ event }) => ({ met: metBy(event) }) }],
                meta: { requirements: ['R203', 'R204'] },
              },
            ],
            onError: {
              target: 'waiting',
              actions: ['countFailure', { type: 'setMet', params: { met: noAnswer } }],
              meta: { requirements: ['R203', 'R204'] },
            },
          },
        },
      },
    },
  },
});

const warning = connectionSetup.createStateConfig({
  initial: 'silent',
  description: 'Whether the screen shows it. A short gap is not worth a message, unless the browser itself says that there is no network.',
  on: {
    'navigator.offline': { actions: { type: 'setNetwork', params: { hasNoNetwork: true } }, meta: { requirements: ['R206'] } },
    'navigator.online': { actions: { type: 'setNetwork', params: { hasNoNetwork: false } }, meta: { requirements: ['R206'] } },
  },
  states: {
    silent: {
      description: 'No warning.',
      on: {
        'link.lost': [
          { guard: 'hasNoNetwork', target: 'shown', meta: { requirements: ['R206'] } },
          { target: 'holding', meta: { requirements: ['R206'] } },
        ],
      },
    },
    holding: {
      description: 'Offline for less than 2 s.',
      after: { warnAfter: { target: 'shown', description: 'A warning waits 2 s before it shows.', meta: { requirements: ['R206'] } } },
      on: {
        'link.found': { target: 'silent', meta: { requirements: ['R206'] } },
        'navigator.offline': {
          target: 'shown',
          actions: { type: 'setNetwork', params: { hasNoNetwork: true } },
          meta: { requirements: ['R206'] },
        },
      },
    },
    shown: {
      description: 'The chip says offline.',
      tags: ['warned'],
      meta: { testId: 'offline-warning', sees: 'Offline, and since when.' },
      on: { 'link.found': { target: 'silent', meta: { requirements: ['R206'] } } },
    },
  },
});

/** Whether the API answers, app-wide (`systemId: 'connection'`): from hints, ordinary calls and its own probes. */
export const connectionMachine = connectionSetup.createMachine({
  id: 'connection',
  description: 'Whether the API answers, and since when.',
  type: 'parallel',
  context: ({ input: { seed, hasNoNetwork } }) => ({
    since: null,
    suspectedAt: null,
    met: hasNoNetwork ? noAnswer : null,
    hasNoNetwork,
    hasFailedCall: false,
    restoredAt: null,
    failures: 0,
    seed,
  }),
  meta: { testId: 'connection', sees: 'The connection part of the chip in the top bar.' },
  states: { link, warning },
});
