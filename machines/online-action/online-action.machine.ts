import { assign, emit, setup } from 'xstate';
import type { Json } from '#contract/json.ts';
import type { ApiResult } from '#contract/api-result.ts';
import { notProvided } from '../placeholder.ts';
import type { ToastContent, ToastEmitted } from '../ports.ts';
import { problemMessage, unknownMessage } from '../words.ts';

/** What the person is told. `failed.content: null` tells the server's words instead. */
export interface ActionWords {
  readonly done: { readonly title: string; readonly content: string };
  readonly failed: { readonly title: string; readonly content: string | null };
  /** Said at the button while there is no connection. */
  readonly offline: string;
}

export interface OnlineActionContext {
  readonly words: ActionWords;
  readonly online: boolean;
  readonly payload: Json;
  readonly message: string | null;
}

export type OnlineActionEvent =
  | { readonly type: 'action.requested'; readonly payload: Json }
  /** What is under way is given up, where it can be. */
  | { readonly type: 'action.cancelled' }
  | { readonly type: 'connection.restored' }
  | { readonly type: 'connection.lost' };

export type ActionOutcome = ApiResult<Json>;

/** Something that only the server can do and that can't wait, such as Clear Cache. */
export const onlineActionMachine = setup({
  types: {
    context: {} as OnlineActionContext,
    events: {} as OnlineActionEvent,
    input: {} as { readonly online: boolean; readonly words: ActionWords },
    emitted: {} as ToastEmitted | { readonly type: 'action.done'; readonly data: Json },
    tags: {} as 'busy' | 'offline',
  },
  actors: { runAction: notProvided<ActionOutcome, { readonly payload: Json }>('runAction') },
  guards: {
    isOnline: ({ context }) => context.online,
    isOffline: ({ context }) => !context.online,
    isAnswered: (_, params: { outcome: ActionOutcome }) => params.outcome.kind === 'answered',
  },
  actions: {
    noteOnline: assign({ online: true }),
    noteOffline: assign({ online: false }),
    takePayload: assign({ payload: (_, params: { payload: Json }) => params.payload, message: null }),
    explain: assign({ message: (_, params: { toast: ToastContent }) => params.toast.content }),
    tell: emit((_, params: { toast: ToastContent }) => ({ type: 'toast' as const, toast: params.toast })),
    emitDone: emit((_, params: { outcome: ActionOutcome }) => ({
      type: 'action.done' as const,
      data: params.outcome.kind === 'answered' ? params.outcome.data : null,
    })),
  },
}).createMachine({
  id: 'online-action',
  meta: { testId: 'online-action', sees: 'A button.' },
  description: 'An action that needs the network and can not wait.',
  context: ({ input }) => ({ words: input.words, online: input.online, payload: null, message: null }),
  initial: 'deciding',
  on: {
    'connection.restored': { actions: 'noteOnline' },
    'connection.lost': { actions: 'noteOffline' },
  },
  states: {
    deciding: {
      description: 'Whether there is a connection is looked up.',
      always: [{ guard: 'isOnline', target: 'idle' }, { target: 'offline' }],
    },
    idle: {
      description: 'The action can be asked for.',
      meta: { testId: 'action-idle', sees: 'The button.' },
      on: {
        'action.requested': { target: 'running', actions: { type: 'takePayload', params: ({ event }) => ({ payload: event.payload }) } },
        'connection.lost': { target: 'offline', actions: 'noteOffline' },
      },
    },
    offline: {
      description: 'There is no connection; the button says why it can not be used.',
      tags: ['offline'],
      meta: { testId: 'action-offline', sees: 'The button, marked as not usable, with the reason.' },
      on: { 'connection.restored': { target: 'idle', actions: 'noteOnline' } },
    },
    running: {
      description: 'The server is at it.',
      tags: ['busy'],
      meta: { testId: 'action-running', sees: 'The button, busy; Cancel, where it can be given up.' },
      on: { 'action.cancelled': { target: 'deciding' } },
      invoke: {
        id: 'runAction',
        src: 'runAction',
        input: ({ context }) => ({ payload: context.payload }),
        onDone: [
          {
            guard: { type: 'isAnswered', params: ({ event }) => ({ outcome: event.output }) },
            target: 'done',
            actions: [
              { type: 'tell', params: ({ context }) => ({ toast: { type: 'success', ...context.words.done } }) },
              { type: 'emitDone', params: ({ event }) => ({ outcome: event.output }) },
            ],
          },
          {
            target: 'failed',
            actions: [
              { type: 'explain', params: ({ context, event }) => ({ toast: failureOf(context.words, event.output) }) },
              { type: 'tell', params: ({ context, event }) => ({ toast: failureOf(context.words, event.output) }) },
            ],
          },
        ],
        onError: {
          target: 'failed',
          actions: [
            { type: 'explain', params: ({ context }) => ({ toast: failureOf(context.words, null) }) },
            { type: 'tell', params: ({ context }) => ({ toast: failureOf(context.words, null) }) },
          ],
        },
      },
    },
    done: {
      description: 'It worked.',
      always: { guard: 'isOffline', target: 'offline' },
      meta: { testId: 'action-done', sees: 'The toast; the button can be used again.' },
      on: {
        'action.requested': { target: 'running', actions: { type: 'takePayload', params: ({ event }) => ({ payload: event.payload }) } },
        'connection.lost': { target: 'offline', actions: 'noteOffline' },
      },
    },
    failed: {
      description: 'It did not work; nothing was changed that is known of.',
      always: { guard: 'isOffline', target: 'offline' },
      meta: { testId: 'action-failed', sees: 'The toast with the reason; the button can be used again.' },
      on: {
        'action.requested': { target: 'running', actions: { type: 'takePayload', params: ({ event }) => ({ payload: event.payload }) } },
        'connection.lost': { target: 'offline', actions: 'noteOffline' },
      },
    },
  },
});

function failureOf(words: ActionWords, outcome: ActionOutcome | null): ToastContent {
  const told = outcome !== null && outcome.kind !== 'answered' ? problemMessage(outcome) : unknownMessage;
  return { type: 'error', title: words.failed.title, content: words.failed.content ?? told };
}
