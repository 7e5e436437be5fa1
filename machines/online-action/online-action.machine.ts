import { assign, emit, setup } from 'xstate';
import type { ChartMeta } from '../chart-meta.ts';
import type { Json } from '#contract/json.ts';
import type { ApiResult } from '#contract/api-result.ts';
import { notProvided } from '../placeholder.ts';
import type { ConnectionEvent, ToastContent, ToastEmitted } from '../ports.ts';
import { problemMessage, unknownMessage } from '../problem-messages.ts';
import { withEvent, withOutput } from '../with-event.ts';

/** The texts of an action. `error.content`: null for the server's message. */
export interface ActionLabels {
  readonly done: { readonly title: string; readonly content: string };
  readonly error: { readonly title: string; readonly content: string | null };
  /** What it does, before "needs a connection" at its button. */
  readonly what: string;
}

export interface OnlineActionContext {
  readonly labels: ActionLabels;
  readonly online: boolean;
  readonly payload: Json;
  readonly message: string | null;
}

export type OnlineActionEvent =
  | { readonly type: 'action.requested'; readonly payload: Json }
  /** Cancels what is under way, where that is possible. */
  | { readonly type: 'action.cancelled' }
  | ConnectionEvent;

export type ActionResult = ApiResult<Json>;

/** Something that only the server can do, now and not later, such as Clear Cache. */
export const onlineActionMachine = setup({
  types: {
    meta: {} as ChartMeta,
    context: {} as OnlineActionContext,
    events: {} as OnlineActionEvent,
    input: {} as { readonly online: boolean; readonly labels: ActionLabels },
    emitted: {} as ToastEmitted | { readonly type: 'action.done'; readonly data: Json },
    tags: {} as 'busy' | 'offline',
  },
  actors: { runAction: notProvided<ActionResult, { readonly payload: Json }>('runAction') },
  guards: {
    isOnline: ({ context }) => context.online,
    isOffline: ({ context }) => !context.online,
    isAnswered: (_, result: ActionResult) => result.kind === 'answered',
  },
  actions: {
    setOnline: assign({ online: true }),
    setOffline: assign({ online: false }),
    setPayload: assign({ payload: (_, params: { payload: Json }) => params.payload, message: null }),
    setMessage: assign({ message: (_, params: { toast: ToastContent }) => params.toast.content }),
    showToast: emit((_, params: { toast: ToastContent }) => ({ type: 'toast' as const, toast: params.toast })),
    emitDone: emit((_, result: ActionResult) => ({
      type: 'action.done' as const,
      data: result.kind === 'answered' ? result.data : null,
    })),
  },
}).createMachine({
  id: 'online-action',
  meta: { testId: 'online-action', sees: 'A button.' },
  description: 'An action that needs the network and can not wait.',
  context: ({ input }) => ({ labels: input.labels, online: input.online, payload: null, message: null }),
  initial: 'ready',
  on: {
    'connection.restored': { actions: 'setOnline', meta: { requirements: ['R001'] } },
    'connection.lost': {
      actions: 'setOffline',
      description: 'While the server does it, the button shows the connection once the call has ended.',
      meta: { requirements: ['R001'] },
    },
  },
  states: {
    ready: {
      description: 'The action can be started.',
      always: {
        guard: 'isOffline',
        target: 'offline',
        description: 'What only the server can do says at its button that there is no connection, before the click.',
        meta: { requirements: ['R001'] },
      },
      meta: { testId: 'action-ready', sees: 'The button.' },
      on: {
        'action.requested': {
          target: 'submitting',
          actions: withEvent('setPayload'),
          meta: { requirements: ['R002'] },
        },
      },
    },
    offline: {
      description: 'There is no connection; the button says why it can not be used.',
      tags: ['offline'],
      meta: { testId: 'action-offline', sees: 'The button, marked as not usable, with the reason.' },
      always: { guard: 'isOnline', target: 'ready', meta: { requirements: ['R001'] } },
    },
    submitting: {
      description: 'The server does it.',
      tags: ['busy'],
      meta: { testId: 'action-submitting', sees: 'The button, busy; Cancel, where that is possible.' },
      on: { 'action.cancelled': { target: 'ready', meta: { requirements: ['R004'] } } },
      invoke: {
        id: 'runAction',
        src: 'runAction',
        input: ({ context }) => ({ payload: context.payload }),
        onDone: [
          {
            guard: withOutput('isAnswered'),
            target: 'done',
            actions: [
              { type: 'showToast', params: ({ context }) => ({ toast: { type: 'success', ...context.labels.done } }) },
              withOutput('emitDone'),
            ],
            meta: { requirements: ['R003'] },
          },
          {
            target: 'error',
            actions: [
              { type: 'setMessage', params: ({ context, event }) => ({ toast: errorToast(context.labels, event.output) }) },
              { type: 'showToast', params: ({ context, event }) => ({ toast: errorToast(context.labels, event.output) }) },
            ],
            meta: { requirements: ['R003'] },
          },
        ],
        onError: {
          target: 'error',
          actions: [
            { type: 'setMessage', params: ({ context }) => ({ toast: errorToast(context.labels, null) }) },
            { type: 'showToast', params: ({ context }) => ({ toast: errorToast(context.labels, null) }) },
          ],
          meta: { requirements: ['R003'] },
        },
      },
    },
    done: {
      description: 'It worked.',
      always: { guard: 'isOffline', target: 'offline', meta: { requirements: ['R001'] } },
      meta: { testId: 'action-done', sees: 'The toast; the button can be used again.' },
      on: {
        'action.requested': {
          target: 'submitting',
          actions: withEvent('setPayload'),
          meta: { requirements: ['R002'] },
        },
      },
    },
    error: {
      description: 'It did not work. As far as is known, nothing has changed.',
      always: { guard: 'isOffline', target: 'offline', meta: { requirements: ['R001'] } },
      meta: { testId: 'action-error', sees: 'The toast with the reason; the button can be used again.' },
      on: {
        'action.requested': {
          target: 'submitting',
          actions: withEvent('setPayload'),
          meta: { requirements: ['R002'] },
        },
      },
    },
  },
});

function errorToast(labels: ActionLabels, result: ActionResult | null): ToastContent {
  const message = result !== null && result.kind !== 'answered' ? problemMessage(result) : unknownMessage;
  return { type: 'error', title: labels.error.title, content: labels.error.content ?? message };
}
