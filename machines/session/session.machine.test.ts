import { describe, expect, it } from 'vitest';
import type { EventObject } from 'xstate';
import { testPaths } from '../testing/test-paths.ts';
import { answered, noAnswer, refused } from '../testing/api-results.ts';
import { startMachine } from '../testing/start-machine.ts';
import { unreachableMessage } from '../problem-messages.ts';
import { sessionMachine } from './session.machine.ts';
import { mayStayOpen } from './session.operations.ts';
import { mia, ole, sessionOfMia, sessionPaths } from './session.paths.ts';
import { endsLater } from './session.revocation.ts';
import { sessionView } from './session.view.ts';
import { sessionProperties } from './session.properties.ts';

testPaths(sessionPaths, sessionProperties);

function start() {
  const run = startMachine(sessionMachine);
  return { ...run, view: () => sessionView(run.actor.getSnapshot()) };
}

async function signedIn() {
  const run = start();
  await run.answer('restoreSession', sessionOfMia);
  await run.answer('fetchUser', answered(mia));
  await run.answer('storeSession', undefined);
  expect(run.view().screen).toBe('app');
  return run;
}

const revoked = (emitted: readonly EventObject[]) =>
  emitted.flatMap((event) => ('session' in event && event.type === 'revoke' ? [event.session] : []));

const submitted = { type: 'signIn.submitted', email: 'mia@agency.test', password: 'correct horse', keep: true } as const;

describe('start', () => {
  it('is not ready until the API has said whose token it is', async () => {
    const { answer, view } = start();
    expect(view()).toMatchObject({ ready: false, screen: 'starting' });
    await answer('restoreSession', { ...sessionOfMia, user: null });
    expect(view().ready).toBe(false);
    await answer('fetchUser', answered(mia));
    await answer('storeSession', undefined);
    expect(view()).toMatchObject({ ready: true, screen: 'app', unverified: false, token: 'token-mia' });
  });

  it('opens at once where this device has the user, and confirms meanwhile', async () => {
    const { answer, view } = start();
    await answer('restoreSession', sessionOfMia);
    expect(view()).toMatchObject({ ready: true, screen: 'app', unverified: true, user: mia });
    await answer('fetchUser', answered({ ...mia, name: 'Mia Lange' }));
    await answer('storeSession', undefined);
    expect(view()).toMatchObject({ screen: 'app', unverified: false, user: { name: 'Mia Lange' } });
  });

  it('without a token wipes what is cached and keeps unsent changes', async () => {
    const { answer, fakes, view } = start();
    await answer('restoreSession', null);
    expect(fakes.last('wipeDevice').input).toEqual({ userId: null, pending: 'keep' });
    await answer('wipeDevice', undefined);
    expect(view()).toMatchObject({ ready: true, screen: 'signIn', token: null });
  });

  it.each([noAnswer, { kind: 'foreign', status: 200, retryAfterMs: null }, refused('internal_error'), refused('unavailable')])(
    'keeps token and cached user after %j, and verifies later',
    async (result) => {
      const { actor, answer, view } = start();
      await answer('restoreSession', sessionOfMia);
      await answer('fetchUser', result);
      expect(view()).toMatchObject({ screen: 'app', unverified: true, token: 'token-mia' });
      actor.send({ type: 'connection.restored' });
      await answer('fetchUser', answered(mia));
      expect(view().unverified).toBe(false);
    },
  );

  it.each(['unauthenticated', 'forbidden'] as const)('clears the token on %s', async (code) => {
    const { answer, view } = start();
    await answer('restoreSession', sessionOfMia);
    await answer('fetchUser', refused(code));
    await answer('wipeDevice', undefined);
    expect(view()).toMatchObject({ screen: 'signIn', token: null });
  });

  it('says that the server can’t be reached where the user was never known', async () => {
    const { actor, answer, view } = start();
    await answer('restoreSession', { ...sessionOfMia, user: null });
    await answer('fetchUser', noAnswer);
    expect(view().screen).toBe('unreachable');
    actor.send({ type: 'retry.requested' });
    await answer('fetchUser', answered(mia));
    await answer('storeSession', undefined);
    expect(view().screen).toBe('app');
  });
});

describe('sign-in', () => {
  async function signIn(result: unknown) {
    const run = start();
    await run.answer('restoreSession', null);
    await run.answer('wipeDevice', undefined);
    run.actor.send(submitted);
    await run.answer('signIn', result);
    return run;
  }

  it('stores the session where the tick says, and never holds a password', async () => {
    const { actor, answer, fakes, view } = await signIn(answered({ access_token: 'new', user: mia }));
    expect(fakes.last('signIn').input).toEqual({ email: 'mia@agency.test', password: 'correct horse' });
    expect(fakes.last('storeSession').input).toEqual({
      session: { apiToken: 'new', accountId: '7', user: mia, revokeHandle: null },
      keep: true,
    });
    await answer('storeSession', undefined);
    expect(view()).toMatchObject({ screen: 'app', user: mia });
    expect(JSON.stringify(actor.getSnapshot().context)).not.toContain('correct horse');
  });

  it.each([
    ["the server's message", refused('invalid_credentials', 'Email or password is wrong.'), 'Email or password is wrong.'],
    ['no message', refused('internal_error'), 'An error occurred.'],
    ['no token', answered({ user: mia }), 'No token found!'],
    ['no answer', noAnswer, unreachableMessage],
  ])('fails with %s', async (_, result, message) => {
    const { view } = await signIn(result);
    expect(view()).toMatchObject({ screen: 'signIn', message, busy: false });
  });

  it('reads the user where the answer has none', async () => {
    const { answer, view } = await signIn(answered({ access_token: 'new' }));
    await answer('fetchUser', answered(mia));
    await answer('storeSession', undefined);
    expect(view()).toMatchObject({ user: mia, accountId: '7', token: 'new' });
  });
});

describe('expiry', () => {
  it('asks the same user over the mounted screen and goes on', async () => {
    const { actor, answer, view } = await signedIn();
    actor.send({ type: 'session.expired' });
    expect(view()).toMatchObject({ screen: 'app', signInAgain: { email: 'mia@agency.test', busy: false } });
    actor.send(submitted);
    await answer('signIn', answered({ access_token: 'new', user: mia }));
    await answer('storeSession', undefined);
    expect(view()).toMatchObject({ signInAgain: null, token: 'new' });
  });

  it("refuses another user's sign-in and keeps the old session", async () => {
    const { actor, answer, emitted, fakes, view } = await signedIn();
    actor.send({ type: 'session.expired' });
    actor.send(submitted);
    const stored = fakes.started.length;
    await answer('signIn', answered({ access_token: 'oles', user: ole, revoke_handle: 'handle-ole' }));
    expect(view().signInAgain?.message).toContain('Mia Lang');
    expect(view().token).toBe('token-mia');
    expect(fakes.started.length).toBe(stored);
    // Nobody uses that session: it ends on the server too.
    expect(revoked(emitted)).toEqual([{ apiToken: 'oles', accountId: '7', user: ole, revokeHandle: 'handle-ole' }]);
  });

  it.each([
    ['another user', answered(ole)],
    ['nobody that could be read', noAnswer],
  ])('ends the session of a sign-in that turns out to be of %s', async (_, whose) => {
    const { actor, answer, emitted } = await signedIn();
    actor.send({ type: 'session.expired' });
    actor.send(submitted);
    await answer('signIn', answered({ access_token: 'unknown', revoke_handle: 'handle' }));
    expect(revoked(emitted)).toEqual([]);
    await answer('fetchUser', whose);
    expect(revoked(emitted)).toEqual([{ apiToken: 'unknown', accountId: null, user: null, revokeHandle: 'handle' }]);
  });

  it('ends the session of a sign-in that a sign-out overtakes', async () => {
    const { actor, answer, emitted } = await signedIn();
    actor.send({ type: 'session.expired' });
    actor.send(submitted);
    await answer('signIn', answered({ access_token: 'late', user: mia }));
    actor.send({ type: 'signOut.requested' });
    expect(revoked(emitted)).toMatchObject([{ apiToken: 'late' }]);
  });
});

describe('sign-out', () => {
  it('asks before it leaves changes behind, and stays on cancel', async () => {
    const { actor, answer, view } = await signedIn();
    actor.send({ type: 'signOut.requested' });
    await answer('countPending', 3);
    expect(view().confirmSignOut).toEqual({ count: 3, title: '3 changes are not yet on the server' });
    actor.send({ type: 'stay.chosen' });
    expect(view()).toMatchObject({ screen: 'app', confirmSignOut: null, signingOut: false });
  });

  it.each([
    ['keep.chosen', 'keep'],
    ['discard.chosen', 'discard'],
  ] as const)('%s wipes the device and would %s the changes', async (type, pending) => {
    const { actor, answer, emitted, fakes, view } = await signedIn();
    actor.send({ type: 'signOut.requested' });
    await answer('countPending', 1);
    actor.send({ type });
    await answer('stopSending', undefined);
    await answer('leaveContentManagement', undefined);
    await answer('revokeToken', null);
    expect(fakes.last('wipeDevice').input).toEqual({ userId: '1', pending });
    await answer('wipeDevice', undefined);
    expect(view()).toMatchObject({ screen: 'signIn', token: null, user: null });
    expect(emitted).toContainEqual({ type: 'navigate', to: 'home' });
  });

  const pendingNote = 'Changes that are not yet on the server wait on this device. Sign in to go on with them.';

  it.each([
    ['keep.chosen', 3, pendingNote],
    ['discard.chosen', 3, null],
    [null, 0, null],
  ] as const)('shows a note about pending changes on the next sign-in screen, once: %s of %d', async (choice, count, note) => {
    const { actor, answer, view } = await signedIn();
    actor.send({ type: 'signOut.requested' });
    await answer('countPending', count);
    if (choice !== null) actor.send({ type: choice });
    await answer('stopSending', undefined);
    await answer('leaveContentManagement', undefined);
    await answer('revokeToken', null);
    await answer('wipeDevice', undefined);
    expect(view()).toMatchObject({ screen: 'signIn', pendingNote: note });
    actor.send({ type: 'session.changedElsewhere', session: sessionOfMia });
    expect(view().pendingNote).toBeNull();
  });

  it.each(['counted', 'not counted'])('has no note where a second sign-out finds nothing pending: %s', async (second) => {
    const { actor, answer, fail, view } = await signedIn();
    actor.send({ type: 'signOut.requested' });
    await answer('countPending', 3);
    actor.send({ type: 'stay.chosen' });
    actor.send({ type: 'signOut.requested' });
    if (second === 'counted') await answer('countPending', 0);
    else await fail('countPending');
    for (const step of ['stopSending', 'leaveContentManagement', 'revokeToken']) await answer(step, null);
    await answer('wipeDevice', undefined);
    expect(view()).toMatchObject({ screen: 'signIn', pendingNote: null });
  });

  it('says that changes wait on this device where it could not be wiped, too', async () => {
    const { actor, answer, fail, view } = await signedIn();
    actor.send({ type: 'signOut.requested' });
    await answer('countPending', 3);
    actor.send({ type: 'keep.chosen' });
    for (const step of ['stopSending', 'leaveContentManagement', 'revokeToken']) await answer(step, null);
    await fail('wipeDevice');
    expect(view()).toMatchObject({ screen: 'signIn', pendingNote });
  });

  it.each([
    ['keep.chosen', 'keep'],
    ['discard.chosen', 'discard'],
  ] as const)('%s stops sending before anything else happens', async (type, pending) => {
    const { actor, answer, fakes } = await signedIn();
    actor.send({ type: 'signOut.requested' });
    await answer('countPending', 1);
    expect(fakes.started.map(({ name }) => name)).not.toContain('stopSending');
    actor.send({ type });
    expect(fakes.last('stopSending').input).toEqual({ userId: '1', pending });
    expect(fakes.started.map(({ name }) => name)).not.toContain('leaveContentManagement');
    await answer('stopSending', undefined);
    expect(fakes.started.map(({ name }) => name)).toContain('leaveContentManagement');
  });

  it('stops sending at once where nothing is pending, and goes on where that fails', async () => {
    const { actor, answer, fail, fakes } = await signedIn();
    actor.send({ type: 'signOut.requested' });
    await answer('countPending', 0);
    await fail('stopSending');
    expect(fakes.started.map(({ name }) => name)).toContain('leaveContentManagement');
  });

  it('does not wait for a frame that never loads, nor for a server that is gone', async () => {
    const { actor, answer, clock, fakes } = await signedIn();
    actor.send({ type: 'signOut.requested' });
    await answer('countPending', 0);
    clock.increment(2000);
    clock.increment(5000);
    clock.increment(3000);
    expect(fakes.last('wipeDevice').input).toEqual({ userId: '1', pending: 'keep' });
  });

  it.each([endsLater, mayStayOpen])('shows the toast of a sign-out that did not reach the server: $content', async (toast) => {
    const { actor, answer, emitted, view } = await signedIn();
    actor.send({ type: 'signOut.requested' });
    await answer('countPending', 0);
    await answer('stopSending', undefined);
    await answer('leaveContentManagement', undefined);
    await answer('revokeToken', toast);
    await answer('wipeDevice', undefined);
    expect(view().screen).toBe('signIn');
    expect(emitted).toContainEqual({ type: 'toast', toast });
  });

  it.each(['no answer in time', 'a failure'])('says that the session may still be open after %s', async (what) => {
    const { actor, answer, clock, emitted, fail, view } = await signedIn();
    actor.send({ type: 'signOut.requested' });
    await answer('countPending', 0);
    await answer('stopSending', undefined);
    await answer('leaveContentManagement', undefined);
    if (what === 'a failure') await fail('revokeToken');
    else clock.increment(3000);
    await answer('wipeDevice', undefined);
    expect(view().screen).toBe('signIn');
    expect(emitted).toContainEqual({ type: 'toast', toast: mayStayOpen });
  });

  it('says nothing more when the session has ended', async () => {
    const { actor, answer, emitted } = await signedIn();
    actor.send({ type: 'signOut.requested' });
    await answer('countPending', 0);
    await answer('stopSending', undefined);
    await answer('leaveContentManagement', undefined);
    await answer('revokeToken', null);
    await answer('wipeDevice', undefined);
    expect(emitted.filter((event) => event.type === 'toast')).toEqual([]);
  });

  it('asks the server once more where it was never reached', async () => {
    const { actor, answer, emitted, fakes, view } = start();
    await answer('restoreSession', { ...sessionOfMia, user: null });
    await answer('fetchUser', noAnswer);
    actor.send({ type: 'signOut.requested' });
    expect(view()).toMatchObject({ screen: 'starting', signingOut: true });
    expect(fakes.last('revokeToken').input).toEqual({ session: { ...sessionOfMia, user: null } });
    await answer('revokeToken', endsLater);
    await answer('wipeDevice', undefined);
    expect(view()).toMatchObject({ screen: 'signIn', token: null });
    expect(emitted).toContainEqual({ type: 'toast', toast: endsLater });
  });
});

describe('other tabs', () => {
  it('follow a sign-out', async () => {
    const { actor, view } = await signedIn();
    actor.send({ type: 'session.changedElsewhere', session: null });
    expect(view()).toMatchObject({ screen: 'signIn', token: null, message: 'You were signed out in another tab.' });
  });

  it("take another tab's new token for the same user, which closes the dialog", async () => {
    const { actor, view } = await signedIn();
    actor.send({ type: 'session.expired' });
    actor.send({ type: 'session.changedElsewhere', session: { ...sessionOfMia, apiToken: 'newer' } });
    expect(view()).toMatchObject({ signInAgain: null, token: 'newer' });
    expect(actor.getSnapshot().context.refused).toBe(false);
  });

  it('can’t undo a sign-out by writing its session down once more', async () => {
    const { actor, answer, view } = await signedIn();
    actor.send({ type: 'signOut.requested' });
    await answer('countPending', 0);
    await answer('stopSending', undefined);
    await answer('leaveContentManagement', undefined);
    // A tab that was just opened asks whose token this is, and keeps the answer.
    actor.send({ type: 'session.changedElsewhere', session: { ...sessionOfMia, user: { ...mia, name: 'Mia Lange' } } });
    await answer('revokeToken', 'ended');
    await answer('wipeDevice', undefined);
    expect(view()).toMatchObject({ screen: 'signIn', token: null });
  });

  it('start again for another user', async () => {
    const { actor, emitted, view } = await signedIn();
    actor.send({ type: 'session.changedElsewhere', session: { apiToken: 'oles', accountId: '7', user: ole, revokeHandle: null } });
    expect(view()).toMatchObject({ ready: false, user: ole });
    // The session that was in force here is nobody's any more.
    expect(revoked(emitted)).toEqual([sessionOfMia]);
  });
});
