import type { Session } from '#contract/entities/session.ts';
import type { User } from '#contract/entities/user.ts';
import { answered, noAnswer, refused } from '../testing/api-results.ts';
import { pathPlan } from '../testing/path-plan.ts';
import { sessionMachine } from './session.machine.ts';
import { mayStayOpen } from './session.operations.ts';

export const mia: User = {
  id: '1',
  account_id: '7',
  email: 'mia@agency.test',
  first_name: 'Mia',
  last_name: 'Lang',
  name: 'Mia Lang',
  roles: [],
  created_at: null,
};
export const ole: User = { ...mia, id: '2', email: 'ole@agency.test', first_name: 'Ole', last_name: 'Berg', name: 'Ole Berg' };
export const sessionOfMia: Session = { apiToken: 'token-mia', accountId: '7', user: mia, revokeHandle: 'handle-mia' };
export const namelessSession: Session = { apiToken: 'token-mia', accountId: null, user: null, revokeHandle: null };
const sessionOfOle: Session = { apiToken: 'token-ole', accountId: '7', user: ole, revokeHandle: null };

const failed = new Error('broken');
const fetches = ['fetchUser', 'fetchSignedInUser', 'confirmUser', 'verifyUser', 'fetchUserAgain'] as const;
const signIns = ['signIn', 'signInAgain'] as const;
const stores = ['refreshStoredUser', 'keepUser', 'storeSignIn', 'storeAgain'] as const;

export const sessionPaths = pathPlan({
  machine: sessionMachine,
  inputs: [undefined],
  events: [
    { type: 'signIn.submitted', email: 'mia@agency.test', password: 'a password', keep: true },
    { type: 'signOut.requested' },
    { type: 'stay.chosen' },
    { type: 'keep.chosen' },
    { type: 'discard.chosen' },
    { type: 'retry.requested' },
    { type: 'connection.restored' },
    { type: 'session.expired' },
    { type: 'session.changedElsewhere', session: null },
    { type: 'session.changedElsewhere', session: sessionOfMia },
    { type: 'session.changedElsewhere', session: sessionOfOle },
    { type: 'xstate.done.actor.restoreSession', output: null },
    { type: 'xstate.done.actor.restoreSession', output: sessionOfMia },
    { type: 'xstate.done.actor.restoreSession', output: namelessSession },
    { type: 'xstate.error.actor.restoreSession', error: failed },
    ...fetches.flatMap((id) => [
      { type: `xstate.done.actor.${id}`, output: answered(mia) } as const,
      { type: `xstate.done.actor.${id}`, output: answered(ole) } as const,
      { type: `xstate.done.actor.${id}`, output: refused('unauthenticated', 'Sign in.') } as const,
      { type: `xstate.done.actor.${id}`, output: noAnswer } as const,
      { type: `xstate.error.actor.${id}`, error: failed } as const,
    ]),
    ...signIns.flatMap((id) => [
      { type: `xstate.done.actor.${id}`, output: answered({ access_token: 'new', user: mia }) } as const,
      { type: `xstate.done.actor.${id}`, output: answered({ access_token: 'new', user: ole }) } as const,
      { type: `xstate.done.actor.${id}`, output: answered({ access_token: 'new' }) } as const,
      { type: `xstate.done.actor.${id}`, output: answered({ user: mia }) } as const,
      { type: `xstate.done.actor.${id}`, output: refused('invalid_credentials', 'Wrong password.') } as const,
      { type: `xstate.error.actor.${id}`, error: failed } as const,
    ]),
    ...stores.flatMap((id) => [
      { type: `xstate.done.actor.${id}`, output: undefined } as const,
      { type: `xstate.error.actor.${id}`, error: failed } as const,
    ]),
    ...(['revokeToken', 'revokeUnreachedToken'] as const).flatMap((id) => [
      { type: `xstate.done.actor.${id}`, output: null } as const,
      { type: `xstate.done.actor.${id}`, output: mayStayOpen } as const,
      { type: `xstate.error.actor.${id}`, error: failed } as const,
    ]),
    ...(['clearRemains', 'stopSending', 'leaveContentManagement', 'wipeDevice'] as const).flatMap((id) => [
      { type: `xstate.done.actor.${id}`, output: undefined } as const,
      { type: `xstate.error.actor.${id}`, error: failed } as const,
    ]),
    { type: 'xstate.done.actor.countPending', output: 0 },
    { type: 'xstate.done.actor.countPending', output: 3 },
    { type: 'xstate.error.actor.countPending', error: failed },
    { type: 'xstate.after.stopTimeout.session.signedIn.signingOut.stopping' },
    { type: 'xstate.after.leaveTimeout.session.signedIn.signingOut.leaving' },
    { type: 'xstate.after.revokeTimeout.session.signedIn.signingOut.revoking' },
    { type: 'xstate.after.revokeTimeout.session.starting.revoking' },
  ],
  distinguish: ({ session, candidate, refused: expired }) => [
    session?.user?.id ?? null,
    session !== null,
    candidate?.user?.id ?? null,
    expired,
  ],
});
