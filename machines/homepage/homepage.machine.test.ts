import { describe, expect, it } from 'vitest';
import { checkPaths } from '../testing/check-paths.ts';
import { startMachine } from '../testing/start-machine.ts';
import { homepageMachine } from './homepage.machine.ts';
import { openHomepage, refusedChange, taken } from './homepage.opened.ts';
import { blocks, homepagePaths, snapshotOf } from './homepage.paths.ts';
import { homepageView } from './homepage.view.ts';

checkPaths(homepagePaths);

const reordered = (...ids: readonly string[]) =>
  ids.map((id, at) => ({ ...(blocks.find((block) => block.id === id) ?? blocks[0]), id, priority: at + 1 }) as (typeof blocks)[number]);

describe('loading', () => {
  it('opens at once with what the page showed before', () => {
    const run = startMachine(homepageMachine, { websiteId: '5', remembered: snapshotOf() });
    expect(homepageView(run.actor.getSnapshot())).toMatchObject({ status: 'ready', fetchedAt: 1000 });
  });

  it('says why there is nothing to show, and tries again when the connection is back', async () => {
    const run = startMachine(homepageMachine, { websiteId: '5' });
    const view = () => homepageView(run.actor.getSnapshot());
    expect(view()).toMatchObject({ status: 'loading', rows: [] });
    await run.answer('loadBlocks', { kind: 'failed', code: 'offlineNeverLoaded', message: 'Never loaded here.' });
    expect(view()).toMatchObject({ status: 'failed', failure: { message: 'Never loaded here.' } });
    run.actor.send({ type: 'connection.restored' });
    await run.answer('loadBlocks', { kind: 'loaded', snapshot: snapshotOf() });
    expect(view()).toMatchObject({ status: 'ready', failure: null });
  });

  it('tells when the list is no longer followed', async () => {
    const run = await openHomepage();
    await run.fail('watchBlocks');
    expect(run.view().banners.map((banner) => banner.kind)).toEqual(['watchLost']);
  });
});

describe('the list', () => {
  it('shows all but the footer, with locks, hidden ones and what waits', async () => {
    const { ids, row, view, hear } = await openHomepage();
    expect(ids()).toEqual(['cover', 'text', 'staff', 'map']);
    expect(view().blocks.map((block) => block.id)).toContain('footer');
    expect(row('cover').lock).toBe('This component can not be moved or hidden.');
    expect(row('text')).toMatchObject({ lock: null, place: 2, hidden: false, canMoveUp: false, canMoveDown: true });
    expect(row('map')).toMatchObject({ hidden: true, canMoveUp: true, canMoveDown: false });
    hear({ readAt: 20, waiting: { map: { status: 'pending', message: null } }, order: { status: 'rejected', message: 'No.' } });
    expect(row('map').waiting).toEqual({ status: 'pending', message: null });
    expect(view().banners).toEqual([{ kind: 'orderRefused', tone: 'error', text: 'The order needs attention. No.' }]);
    hear({ readAt: 21, order: { status: 'pending', message: null } });
    expect(view().banners.map((banner) => banner.kind)).toEqual(['orderWaiting']);
  });

  it.each([
    ['byron', true, true],
    ['versatile', true, true],
    ['minimal', false, false],
    [null, false, true],
  ] as const)('of %s: adding %s, deleting %s', async (theme, adding, deleting) => {
    const run = await openHomepage(snapshotOf({ theme }));
    expect(run.view()).toMatchObject({ showsAdd: adding, showsDelete: deleting });
    expect(run.row('text').cannotDuplicate === null).toBe(adding);
    expect(run.row('text').cannotDelete === null).toBe(deleting);
    run.actor.send({ type: 'add.requested' });
    expect(run.view().dialog).toBe(adding ? 'adding' : 'none');
    const other = await openHomepage(snapshotOf({ theme }));
    other.actor.send({ type: 'delete.requested', id: 'text' });
    expect(other.view().dialog).toBe(deleting ? 'deleting' : 'none');
  });

  it('does nothing to locked blocks', async () => {
    const { actor, row, submissions, view } = await openHomepage();
    actor.send({ type: 'block.lifted', id: 'cover', by: 'pointer' });
    actor.send({ type: 'move.requested', id: 'cover', by: 'down' });
    actor.send({ type: 'visibility.toggled', id: 'cover' });
    actor.send({ type: 'duplicate.requested', id: 'cover' });
    actor.send({ type: 'delete.requested', id: 'cover' });
    expect(view()).toMatchObject({ lifted: null, dialog: 'none' });
    expect(submissions()).toEqual([]);
    expect(row('cover')).toMatchObject({
      cannotDelete: 'This component can not be deleted.',
      cannotDuplicate: 'This component can not be duplicated.',
      cannotCopy: 'This component can not be copied.',
    });
  });

  it('outlines what is hovered', async () => {
    const { actor, row, view } = await openHomepage();
    actor.send({ type: 'block.hovered', id: 'map' });
    expect(row('map').hovered).toBe(true);
    actor.send({ type: 'block.hovered', id: null });
    expect(view().hoveredId).toBeNull();
  });
});

describe('moving', () => {
  it('is announced from lift to drop', async () => {
    const { actor, said, ids, row } = await openHomepage();
    actor.send({ type: 'block.lifted', id: 'text', by: 'keyboard' });
    expect(said()).toBe('Text lifted');
    expect(row('text').lifted).toBe(true);
    actor.send({ type: 'block.movedOver', overId: 'map' });
    expect(said()).toBe('Text moved to 4 of 4');
    actor.send({ type: 'block.movedOver', overId: 'cover' });
    expect(said(), 'a locked block is no place').toBe('Text moved to 4 of 4');
    actor.send({ type: 'block.movedOver', overId: 'staff' });
    expect(ids(), 'the rows stay until the drop').toEqual(['cover', 'text', 'staff', 'map']);
    actor.send({ type: 'block.dropped' });
    expect(said()).toBe('Text dropped at 3 of 4');
    expect(ids()).toEqual(['cover', 'staff', 'text', 'map']);
  });

  it('is cancelled without a trace', async () => {
    const { actor, said, ids, submissions } = await openHomepage();
    actor.send({ type: 'block.lifted', id: 'text', by: 'keyboard' });
    actor.send({ type: 'block.movedOver', overId: 'map' });
    actor.send({ type: 'block.dropCancelled' });
    expect(said()).toBe('Moving cancelled');
    expect(ids()).toEqual(['cover', 'text', 'staff', 'map']);
    expect(submissions()).toEqual([]);
  });

  it('back to where it was is no change', async () => {
    const { actor, drag, submissions, view } = await openHomepage();
    drag('text', 'text');
    actor.send({ type: 'block.lifted', id: 'text', by: 'pointer' });
    actor.send({ type: 'block.dropped' });
    expect(submissions()).toEqual([]);
    expect(view().undo).toBeNull();
  });

  it('ends when the block goes away elsewhere', async () => {
    const { actor, hear, said, view } = await openHomepage();
    actor.send({ type: 'block.lifted', id: 'text', by: 'pointer' });
    hear({ readAt: 20, blocks: blocks.filter((block) => block.id !== 'text') });
    expect(view().lifted).toBeNull();
    expect(said()).toBe('Moving cancelled');
  });

  it('sends the whole order, shows it at once, and without a flicker until the store shows it too', async () => {
    const { drag, hear, ids, sent, settle, toasts, view } = await openHomepage();
    drag('text', 'map');
    const moved = ['cover', 'staff', 'map', 'text'];
    expect(sent()).toEqual({ websiteId: '5', turn: 1, change: { kind: 'order', order: [...moved, 'footer'] } });
    expect(view().saving).toBe(true);
    hear({ readAt: 12 });
    expect(ids(), 'read before the command stood in the queue').toEqual(moved);
    settle(taken('saved', null, 15));
    expect(toasts()).toEqual([{ type: 'success', title: 'Saving page order', content: 'The website preview will update shortly' }]);
    hear({ readAt: 14 });
    expect(ids()).toEqual(moved);
    hear({ readAt: 15, blocks: reordered('cover', 'staff', 'map', 'text', 'footer') });
    expect(ids()).toEqual(moved);
    hear({ readAt: 16 });
    expect(ids(), "the store's word counts again").toEqual(['cover', 'text', 'staff', 'map']);
  });

  it('that is refused shows the order of the server again, and why', async () => {
    const { drag, ids, settle, toasts, view } = await openHomepage();
    drag('text', 'map');
    settle(refusedChange('Not allowed.'));
    expect(ids()).toEqual(['cover', 'text', 'staff', 'map']);
    expect(toasts()).toEqual([{ type: 'error', title: 'Error', content: 'Not allowed.' }]);
    // Nothing of it is left in the outbox that could be shown.
    expect(view().banners).toEqual([{ kind: 'orderFailed', tone: 'error', text: 'The order was not saved. Not allowed.' }]);
    expect(view().undo).toBeNull();
    drag('text', 'map');
    expect(view().banners).toEqual([]);
  });

  it('is kept without a connection', async () => {
    const { drag, ids, settle, toasts } = await openHomepage();
    drag('text', 'map');
    settle(taken('kept'));
    expect(ids()).toEqual(['cover', 'staff', 'map', 'text']);
    expect(toasts()[0]).toMatchObject({ title: 'Saved on this device', content: 'It will be sent when you are back online.' });
  });

  it('by the menu goes one place, keeps the focus, and several at once lose nothing', async () => {
    const { actor, ids, said, submissions, toasts, view } = await openHomepage();
    actor.send({ type: 'move.requested', id: 'text', by: 'down' });
    actor.send({ type: 'move.requested', id: 'text', by: 'down' });
    actor.send({ type: 'move.requested', id: 'text', by: 'down' });
    expect(said()).toBe('Text moved to 4 of 4');
    expect(view().focus).toEqual({ blockId: 'text', count: 2 });
    expect(submissions().map(({ id }) => id)).toEqual(['submission-1', 'submission-2']);
    const answer = { kind: 'saved', blockId: null, appendedAt: 15 } as const;
    actor.send({ type: 'submission.settled', turn: 1, submitted: answer });
    expect(ids()).toEqual(['cover', 'staff', 'map', 'text']);
    expect(toasts(), 'of several only the last is told').toEqual([]);
    actor.send({ type: 'submission.settled', turn: 2, submitted: answer });
    expect(toasts()).toHaveLength(1);
    actor.send({ type: 'submission.settled', turn: 2, submitted: answer });
    expect(toasts(), 'each is heard once').toHaveLength(1);
  });
});

describe('what comes from the store', () => {
  it('is not heard when it is older than what is shown', async () => {
    const { hear, ids } = await openHomepage();
    hear({ readAt: 30, blocks: reordered('cover', 'staff', 'text', 'map', 'footer') });
    hear({ readAt: 20 });
    expect(ids()).toEqual(['cover', 'staff', 'text', 'map']);
  });

  it('closes the editor of a block that has gone', async () => {
    const { actor, hear, said, view } = await openHomepage();
    actor.send({ type: 'block.opened', id: 'text' });
    expect(view().open?.block?.label).toBe('Text');
    hear({ readAt: 20, blocks: blocks.filter((block) => block.id !== 'text') });
    expect(view().open).toBeNull();
    expect(said()).toBe('Text is no longer there');
  });
});

it('a change that is over does not stay in memory', async () => {
  const { actor, settle } = await openHomepage();
  const submissions = () => Object.keys(actor.getSnapshot().children).filter((id) => id.startsWith('submission-'));
  actor.send({ type: 'visibility.toggled', id: 'staff' });
  expect(submissions()).toHaveLength(1);
  settle(taken('saved'));
  expect(submissions()).toEqual([]);
});
