import { currentUser, login } from '#contract/calls/authentication.ts';
import { endSession, listSessions, revokeSession } from '#contract/calls/sessions.ts';
import type { Checked } from './checked.ts';
import { dataOf, refusalProblem, successProblem } from './target.ts';

interface Who {
  readonly email: string;
  readonly password: string;
}

/**
 * Signs in twice more, and ends those sessions: one by its revoke handle, one from the list. The user's other sessions stay open: the call
 * that ends all others is not made.
 */
export async function sessionChecks(checked: Checked, who: Who): Promise<void> {
  await handleChecks(checked, who);
  await listChecks(checked, who);
}

async function signInAgain({ send }: Checked, who: Who): Promise<{ readonly token: string; readonly handle: string | null }> {
  const { access_token: token, revoke_handle: handle } = dataOf(await send(login, { body: who }), login.answer);
  return { token: token ?? '', handle: handle || null };
}

async function handleChecks(checked: Checked, who: Who): Promise<void> {
  const { send, token, found } = checked;
  const second = await signInAgain(checked, who);
  found(
    'sign-in gives a revoke handle',
    second.handle === null ? 'there is none: a sign-out without a connection never reaches this API' : null,
    'note',
  );
  if (second.handle === null) return;
  found('a revoke handle opens nothing', refusalProblem(await send(currentUser, { token: second.handle }), [401]));
  const revoked = successProblem(revokeSession, await send(revokeSession, { body: { handle: second.handle } }));
  found(
    'a revoke handle ends its session without a sign-in',
    revoked ?? refusalProblem(await send(currentUser, { token: second.token }), [401]),
  );
  found('a revoke handle ends no other session', successProblem(currentUser, await send(currentUser, { token })));
  found(
    'a used revoke handle is answered alike',
    successProblem(revokeSession, await send(revokeSession, { body: { handle: second.handle } })),
  );
}

async function listChecks(checked: Checked, who: Who): Promise<void> {
  const { send, token, found } = checked;
  const listed = await send(listSessions, { token });
  if ([404, 405, 501].includes(listed.status))
    return found('sign-ins are listed', 'they are not: the console hides "Your sessions"', 'note');
  found('sign-ins are listed', successProblem(listSessions, listed));
  if (successProblem(listSessions, listed) !== null) return;
  const current = dataOf(listed, listSessions.answer).filter((session) => session.current);
  found('one listed sign-in is the one that asks', current.length === 1 ? null : `${current.length} are`);
  const third = await signInAgain(checked, who);
  const own = dataOf(await send(listSessions, { token: third.token }), listSessions.answer).find((session) => session.current);
  if (!own) return found('a new sign-in is in its own list', 'it is missing');
  const ended = successProblem(endSession, await send(endSession, { token, params: { sessionId: own.id } }));
  found('a listed sign-in is ended', ended ?? refusalProblem(await send(currentUser, { token: third.token }), [401]));
  const again = await send(endSession, { token, params: { sessionId: own.id } });
  found('a sign-in that has ended is not found', refusalProblem(again, [404]));
}
