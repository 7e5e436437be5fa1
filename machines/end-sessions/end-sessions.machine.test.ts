import type { Disconnection } from '#contract/disconnection.ts';
import { describe, expect, it } from 'vitest';
import { testPaths } from '../testing/test-paths.ts';
import { startMachine } from '../testing/start-machine.ts';
import { endSessionsMachine } from './end-sessions.machine.ts';
import { endOne, endOthers, endSessionsPaths } from './end-sessions.paths.ts';
import { endSessionsView } from './end-sessions.view.ts';
import { endSessionsProperties } from './end-sessions.properties.ts';

testPaths(endSessionsPaths, endSessionsProperties);

function start(online = true) {
  const run = startMachine(endSessionsMachine, { online });
  return { ...run, view: (met: Disconnection | null = null) => endSessionsView(run.actor.getSnapshot(), met) };
}
const needsConnection = 'Signing out other sessions needs a connection.';

describe('signing out another session', () => {
  it('asks first, and moves the focus to the next one when it has ended', async () => {
    const { actor, answer, emitted, fakes, view } = start();
    actor.send({ type: 'end.requested', request: endOne });
    expect(view().dialog).toMatchObject({ title: 'Sign out Firefox on Linux?', confirm: 'Sign out', busy: false, error: null });
    expect(fakes.started).toEqual([]);
    actor.send({ type: 'end.confirmed' });
    expect(view().dialog).toMatchObject({ busy: true });
    expect(fakes.last('endSessions').input).toEqual({ target: endOne.target });
    await answer('endSessions', { kind: 'ended' });
    expect(view().dialog).toBeNull();
    expect(actor.getSnapshot().context.focus).toBe('s2');
    expect(emitted).toEqual([
      { type: 'toast', toast: { type: 'success', title: 'Signed out', content: 'Firefox on Linux was signed out.' } },
      { type: 'sessions.ended', target: endOne.target },
    ]);
  });

  it('gives the focus back when the question is taken back', () => {
    const { actor, emitted, fakes, view } = start();
    actor.send({ type: 'end.requested', request: endOthers });
    expect(view().dialog).toMatchObject({ title: 'Sign out all other sessions?', confirm: 'Sign out all others' });
    actor.send({ type: 'cancel.requested' });
    expect([view().dialog, actor.getSnapshot().context.focus]).toEqual([null, 'others']);
    expect([emitted, fakes.started]).toEqual([[], []]);
  });

  it('says in the dialog why it failed, and can be tried again', async () => {
    const { actor, answer, view } = start();
    actor.send({ type: 'end.requested', request: endOthers });
    actor.send({ type: 'end.confirmed' });
    await answer('endSessions', { kind: 'failed', message: 'Broken.' });
    expect(view().dialog).toMatchObject({ busy: false, error: 'Broken.' });
    actor.send({ type: 'end.confirmed' });
    expect(view().dialog).toMatchObject({ busy: true, error: null });
  });

  it('is not begun without a connection, and says so before the click', () => {
    const { actor, view } = start(false);
    expect(view().reason).toBe(needsConnection);
    expect(view({ kind: 'foreignPage' }).reason).toContain('Signing out other sessions is possible once the server answers.');
    actor.send({ type: 'end.requested', request: endOne });
    expect(view().dialog).toBeNull();
    actor.send({ type: 'connection.restored' });
    expect(view().reason).toBeNull();
    actor.send({ type: 'end.requested', request: endOne });
    actor.send({ type: 'connection.lost' });
    expect(view().dialog).toMatchObject({ error: needsConnection });
    actor.send({ type: 'end.confirmed' });
    expect(view().dialog).toMatchObject({ busy: false });
  });
});
