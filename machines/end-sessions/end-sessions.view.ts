import type { Disconnection } from '#contract/disconnection.ts';
import type { SnapshotFrom } from 'xstate';
import { describeNeed } from '../disconnection-messages.ts';
import type { endSessionsMachine } from './end-sessions.machine.ts';
import type { EndTarget } from './end-sessions.types.ts';

export interface EndSessionsView {
  /** Why no session can be signed out now, for the buttons; null where they can. */
  readonly reason: string | null;
  /** The question, while it is asked. */
  readonly dialog: {
    readonly title: string;
    readonly text: string;
    readonly confirm: string;
    readonly busy: boolean;
    readonly error: string | null;
  } | null;
}

/** What the buttons and the dialog of the sessions screen need. `met`: what keeps the console from the server. */
export function endSessionsView(snapshot: SnapshotFrom<typeof endSessionsMachine>, met: Disconnection | null): EndSessionsView {
  const { online, request, message } = snapshot.context;
  const reason = online ? null : describeNeed('Signing out other sessions', met);
  if (request === null || !snapshot.hasTag('asking')) return { reason, dialog: null };
  const busy = snapshot.hasTag('busy');
  return { reason, dialog: { ...labelsOf(request.target), busy, error: busy ? null : (reason ?? message) } };
}

function labelsOf(target: EndTarget) {
  const unsent = 'Changes that were not sent yet stay on the device until the next sign-in there.';
  return target.kind === 'one'
    ? { title: `Sign out ${target.device}?`, text: `It has to sign in again to go on. ${unsent}`, confirm: 'Sign out' }
    : {
        title: 'Sign out all other sessions?',
        text: `Every other browser has to sign in again to go on; this one stays signed in. ${unsent}`,
        confirm: 'Sign out all others',
      };
}
