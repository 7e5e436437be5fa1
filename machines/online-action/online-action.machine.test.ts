import type { Disconnection } from '#contract/disconnection.ts';
import { describe, expect, it } from 'vitest';
import { testPaths } from '../testing/test-paths.ts';
import { answered, noAnswer, refused } from '../testing/api-results.ts';
import { startMachine } from '../testing/start-machine.ts';
import { onlineActionMachine } from './online-action.machine.ts';
import { clearCacheLabels, onlineActionPaths } from './online-action.paths.ts';
import { onlineActionView } from './online-action.view.ts';
import { onlineActionProperties } from './online-action.properties.ts';

testPaths(onlineActionPaths, onlineActionProperties);

const trouble = { kind: 'trouble', status: 500, message: 'Full.', isForeign: false } as const;

function start(online: boolean, labels = clearCacheLabels) {
  const run = startMachine(onlineActionMachine, { online, labels });
  return { ...run, view: (met: Disconnection | null = null) => onlineActionView(run.actor.getSnapshot(), met) };
}

describe('an action that needs the network', () => {
  it('shows a toast when it is done', async () => {
    const { actor, answer, emitted, fakes, view } = start(true);
    actor.send({ type: 'action.requested', payload: { websiteId: '5' } });
    expect(view()).toMatchObject({ status: 'submitting', canRun: false });
    expect(fakes.last('runAction').input).toEqual({ payload: { websiteId: '5' } });
    await answer('runAction', answered({ ok: true }));
    expect(view()).toMatchObject({ status: 'done', canRun: true });
    expect(emitted).toEqual([
      { type: 'toast', toast: { type: 'success', ...clearCacheLabels.done } },
      { type: 'action.done', data: { ok: true } },
    ]);
  });

  it('is done a second time as it is asked the second time', async () => {
    const { actor, answer, fakes } = start(true);
    actor.send({ type: 'action.requested', payload: { websiteId: '5' } });
    await answer('runAction', answered({ ok: true }));
    actor.send({ type: 'action.requested', payload: { websiteId: '6' } });
    expect(fakes.started.map(({ input }) => input)).toEqual([{ payload: { websiteId: '5' } }, { payload: { websiteId: '6' } }]);
  });

  it.each([refused('internal_error', 'Broken.'), noAnswer])('shows a toast when it ends in an error: %j', async (result) => {
    const { actor, answer, emitted, view } = start(true);
    actor.send({ type: 'action.requested', payload: null });
    await answer('runAction', result);
    expect(view()).toMatchObject({ status: 'error', canRun: true, message: clearCacheLabels.error.content });
    expect(emitted).toEqual([{ type: 'toast', toast: { type: 'error', ...clearCacheLabels.error } }]);
  });

  it("shows the server's message where the action has none of its own", async () => {
    const { actor, answer, view } = start(true, { ...clearCacheLabels, error: { title: 'Error', content: null } });
    actor.send({ type: 'action.requested', payload: null });
    await answer('runAction', refused('internal_error', 'The disk is full.'));
    expect(view().message).toBe('The disk is full.');
  });

  it('shows before the click why it can not be used offline', () => {
    const { actor, fakes, view } = start(false);
    expect(view()).toMatchObject({ status: 'offline', canRun: false, reason: 'Clearing the cache needs a connection.' });
    expect(view({ kind: 'noAnswer' }).reason).toBe('The server does not answer. Clearing the cache is possible once the server answers.');
    expect(view(trouble).reason).toBe('The server has trouble (500: Full). Clearing the cache is possible once the server works again.');
    actor.send({ type: 'action.requested', payload: null });
    expect(fakes.started).toHaveLength(0);
    actor.send({ type: 'connection.restored' });
    expect(view().canRun).toBe(true);
    actor.send({ type: 'connection.lost' });
    expect(view().canRun).toBe(false);
  });

  it('goes offline after an error that the connection caused', async () => {
    const { actor, answer, view } = start(true);
    actor.send({ type: 'action.requested', payload: null });
    actor.send({ type: 'connection.lost' });
    await answer('runAction', noAnswer);
    expect(view()).toMatchObject({ status: 'offline', canRun: false });
  });

  it('can be cancelled, and started again', async () => {
    const { actor, emitted, fakes, view } = start(true);
    actor.send({ type: 'action.requested', payload: '5' });
    actor.send({ type: 'action.cancelled' });
    expect(view()).toMatchObject({ status: 'ready', canRun: true });
    expect(emitted).toEqual([]);
    actor.send({ type: 'action.requested', payload: '5' });
    expect(fakes.started).toHaveLength(2);
  });
});
