import type { SnapshotFrom } from 'xstate';
import type { User } from '#contract/entities/user.ts';
import type { sessionMachine } from './session.machine.ts';

export type SessionScreen = 'starting' | 'unreachable' | 'signIn' | 'app';

export interface SessionView {
  /** False until it is known whether anybody is signed in. */
  readonly ready: boolean;
  readonly screen: SessionScreen;
  readonly user: User | null;
  readonly accountId: string | null;
  readonly token: string | null;
  /** True while a sign-in or a sign-out is under way. */
  readonly busy: boolean;
  /** Why the sign-in failed, or why the sign-in screen shows. */
  readonly message: string | null;
  /** On the sign-in screen, after a sign-out that has left pending changes. */
  readonly pendingNote: string | null;
  /** The app runs on what this device remembers. */
  readonly unverified: boolean;
  /** The dialog over the mounted screen, and whose password it asks for. */
  readonly signInAgain: { readonly email: string | null; readonly busy: boolean; readonly message: string | null } | null;
  /** The question before a sign-out that would leave changes behind. */
  readonly confirmSignOut: { readonly count: number; readonly title: string } | null;
  readonly signingOut: boolean;
}

/** Names no user, since anybody may read it. Promises no sending, since signing in sends neither drafts nor entries that need attention. */
const pendingNote = 'Changes that are not yet on the server wait on this device. Sign in to go on with them.';

/** The session as the console shows it: the screen, the user, and the open question. */
export function sessionView(snapshot: SnapshotFrom<typeof sessionMachine>): SessionView {
  const { session, message, pendingCount } = snapshot.context;
  const busy = snapshot.hasTag('busy');
  const confirming = snapshot.matches({ signedIn: { signingOut: 'confirming' } });
  return {
    ready: !snapshot.hasTag('starting'),
    screen: screenOf(snapshot),
    user: session?.user ?? null,
    accountId: session?.accountId ?? null,
    token: session?.apiToken ?? null,
    busy,
    message,
    pendingNote: snapshot.context.hasPending ? pendingNote : null,
    unverified: snapshot.hasTag('unverified'),
    signInAgain: snapshot.hasTag('expired') ? { email: session?.user?.email ?? null, busy, message } : null,
    confirmSignOut: confirming ? { count: pendingCount, title: pendingTitle(pendingCount) } : null,
    signingOut: (snapshot.matches({ signedIn: 'signingOut' }) && !confirming) || snapshot.matches({ starting: 'revoking' }),
  };
}

function screenOf(snapshot: SnapshotFrom<typeof sessionMachine>): SessionScreen {
  if (snapshot.matches({ starting: 'unreachable' })) return 'unreachable';
  if (snapshot.hasTag('starting')) return 'starting';
  return snapshot.hasTag('signedOut') ? 'signIn' : 'app';
}

function pendingTitle(count: number): string {
  return count === 1 ? '1 change is not yet on the server' : `${count} changes are not yet on the server`;
}
