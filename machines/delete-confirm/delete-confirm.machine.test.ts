import { describe, expect, it } from 'vitest';
import { testPaths } from '../testing/test-paths.ts';
import { startMachine } from '../testing/start-machine.ts';
import { deleteConfirmMachine } from './delete-confirm.machine.ts';
import { bannerDelete, deleteConfirmPaths } from './delete-confirm.paths.ts';
import { deleteConfirmView } from './delete-confirm.view.ts';
import { deleteConfirmProperties } from './delete-confirm.properties.ts';

testPaths(deleteConfirmPaths, deleteConfirmProperties);

function start() {
  const run = startMachine(deleteConfirmMachine, bannerDelete);
  return { ...run, view: () => deleteConfirmView(run.actor.getSnapshot()) };
}

describe('a delete', () => {
  it('asks first, with the texts of its input', () => {
    const { fakes, view } = start();
    expect(view()).toMatchObject({ status: 'ready', labels: bannerDelete.labels, failure: null, canCancel: true });
    expect(fakes.started).toEqual([]);
  });

  it.each([
    ['deleted', { kind: 'deleted', appendedAt: 5 }, null],
    ['pending', { kind: 'pending', appendedAt: 5, reason: { kind: 'offline' } }, { kind: 'offline' }],
  ] as const)('that is %s returns so, and what takes the focus', async (_, deleted, pending) => {
    const { actor, answer, fakes, view } = start();
    actor.send({ type: 'delete.confirmed' });
    expect(view()).toMatchObject({ status: 'submitting', busy: true, canCancel: false });
    expect(fakes.last('deleteItem').input).toEqual({ websiteId: '5', id: '7', label: 'Banner' });
    await answer('deleteItem', deleted);
    expect(actor.getSnapshot().output).toEqual({ kind: 'deleted', id: '7', pending, appendedAt: 5, focusAfter: '8' });
  });

  it('that ends in an error stays open with the reason, and can be tried again', async () => {
    const { actor, answer, fail, view } = start();
    actor.send({ type: 'delete.confirmed' });
    await answer('deleteItem', { kind: 'failed', message: 'In use.' });
    expect(view()).toMatchObject({ status: 'error', failure: { title: 'Failed to delete block: 7', reason: 'In use.' } });
    actor.send({ type: 'delete.confirmed' });
    expect(view().failure).toBeNull();
    await fail('deleteItem');
    expect(view().failure?.reason).toBeNull();
  });

  it('that was rejected returns so when it is cancelled afterwards: the list of items may be out of date', async () => {
    const { actor, answer } = start();
    actor.send({ type: 'delete.confirmed' });
    await answer('deleteItem', { kind: 'failed', message: 'In use.' });
    actor.send({ type: 'cancel.requested' });
    expect(actor.getSnapshot().output).toEqual({ kind: 'cancelled', rejected: true });
  });

  it('leaves nothing behind when it is cancelled', () => {
    const { actor, view } = start();
    actor.send({ type: 'cancel.requested' });
    expect(actor.getSnapshot().output).toEqual({ kind: 'cancelled' });
    expect(view().status).toBe('closed');
  });
});
