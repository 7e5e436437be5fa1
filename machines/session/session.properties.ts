import { answered, asked, emitted, failed, propertiesOf, saw, sees, type Step, viewOf } from '../testing/properties.ts';
import type { sessionMachine } from './session.machine.ts';
import { sessionView } from './session.view.ts';

type Stepped = Step<typeof sessionMachine>;

const view = viewOf(sessionView);
const was = ({ before }: Stepped) => (before === null ? null : view(before));
const text = (value: unknown): string => JSON.stringify(value) ?? '';
/** The id of the user that an answer or another tab names. */
const userIn = ({ event }: Stepped): string => /"id":"(\d)"/u.exec(text(event))?.[1] ?? '';
const isRefused = (step: Stepped) => text(step.event.output).includes('unauthenticated');
const unreached = 'the server cannot be reached';
const chosenBefore = ({ on, before }: Stepped): string => (on.endsWith('.chosen') ? on : before === null ? '' : chosenBefore(before));

export const sessionProperties = propertiesOf<typeof sessionMachine>({
  R101: [
    {
      when: (step) => answered(step, 'restoreSession') && text(step.event.output).includes('"user":null'),
      must: (step) => sees(step, 'Initialising app...') && asked(step, 'fetchUser') !== null,
    },
    { when: (step) => failed(step, 'refreshStoredUser'), must: (step) => view(step).screen === 'app' && !view(step).unverified },
  ],
  R102: {
    when: (step) => answered(step, 'restoreSession') && userIn(step) !== '',
    must: (step) => view(step).screen === 'app' && view(step).user !== null && asked(step, 'confirmUser') !== null,
  },
  R103: [
    {
      when: (step) => failed(step, 'restoreSession') && step.event.output === undefined,
      must: (step) => asked(step, 'clearRemains') !== null,
    },
    { when: (step) => failed(step, 'clearRemains'), must: (step) => view(step).screen === 'signIn' && view(step).token === null },
  ],
  R104: [
    {
      when: (step) => (answered(step, 'fetchUser', 'refused') || answered(step, 'confirmUser', 'refused')) && isRefused(step),
      must: (step) => view(step).token === null && asked(step, 'clearRemains') !== null,
    },
    {
      when: (step) => answered(step, 'fetchUser', 'noAnswer') || answered(step, 'confirmUser', 'noAnswer'),
      must: (step) => view(step).token !== null,
    },
  ],
  R105: [
    {
      when: (step) => answered(step, 'confirmUser', 'noAnswer') || step.on === 'error confirmUser',
      must: (step) => view(step).screen === 'app' && view(step).unverified,
    },
    {
      when: (step) =>
        step.on === 'connection.restored' && step.before !== null && failed(step.before, 'confirmUser', 'answered', 'refused'),
      must: (step) => asked(step, 'verifyUser') !== null,
    },
  ],
  R106: [
    {
      when: (step) => answered(step, 'fetchUser', 'noAnswer') && step.before !== null && view(step.before).user === null,
      must: (step) => sees(step, unreached),
    },
    {
      when: (step) => ['retry.requested', 'connection.restored'].includes(step.on) && saw(step, unreached),
      must: (step) => asked(step, 'fetchUser') !== null,
    },
    {
      when: (step) => step.on === 'signOut.requested' && saw(step, unreached),
      must: (step) => asked(step, 'revokeUnreachedToken') !== null && view(step).signingOut,
    },
  ],
  R107: [
    {
      when: (step) => step.on === 'signIn.submitted' && was(step)?.screen === 'signIn' && was(step)?.busy === false,
      must: (step) => text(asked(step, 'signIn')?.input).includes('a password') && view(step).busy,
    },
    {
      when: (step) => step.before !== null && was(step)?.screen === 'signIn' && view(step).screen === 'app',
      must: (step) => failed(step, 'storeSignIn') && view(step).user !== null && view(step).token !== null,
    },
    { when: (step) => answered(step, 'storeSignIn'), must: (step) => view(step).screen === 'app' && view(step).token !== null },
  ],
  R108: {
    when: ({ on }) => on === 'error storeSignIn' || on === 'error storeAgain',
    must: (step) => emitted(step, 'toast') !== null && view(step).screen === 'app' && view(step).signInAgain === null,
  },
  R109: [
    {
      when: (step) => failed(step, 'signIn', 'answered'),
      must: (step) => view(step).screen === 'signIn' && view(step).message !== null && !view(step).busy,
    },
    {
      when: (step) => step.on === 'signIn.submitted' && was(step)?.screen === 'signIn' && was(step)?.message !== null && !was(step)?.busy,
      must: (step) => asked(step, 'signIn') !== null && view(step).message === null,
    },
  ],
  R110: [
    { when: (step) => failed(step, 'fetchSignedInUser', 'answered'), must: (step) => emitted(step, 'revoke') !== null },
    {
      when: (step) =>
        failed(step, 'fetchUserAgain', 'answered') || (answered(step, 'fetchUserAgain') && userIn(step) !== was(step)?.user?.id),
      must: (step) => emitted(step, 'revoke') !== null,
    },
  ],
  R111: [
    {
      when: (step) => answered(step, 'confirmUser', 'answered'),
      must: (step) => asked(step, 'keepUser') !== null && view(step).user?.id === userIn(step),
    },
    { when: (step) => failed(step, 'keepUser'), must: (step) => view(step).screen === 'app' && !view(step).unverified },
  ],
  R112: [
    {
      when: (step) => step.on === 'session.changedElsewhere' && userIn(step) === '' && was(step)?.screen === 'app',
      must: (step) => view(step).screen === 'signIn' && view(step).token === null,
    },
    {
      when: (step) =>
        step.on === 'session.changedElsewhere' && userIn(step) === '2' && was(step)?.user?.id === '1' && was(step)?.screen === 'app',
      must: (step) => view(step).token === 'token-ole' && asked(step, 'fetchUser') !== null && emitted(step, 'navigate') !== null,
    },
  ],
  R113: [
    {
      when: (step) => {
        const { screen, unverified, signInAgain, signingOut, confirmSignOut } = was(step) ?? {};
        const isOpen = screen === 'app' && !unverified && signInAgain === null && !signingOut && confirmSignOut === null;
        return step.on === 'session.expired' && isOpen;
      },
      must: (step) => view(step).signInAgain !== null && view(step).screen === 'app' && view(step).token !== null,
    },
    {
      when: (step) => answered(step, 'storeAgain'),
      must: (step) => view(step).signInAgain === null && view(step).screen === 'app' && view(step).token === 'new',
    },
    {
      when: (step) => step.on === 'signIn.submitted' && was(step)?.signInAgain?.busy === false,
      must: (step) => asked(step, 'signInAgain') !== null,
    },
  ],
  R114: {
    when: (step) => answered(step, 'signInAgain', 'answered') && userIn(step) !== '' && userIn(step) !== was(step)?.user?.id,
    must: (step) =>
      view(step).user?.id === was(step)?.user?.id &&
      typeof view(step).signInAgain?.message === 'string' &&
      emitted(step, 'revoke') !== null,
  },
  R115: {
    when: (step) => failed(step, 'signInAgain', 'answered') || failed(step, 'fetchUserAgain', 'answered'),
    must: (step) => typeof view(step).signInAgain?.message === 'string' && !view(step).busy,
  },
  R116: [
    {
      when: (step) => answered(step, 'countPending') && step.event.output === 3,
      must: (step) => view(step).confirmSignOut?.count === 3 && step.asks.length === 0,
    },
    {
      when: (step) => answered(step, 'countPending') && step.event.output === 0,
      must: (step) => view(step).confirmSignOut === null && asked(step, 'stopSending') !== null,
    },
  ],
  R117: {
    when: ({ on }) => on === 'stay.chosen',
    must: (step) =>
      view(step).screen === 'app' && !view(step).signingOut && view(step).confirmSignOut === null && view(step).token !== null,
  },
  R118: [
    {
      when: ({ on }) => on === 'keep.chosen' || on === 'discard.chosen',
      must: (step) => text(asked(step, 'stopSending')?.input).includes(step.on === 'keep.chosen' ? 'keep' : 'discard'),
    },
    {
      when: (step) => failed(step, 'wipeDevice'),
      must: (step) => (view(step).pendingNote !== null) === (chosenBefore(step) === 'keep.chosen'),
    },
  ],
  R119: [
    { when: (step) => asked(step, 'leaveContentManagement') !== null, must: ({ on }) => /stopSending$|stopTimeout$/u.test(on) },
    {
      when: (step) => failed(step, 'stopSending') || step.on === 'after stopTimeout',
      must: (step) => asked(step, 'leaveContentManagement') !== null,
    },
  ],
  R120: [
    {
      when: (step) => failed(step, 'leaveContentManagement') || step.on === 'after leaveTimeout',
      must: (step) => asked(step, 'revokeToken') !== null,
    },
    { when: (step) => asked(step, 'wipeDevice') !== null, must: ({ on }) => /revokeToken$|revokeTimeout$/u.test(on) },
    { when: (step) => failed(step, 'revokeToken'), must: (step) => asked(step, 'wipeDevice') !== null },
  ],
  R121: [
    {
      when: (step) => /(?:revokeToken|revokeUnreachedToken|revokeTimeout)$/u.test(step.on),
      must: (step) => (emitted(step, 'toast') !== null) === (step.event.output !== null),
    },
  ],
  R122: {
    when: (step) => failed(step, 'wipeDevice'),
    must: (step) => view(step).screen === 'signIn' && view(step).token === null && emitted(step, 'navigate') !== null,
  },
  R123: {
    when: ({ on }) => on === 'error wipeDevice',
    must: (step) => text(emitted(step, 'toast')).includes('not everything could be removed') && view(step).screen === 'signIn',
  },
});
