import { sessionSetup } from './session.setup.ts';
import { active, expired } from './session.signed-in.ts';
import { signingOut } from './session.signing-out.ts';
import { signedOut, starting } from './session.signed-out.ts';

/** Who is signed in, app-wide (`systemId: 'session'`). Holds no password at any time. */
export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  description: 'Who is signed in: start, sign-in, expiry, sign-out.',
  context: {
    session: null,
    candidate: null,
    keep: false,
    message: null,
    refused: false,
    waitingCount: 0,
    waitingChoice: 'keep',
    hasKept: false,
  },
  initial: 'starting',
  states: {
    starting,
    signedOut,
    signedIn: {
      description: 'Somebody is signed in.',
      tags: ['signedIn'],
      initial: 'active',
      on: {
        'session.changedElsewhere': [
          {
            guard: { type: 'isSameUserElsewhere', params: ({ event }) => ({ session: event.session }) },
            target: '.active',
            actions: [{ type: 'rememberSession', params: ({ event }) => ({ session: event.session }) }, 'endExpiry'],
          },
          {
            guard: { type: 'hasSession', params: ({ event }) => ({ session: event.session }) },
            target: '#session.starting.identifying',
            actions: [
              { type: 'revokeReplaced', params: ({ event }) => ({ session: event.session }) },
              'forget',
              { type: 'rememberSession', params: ({ event }) => ({ session: event.session }) },
              { type: 'navigate', params: { to: 'websites' } },
            ],
            meta: { requirement: 'One device, one user at a time: this tab follows.' },
          },
          {
            target: '#session.signedOut',
            actions: [
              'forget',
              { type: 'explain', params: { message: 'You were signed out in another tab.' } },
              { type: 'navigate', params: { to: 'signIn' } },
            ],
          },
        ],
      },
      states: { active, expired, signingOut },
    },
  },
});
