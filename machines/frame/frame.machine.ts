import { assign, emit, setup } from 'xstate';
import type { ChartMeta } from '../chart-meta.ts';
import type { NamedPost } from '#contract/frames/messages.ts';
import { listenerNotProvided, notProvided } from '../placeholder.ts';
import type { ConnectionEvent } from '../ports.ts';
import { withEvent, withOutput } from '../with-event.ts';

/** Whether the application's server answers. A frame does not tell an error page of the browser from a page. */
export type FrameProbe = { readonly kind: 'answered' } | { readonly kind: 'failed'; readonly message: string };

export interface FrameContext {
  /** When the screen opened. */
  readonly online: boolean;
  /** Grows with each load: each has a frame of its own, so that none adds to the browser's history. */
  readonly attempt: number;
  readonly hasAnswered: boolean;
  readonly hasArrived: boolean;
  readonly message: string;
}

export type FrameEvent =
  /** The frame shows a page: the first one, or another after a link inside it. */
  | { readonly type: 'frame.loaded' }
  /** The frame shows an error page of the browser. */
  | { readonly type: 'frame.failed' }
  | { readonly type: 'reload.requested' }
  /** The framed page asks for its Edit SEO dialog. */
  | { readonly type: 'seo.requested'; readonly post: NamedPost }
  | ConnectionEvent;

const noAnswer = 'The server of this page does not answer.';
const noPage = 'The browser could not load it.';
const tooLate = 'It takes too long to load.';

/** A page of another application in a frame. The address, which has the key of the sign-in, is no part of the chart. */
export const frameMachine = setup({
  types: {
    meta: {} as ChartMeta,
    context: {} as FrameContext,
    events: {} as FrameEvent,
    input: {} as { readonly online: boolean },
    emitted: {} as Extract<FrameEvent, { type: 'seo.requested' }>,
    tags: {} as 'framed' | 'visible',
  },
  actors: {
    probeServer: notProvided<FrameProbe, void>('probeServer'),
    listenToFrame: listenerNotProvided<void>('listenToFrame'),
  },
  delays: {
    /** ms until the wait is worth a sentence. */
    slowDelay: 5_000,
    giveUpDelay: 60_000,
  },
  guards: {
    isOnline: ({ context }) => context.online,
    isComplete: ({ context }) => context.hasAnswered && context.hasArrived,
    isAnswer: (_, probe: FrameProbe) => probe.kind === 'answered',
  },
  actions: {
    beginAttempt: assign({ attempt: ({ context }) => context.attempt + 1, hasAnswered: false, hasArrived: false, message: '' }),
    setAnswered: assign({ hasAnswered: true }),
    setArrived: assign({ hasArrived: true }),
    setMessage: assign({ message: (_, params: { message: string }) => params.message }),
    emitSeo: emit((_, params: { post: NamedPost }) => ({ type: 'seo.requested' as const, post: params.post })),
  },
}).createMachine({
  id: 'frame',
  description: 'A page of the content-management admin, or of the other admin application, in a frame.',
  meta: { testId: 'frame', sees: 'The page of the other application, under the console’s heading.' },
  context: ({ input }) => ({ online: input.online, attempt: 0, hasAnswered: false, hasArrived: false, message: '' }),
  initial: 'deciding',
  // Without the listener the page works all the same: only its Edit SEO opens nothing.
  invoke: {
    id: 'listenToFrame',
    src: 'listenToFrame',
    onError: { meta: { internal: 'Without the listener the page is shown as it is; only its dialog does not open.' } },
  },
  on: {
    'seo.requested': {
      actions: withEvent('emitSeo'),
      description: 'The framed page opens the Edit SEO dialog of a post.',
      meta: { requirements: ['R026'] },
    },
  },
  states: {
    deciding: {
      description: 'Is there a connection?',
      always: [
        { guard: 'isOnline', target: 'loading', meta: { requirements: ['R020'] } },
        { target: 'offline', meta: { requirements: ['R024'] } },
      ],
    },
    loading: {
      description: 'The frame loads. It counts as loaded once its server is known to answer.',
      tags: ['framed'],
      entry: 'beginAttempt',
      invoke: {
        id: 'probeServer',
        src: 'probeServer',
        onDone: [
          {
            guard: withOutput('isAnswer'),
            actions: 'setAnswered',
            meta: { requirements: ['R020'] },
          },
          {
            target: 'failed',
            actions: {
              type: 'setMessage',
              params: ({ event }) => ({ message: event.output.kind === 'failed' ? event.output.message : noAnswer }),
            },
            meta: { requirements: ['R022'] },
          },
        ],
        onError: { target: 'failed', actions: { type: 'setMessage', params: { message: noAnswer } }, meta: { requirements: ['R022'] } },
      },
      always: { guard: 'isComplete', target: 'loaded', meta: { requirements: ['R020'] } },
      after: {
        giveUpDelay: { target: 'failed', actions: { type: 'setMessage', params: { message: tooLate } }, meta: { requirements: ['R022'] } },
      },
      on: {
        'frame.loaded': { actions: 'setArrived', meta: { requirements: ['R020'] } },
        'frame.failed': {
          target: 'failed',
          actions: { type: 'setMessage', params: { message: noPage } },
          meta: { requirements: ['R022'] },
        },
        'reload.requested': { target: 'loading', reenter: true, meta: { requirements: ['R021', 'R023'] } },
        'connection.lost': { target: 'offline', meta: { requirements: ['R024'] } },
      },
      initial: 'fast',
      states: {
        fast: {
          description: 'The wait is still short.',
          meta: { testId: 'frame-loading', sees: 'The outline of a page.' },
          after: { slowDelay: { target: 'slow', meta: { requirements: ['R021'] } } },
        },
        slow: {
          description: 'The page takes longer than usual.',
          meta: { testId: 'frame-slow', sees: 'The outline, that it takes longer than usual, and Start again.' },
        },
      },
    },
    loaded: {
      description: 'The page is there.',
      tags: ['framed', 'visible'],
      meta: { testId: 'frame-loaded', sees: 'The page, and Reload.' },
      on: {
        'reload.requested': { target: 'loading', meta: { requirements: ['R023'] } },
        'frame.failed': {
          target: 'failed',
          actions: { type: 'setMessage', params: { message: noPage } },
          meta: { requirements: ['R022'] },
        },
        'connection.lost': { target: 'disconnected', meta: { requirements: ['R025'] } },
      },
    },
    disconnected: {
      description: 'The page is there, and the connection is lost. What is typed in the page stays.',
      tags: ['framed', 'visible'],
      meta: { testId: 'frame-disconnected', sees: 'The page, and above it that it needs a connection.' },
      on: {
        'frame.failed': { target: 'offline', meta: { requirements: ['R024'] } },
        'connection.restored': { target: 'loaded', meta: { requirements: ['R025'] } },
      },
    },
    failed: {
      description: 'The page could not be loaded.',
      meta: { testId: 'frame-failed', sees: 'The reason, and Try again.' },
      on: {
        'reload.requested': { target: 'loading', meta: { requirements: ['R022'] } },
        'connection.restored': { target: 'loading', meta: { requirements: ['R024'] } },
        'connection.lost': { target: 'offline', meta: { requirements: ['R024'] } },
      },
    },
    offline: {
      description: 'There is no connection, and no page of another application without one.',
      meta: { testId: 'frame-offline', sees: 'That the page needs a connection.' },
      on: { 'connection.restored': { target: 'loading', meta: { requirements: ['R024'] } } },
    },
  },
});
