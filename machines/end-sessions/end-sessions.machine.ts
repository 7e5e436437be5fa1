import { assign, emit, setup } from 'xstate';
import type { ChartMeta } from '../chart-meta.ts';
import { notProvided } from '../placeholder.ts';
import { unknownMessage } from '../problem-messages.ts';
import type {
  EndRequest,
  EndSessionsContext,
  EndSessionsEmitted,
  EndSessionsEvent,
  EndTarget,
  SessionsEnded,
} from './end-sessions.types.ts';
import type { ToastContent } from '../ports.ts';
import { withEvent, withOutput } from '../with-event.ts';

/** Throws in a state that is entered without a request: a fault in the chart. */
function requestOf({ request }: EndSessionsContext): EndRequest {
  if (request === null) throw new Error('no request in a state that needs one');
  return request;
}

function endedToast(target: EndTarget): ToastContent {
  const content = target.kind === 'one' ? `${target.device} was signed out.` : 'All other sessions were signed out.';
  return { type: 'success', title: 'Signed out', content };
}

/** Signs out one of the user's other sessions, or all of them. Only the server can do that, so nothing of it is stored in the outbox. */
export const endSessionsMachine = setup({
  types: {
    meta: {} as ChartMeta,
    context: {} as EndSessionsContext,
    events: {} as EndSessionsEvent,
    emitted: {} as EndSessionsEmitted,
    input: {} as { readonly online: boolean },
    tags: {} as 'busy' | 'asking',
  },
  actors: { endSessions: notProvided<SessionsEnded, { readonly target: EndTarget }>('endSessions') },
  guards: {
    isOnline: ({ context }) => context.online,
    isEnded: (_, ended: SessionsEnded) => ended.kind === 'ended',
  },
  actions: {
    setOnline: assign({ online: true }),
    setOffline: assign({ online: false }),
    setRequest: assign({ request: (_, params: { request: EndRequest }) => params.request, message: null }),
    clearMessage: assign({ message: null }),
    returnFocus: assign({ focus: ({ context }) => context.request?.focus.back ?? null, request: null, message: null }),
    moveFocus: assign({ focus: ({ context }) => context.request?.focus.after ?? null, request: null }),
    setMessage: assign({ message: (_, params: { message: string }) => params.message.trim() || unknownMessage }),
    emitToast: emit(({ context }) => ({ type: 'toast' as const, toast: endedToast(requestOf(context).target) })),
    emitEnded: emit(({ context }) => ({ type: 'sessions.ended' as const, target: requestOf(context).target })),
  },
}).createMachine({
  id: 'end-sessions',
  description: 'Signing out other sessions of the same user.',
  meta: { testId: 'end-sessions', sees: 'A button for each session, and one for all others.' },
  context: ({ input }) => ({ online: input.online, request: null, message: null, focus: null }),
  initial: 'idle',
  on: {
    'connection.restored': { actions: 'setOnline', meta: { requirements: ['R161'] } },
    'connection.lost': { actions: 'setOffline', meta: { requirements: ['R161'] } },
  },
  states: {
    idle: {
      description: 'Nothing was asked for. Without a connection the buttons say what they need.',
      meta: { testId: 'end-idle', sees: 'The buttons; offline, that they need a connection.' },
      on: {
        'end.requested': {
          guard: 'isOnline',
          target: 'asking',
          actions: withEvent('setRequest'),
          description: 'Ending a session needs a connection, and the button says so before the click.',
          meta: { requirements: ['R161', 'R162'] },
        },
      },
    },
    asking: {
      description: 'The question is open. The focus is on Cancel.',
      tags: ['asking'],
      meta: { testId: 'end-asking', sees: 'What will be signed out, Cancel and Sign out.' },
      on: {
        'end.confirmed': { guard: 'isOnline', target: 'ending', meta: { requirements: ['R161', 'R162'] } },
        'cancel.requested': { target: 'idle', actions: 'returnFocus', meta: { requirements: ['R163'] } },
      },
    },
    ending: {
      description: 'The server is asked to end it.',
      tags: ['busy', 'asking'],
      meta: { testId: 'end-ending', sees: 'Sign out, busy.' },
      invoke: {
        id: 'endSessions',
        src: 'endSessions',
        input: ({ context }) => ({ target: requestOf(context).target }),
        onDone: [
          {
            guard: withOutput('isEnded'),
            target: 'idle',
            actions: ['emitToast', 'emitEnded', 'moveFocus'],
            meta: { requirements: ['R164'] },
          },
          {
            target: 'failed',
            actions: { type: 'setMessage', params: ({ event }) => ({ message: reasonOf(event.output) }) },
            meta: { requirements: ['R165'] },
          },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'setMessage', params: { message: unknownMessage } },
          meta: { requirements: ['R165'] },
        },
      },
    },
    failed: {
      description: 'The session may still be signed in; the message says why.',
      tags: ['asking'],
      meta: { testId: 'end-failed', sees: 'In the dialog, in red: why it failed.' },
      on: {
        'end.confirmed': { guard: 'isOnline', target: 'ending', actions: 'clearMessage', meta: { requirements: ['R165'] } },
        'cancel.requested': { target: 'idle', actions: 'returnFocus', meta: { requirements: ['R163'] } },
      },
    },
  },
});

function reasonOf(ended: SessionsEnded): string {
  return ended.kind === 'failed' ? ended.message : '';
}
