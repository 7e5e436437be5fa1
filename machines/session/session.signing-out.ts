import * as outcome from './session.operations.ts';
import { sessionOf, sessionSetup, tellMayStayOpen, toastOf } from './session.setup.ts';

export const signingOut = sessionSetup.createStateConfig({
  initial: 'counting',
  description: 'A sign-out was asked for.',
  meta: { testId: 'signing-out', sees: 'A spinner, or the question about unsent changes.' },
  on: {
    'session.changedElsewhere': {
      guard: { type: 'isSessionInForce', params: ({ event }) => ({ session: event.session }) },
      description: 'Another tab has written down the session that is being ended: that is no new sign-in.',
    },
  },
  states: {
    counting: {
      description: "This user's unsent changes are counted.",
      tags: ['busy'],
      invoke: {
        id: 'countWaiting',
        src: 'countWaiting',
        input: ({ context }) => ({ userId: context.session?.user?.id ?? null }),
        onDone: [
          {
            guard: { type: 'hasWaiting', params: ({ event }) => ({ count: event.output }) },
            target: 'confirming',
            actions: { type: 'rememberWaiting', params: ({ event }) => ({ count: event.output }) },
            meta: { requirement: 'Logout with queued saves asks first.' },
          },
          { target: 'stopping', actions: { type: 'rememberWaiting', params: { count: 0 } } },
        ],
        onError: { target: 'stopping', actions: { type: 'rememberWaiting', params: { count: 0 } } },
      },
    },
    confirming: {
      description: 'Unsent changes are on this device: stay, sign out and keep them, or discard them.',
      meta: { testId: 'sign-out-confirming', sees: '"N changes are not yet on the server" with Stay, Sign out and keep them, Discard.' },
      on: {
        'stay.chosen': [{ guard: 'isRefused', target: '#session.signedIn.expired' }, { target: '#session.signedIn.active' }],
        'keep.chosen': { target: 'stopping', actions: 'chooseKeep' },
        'discard.chosen': { target: 'stopping', actions: 'chooseDiscard' },
      },
    },
    stopping: {
      description:
        "Nothing of this user's is sent any more, in any tab; what is on its way is given up, and discarded where that was chosen.",
      tags: ['busy'],
      after: { stopTimeout: { target: 'leaving' } },
      invoke: {
        id: 'stopSending',
        src: 'stopSending',
        input: ({ context }) => ({ userId: context.session?.user?.id ?? null, waiting: context.waitingChoice }),
        onDone: { target: 'leaving', meta: { requirement: 'Sending stops before anything else of a sign-out happens.' } },
        onError: { target: 'leaving' },
      },
    },
    leaving: {
      description: 'The content-management session is ended by its logout address in a hidden frame.',
      tags: ['busy'],
      after: { leaveTimeout: { target: 'revoking' } },
      invoke: {
        id: 'leaveContentManagement',
        src: 'leaveContentManagement',
        input: ({ context }) => ({ session: sessionOf(context.session) }),
        onDone: { target: 'revoking' },
        onError: { target: 'revoking' },
      },
    },
    revoking: {
      description: 'The API is asked to revoke the token. Whatever comes of it, this device goes on to forget it.',
      tags: ['busy'],
      after: { revokeTimeout: { target: 'wiping', actions: tellMayStayOpen } },
      invoke: {
        id: 'revokeToken',
        src: 'revokeToken',
        input: ({ context }) => ({ session: sessionOf(context.session) }),
        onDone: [
          {
            guard: { type: 'isUnheard', params: ({ event }) => ({ result: event.output }) },
            target: 'wiping',
            actions: { type: 'tell', params: ({ event }) => ({ toast: toastOf(event.output) }) },
            meta: { requirement: 'A sign-out that the server did not confirm says so, and promises only what is kept.' },
          },
          { target: 'wiping' },
        ],
        onError: { target: 'wiping', actions: tellMayStayOpen },
      },
    },
    wiping: {
      description: 'Token and cached data of this user leave the device; unsent changes as chosen.',
      tags: ['busy'],
      invoke: {
        id: 'wipeDevice',
        src: 'wipeDevice',
        input: ({ context }) => ({ userId: context.session?.user?.id ?? null, waiting: context.waitingChoice }),
        onDone: {
          target: '#session.signedOut',
          actions: ['noteKept', 'forget', { type: 'navigate', params: { to: 'home' } }],
          meta: { requirement: 'After "Sign out and keep them" the sign-in screen says that changes wait on this device.' },
        },
        onError: {
          target: '#session.signedOut',
          actions: [
            'noteKept',
            'forget',
            { type: 'navigate', params: { to: 'home' } },
            { type: 'tell', params: { toast: outcome.couldNotWipe } },
          ],
        },
      },
    },
  },
});
