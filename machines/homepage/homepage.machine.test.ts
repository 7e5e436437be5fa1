import { describe, expect, it } from 'vitest';
import { testPaths } from '../testing/test-paths.ts';
import { startMachine } from '../testing/start-machine.ts';
import { homepageMachine } from './homepage.machine.ts';
import { blocksSnapshot, exampleBlocks, homepagePaths, openHomepage, refusedResult, storedResult } from './homepage.paths.ts';
import type { MoveBy } from '../arranging.ts';
import { homepageView } from './homepage.view.ts';
import { homepageProperties } from './homepage.properties.ts';

testPaths(homepagePaths, homepageProperties);

const reordered = (...ids: readonly string[]) =>
  ids.map(
    (id, at) =>
      ({ ...(exampleBlocks.find((block) => block.id === id) ?? exampleBlocks[0]), id, priority: at + 1 }) as (typeof exampleBlocks)[number],
  );

describe('loading', () => {
  it('opens at once with what the page showed before', () => {
    const run = startMachine(homepageMachine, { websiteId: '5', remembered: blocksSnapshot() });
    expect(homepageView(run.actor.getSnapshot())).toMatchObject({ status: 'ready', fetchedAt: 1000 });
  });

  it('shows why loading failed, and loads again when the connection is back', async () => {
    const run = startMachine(homepageMachine, { websiteId: '5' });
    const view = () => homepageView(run.actor.getSnapshot());
    expect(view()).toMatchObject({ status: 'loading', rows: [] });
    await run.answer('loadBlocks', { kind: 'failed', code: 'offlineNeverLoaded', message: 'Never loaded here.' });
    expect(view()).toMatchObject({ status: 'error', failure: { message: 'Never loaded here.' } });
    run.actor.send({ type: 'connection.restored' });
    await run.answer('loadBlocks', { kind: 'loaded', snapshot: blocksSnapshot() });
    expect(view()).toMatchObject({ status: 'ready', failure: null });
  });

  it('shows when the screen no longer follows the store', async () => {
    const run = await openHomepage();
    await run.fail('watchBlocks');
    expect(run.view().banners.map((banner) => banner.kind)).toEqual(['watchLost']);
  });
});

describe('the list', () => {
  it('shows all but the footer, with locks, hidden blocks and pending changes', async () => {
    const { ids, row, view, receive } = await openHomepage();
    expect(ids()).toEqual(['cover', 'text', 'staff', 'map']);
    expect(view().blocks.map((block) => block.id)).toContain('footer');
    expect(row('cover').lock).toBe('This component can not be moved or hidden.');
    expect(row('text')).toMatchObject({ lock: null, place: 2, hidden: false, canMoveUp: false, canMoveDown: true });
    expect(row('map')).toMatchObject({ hidden: true, canMoveUp: true, canMoveDown: false });
    receive({ readAt: 20, pendingBlocks: { map: { status: 'pending', message: null } }, order: { status: 'rejected', message: 'No.' } });
    expect(row('map').pending).toEqual({ status: 'pending', message: null });
    expect(view().banners).toEqual([{ kind: 'orderRejected', tone: 'error', text: 'The order needs attention. No.' }]);
    receive({ readAt: 21, order: { status: 'pending', message: null } });
    expect(view().banners.map((banner) => banner.kind)).toEqual(['orderPending']);
  });

  it.each([
    ['byron', true, true],
    ['versatile', true, true],
    ['minimal', false, false],
    [null, false, true],
  ] as const)('of %s: adding %s, deleting %s', async (theme, adding, deleting) => {
    const run = await openHomepage(blocksSnapshot({ theme }));
    expect(run.view()).toMatchObject({ showsAdd: adding, showsDelete: deleting });
    expect(run.row('text').cannotDuplicate === null).toBe(adding);
    expect(run.row('text').cannotDelete === null).toBe(deleting);
    run.go({ kind: 'add' });
    expect(run.view().dialog).toBe(adding ? 'adding' : 'none');
    const other = await openHomepage(blocksSnapshot({ theme }));
    other.actor.send({ type: 'delete.requested', id: 'text' });
    expect(other.view().dialog).toBe(deleting ? 'deleting' : 'none');
  });

  it('does nothing to locked blocks', async () => {
    const { actor, row, mutations, view } = await openHomepage();
    actor.send({ type: 'block.lifted', id: 'cover', by: 'pointer' });
    actor.send({ type: 'move.requested', id: 'cover', by: 'down' });
    actor.send({ type: 'visibility.toggled', id: 'cover' });
    actor.send({ type: 'duplicate.requested', id: 'cover' });
    actor.send({ type: 'delete.requested', id: 'cover' });
    expect(view()).toMatchObject({ lifted: null, dialog: 'none' });
    expect(mutations()).toEqual([]);
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
    const { actor, announced, ids, row } = await openHomepage();
    actor.send({ type: 'block.lifted', id: 'text', by: 'keyboard' });
    expect(announced()).toBe('Text lifted');
    expect(row('text').liftedTo).toBe(2);
    actor.send({ type: 'block.movedOver', overId: 'map' });
    expect(announced()).toBe('Text moved to 4 of 4');
    actor.send({ type: 'block.movedOver', overId: 'cover' });
    expect(announced(), 'a locked block is no place').toBe('Text moved to 4 of 4');
    actor.send({ type: 'block.movedOver', overId: 'staff' });
    expect(ids(), 'the rows stay until the drop').toEqual(['cover', 'text', 'staff', 'map']);
    actor.send({ type: 'block.dropped' });
    expect(announced()).toBe('Text dropped at 3 of 4');
    expect(ids()).toEqual(['cover', 'staff', 'text', 'map']);
  });

  it('by keys goes place by place and to the ends, and every key is announced', async () => {
    const { actor, announced, ids, view } = await openHomepage();
    const place = () => view().rows.map(({ id, liftedTo, crossed }) => (liftedTo === null ? (crossed ? `${id} crossed` : id) : liftedTo));
    actor.send({ type: 'block.lifted', id: 'text', by: 'keyboard' });
    const press = (by: MoveBy) => {
      actor.send({ type: 'move.requested', id: 'text', by });
      return announced();
    };
    expect(press('up')).toBe('Text stays at 2 of 4');
    expect(press('down')).toBe('Text moved to 3 of 4');
    expect(place()).toEqual(['cover', 3, 'staff crossed', 'map']);
    expect(press('down')).toBe('Text moved to 4 of 4');
    expect(press('down')).toBe('Text stays at 4 of 4');
    expect(press('top')).toBe('Text moved to 2 of 4');
    expect(place()).toEqual(['cover', 2, 'staff', 'map']);
    expect(press('bottom')).toBe('Text moved to 4 of 4');
    actor.send({ type: 'move.requested', id: 'map', by: 'up' });
    expect(announced(), 'only the lifted block moves').toBe('Text moved to 4 of 4');
    actor.send({ type: 'block.dropped' });
    expect(ids()).toEqual(['cover', 'staff', 'map', 'text']);
  });

  it('is cancelled without a trace', async () => {
    const { actor, announced, ids, mutations } = await openHomepage();
    actor.send({ type: 'block.lifted', id: 'text', by: 'keyboard' });
    actor.send({ type: 'block.movedOver', overId: 'map' });
    actor.send({ type: 'block.dropCancelled' });
    expect(announced()).toBe('Moving cancelled');
    expect(ids()).toEqual(['cover', 'text', 'staff', 'map']);
    expect(mutations()).toEqual([]);
  });

  it('to the place where it was is no change', async () => {
    const { actor, drag, mutations, view } = await openHomepage();
    drag('text', 'text');
    actor.send({ type: 'block.lifted', id: 'text', by: 'pointer' });
    actor.send({ type: 'block.dropped' });
    expect(mutations()).toEqual([]);
    expect(view().undo).toBeNull();
  });

  it('ends when the block goes away elsewhere', async () => {
    const { actor, receive, announced, view } = await openHomepage();
    actor.send({ type: 'block.lifted', id: 'text', by: 'pointer' });
    receive({ readAt: 20, blocks: exampleBlocks.filter((block) => block.id !== 'text') });
    expect(view().lifted).toBeNull();
    expect(announced()).toBe('Moving cancelled');
  });

  it('sends the whole order, shows it at once, and without a flicker until the store shows it too', async () => {
    const { drag, receive, ids, sent, finish, toasts, view } = await openHomepage();
    drag('text', 'map');
    const moved = ['cover', 'staff', 'map', 'text'];
    expect(sent()).toEqual({ websiteId: '5', changeId: 1, change: { kind: 'order', order: [...moved, 'footer'] } });
    expect(view().saving).toBe(true);
    receive({ readAt: 12 });
    expect(ids(), 'read before the mutation was in the outbox').toEqual(moved);
    finish(storedResult('saved', null, 15));
    expect(toasts()).toMatchObject([{ type: 'success', title: 'Saving page order', content: 'The website preview will update shortly' }]);
    receive({ readAt: 14 });
    expect(ids()).toEqual(moved);
    receive({ readAt: 15, blocks: reordered('cover', 'staff', 'map', 'text', 'footer') });
    expect(ids()).toEqual(moved);
    receive({ readAt: 16 });
    expect(ids(), 'the store decides again').toEqual(['cover', 'text', 'staff', 'map']);
  });

  it('that is rejected shows the order of the server again, and why', async () => {
    const { drag, ids, finish, toasts, view } = await openHomepage();
    drag('text', 'map');
    finish(refusedResult('Not allowed.'));
    expect(ids()).toEqual(['cover', 'text', 'staff', 'map']);
    expect(toasts()).toEqual([{ type: 'error', title: 'Error', content: 'Not allowed.' }]);
    // Nothing of it is left in the outbox that could be shown.
    expect(view().banners).toEqual([{ kind: 'orderError', tone: 'error', text: 'The order was not saved. Not allowed.' }]);
    expect(view().undo).toBeNull();
    drag('text', 'map');
    expect(view().banners).toEqual([]);
  });

  it('is pending without a connection', async () => {
    const { drag, ids, finish, toasts } = await openHomepage();
    drag('text', 'map');
    finish(storedResult('pending'));
    expect(ids()).toEqual(['cover', 'staff', 'map', 'text']);
    expect(toasts()[0]).toMatchObject({ title: 'Saved on this device', content: 'It will be sent when you are back online.' });
  });

  it('by the menu goes one place and keeps the focus; of several at once none is lost', async () => {
    const { actor, ids, announced, mutations, toasts, view } = await openHomepage();
    actor.send({ type: 'move.requested', id: 'text', by: 'down' });
    actor.send({ type: 'move.requested', id: 'text', by: 'down' });
    actor.send({ type: 'move.requested', id: 'text', by: 'down' });
    expect(announced()).toBe('Text moved to 4 of 4');
    expect(view().focus).toEqual({ blockId: 'text', count: 2 });
    expect(mutations().map(({ id }) => id)).toEqual(['mutation-1', 'mutation-2']);
    const answer = { kind: 'saved', blockId: null, appendedAt: 15 } as const;
    actor.send({ type: 'mutation.finished', changeId: 1, result: answer });
    expect(ids()).toEqual(['cover', 'staff', 'map', 'text']);
    expect(toasts(), 'of several only the last has a toast').toEqual([]);
    actor.send({ type: 'mutation.finished', changeId: 2, result: answer });
    expect(toasts()).toHaveLength(1);
    actor.send({ type: 'mutation.finished', changeId: 2, result: answer });
    expect(toasts(), 'each result counts once').toHaveLength(1);
  });
});

describe('a snapshot of the store', () => {
  it('is ignored when it is older than the last one', async () => {
    const { receive, ids } = await openHomepage();
    receive({ readAt: 30, blocks: reordered('cover', 'staff', 'text', 'map', 'footer') });
    receive({ readAt: 20 });
    expect(ids()).toEqual(['cover', 'staff', 'text', 'map']);
  });

  it('closes the editor of a block that has gone', async () => {
    const { go, receive, announced, view } = await openHomepage();
    go({ kind: 'block', blockId: 'text' });
    expect(view().open?.block?.label).toBe('Text');
    receive({ readAt: 20, blocks: exampleBlocks.filter((block) => block.id !== 'text') });
    expect(view().open).toBeNull();
    expect(announced()).toBe('Text is no longer there');
  });
});

describe('the address', () => {
  const block = (blockId: string) => ({ kind: 'block', blockId }) as const;

  it.each([
    [{ kind: 'list' }, 'list', 'none'],
    [{ kind: 'add' }, 'list', 'adding'],
    [block('staff'), 'editor', 'none'],
    [block('footer'), 'locating', 'none'],
  ] as const)('decides what is shown first: %j', async (address, panel, dialog) => {
    const remembered = startMachine(homepageMachine, { websiteId: '5', address, remembered: blocksSnapshot() });
    expect(homepageView(remembered.actor.getSnapshot())).toMatchObject({ panel, dialog });
    const loaded = startMachine(homepageMachine, { websiteId: '5' });
    loaded.actor.send({ type: 'address.changed', address });
    await loaded.answer('loadBlocks', { kind: 'loaded', snapshot: blocksSnapshot() });
    expect(homepageView(loaded.actor.getSnapshot())).toMatchObject({ panel, dialog });
  });

  it('leads from editor to editor, and back to the list, where the row takes the focus', async () => {
    const { go, view } = await openHomepage();
    go(block('text'));
    go(block('map'));
    expect(view()).toMatchObject({ open: { blockId: 'map' }, focus: { count: 0 } });
    go({ kind: 'list' });
    expect(view()).toMatchObject({ panel: 'list', open: null, focus: { blockId: 'map', count: 1 } });
  });

  it('closes Add Block when it names something else, and a delete dialog over a screen that is left', async () => {
    const { actor, go, view } = await openHomepage();
    go({ kind: 'add' });
    go({ kind: 'list' });
    expect(view().dialog).toBe('none');
    actor.send({ type: 'delete.requested', id: 'staff' });
    go({ kind: 'list' });
    expect(view().dialog, 'nothing has changed').toBe('deleting');
    go(block('text'));
    expect(view()).toMatchObject({ dialog: 'none', open: { blockId: 'text' } });
  });

  it('changes from a local id to the server’s', async () => {
    const { actor, go, receive, view } = await openHomepage();
    const local = { ...exampleBlocks[1], id: 'local:1', label: 'Local', priority: 5 } as (typeof exampleBlocks)[number];
    receive({ readAt: 20, blocks: [...exampleBlocks, local] });
    go(block('local:1'));
    receive({ readAt: 21, blocks: [...exampleBlocks, { ...local, id: '9' }], idMap: { 'local:1': '9' } });
    expect(actor.getSnapshot().context.address).toEqual(block('9'));
    expect(view().open).toMatchObject({ blockId: '9', editorId: 'local:1' });
    go({ kind: 'list' });
    go(block('local:1'));
    expect(actor.getSnapshot().context.address, 'also by an older link').toEqual(block('9'));
  });

  it('of an unknown block refetches once before the screen says so; the block opens if it arrives later', async () => {
    const { actor, answer, fakes, go, receive, view } = await openHomepage();
    const asked = () => fakes.started.filter(({ name }) => name === 'refreshBlocks').length;
    go(block('77'));
    expect(view()).toMatchObject({ panel: 'locating', open: null });
    await answer('refreshBlocks', { kind: 'loaded', snapshot: blocksSnapshot({ readAt: 20 }) });
    expect(view().panel).toBe('missing');
    expect(asked()).toBe(1);
    actor.send({ type: 'connection.restored' });
    expect([view().panel, asked()]).toEqual(['locating', 2]);
    await answer('refreshBlocks', { kind: 'failed', code: 'unknown', message: 'Broken.' });
    expect(view().panel).toBe('missing');
    const late = { ...exampleBlocks[1], id: '77', label: 'Late', priority: 5 } as (typeof exampleBlocks)[number];
    receive({ readAt: 30, blocks: [...exampleBlocks, late] });
    expect(view()).toMatchObject({ panel: 'editor', open: { blockId: '77' } });
  });

  it('of a block that the refetch brings opens it', async () => {
    const { answer, go, view } = await openHomepage();
    go(block('77'));
    const added = { ...exampleBlocks[1], id: '77', label: 'New', priority: 5 } as (typeof exampleBlocks)[number];
    await answer('refreshBlocks', { kind: 'loaded', snapshot: blocksSnapshot({ readAt: 20, blocks: [...exampleBlocks, added] }) });
    expect(view()).toMatchObject({ panel: 'editor', open: { blockId: '77' } });
  });

  it('of Add Block waits for the theme; on a theme without it the list is shown, with the reason', async () => {
    const { go, receive, toasts, view, actor } = await openHomepage(blocksSnapshot({ theme: null }));
    go({ kind: 'add' });
    expect([view().dialog, toasts()]).toEqual(['none', []]);
    receive({ readAt: 20, theme: 'minimal' });
    expect(toasts()).toEqual([{ type: 'info', title: 'No block can be added', content: 'Blocks can not be added to this theme.' }]);
    expect(actor.getSnapshot().context.address).toEqual({ kind: 'list' });
    receive({ readAt: 21, theme: 'byron' });
    expect(view().dialog).toBe('none');
    go({ kind: 'add' });
    expect(view().dialog).toBe('adding');
  });

  it.each([
    ['cancelled', async (run: Awaited<ReturnType<typeof openHomepage>>) => run.answer('addBlock', { kind: 'cancelled' })],
    ['broken', async (run: Awaited<ReturnType<typeof openHomepage>>) => run.fail('addBlock')],
  ])('returns to the list when the dialog is %s', async (_, end) => {
    const run = await openHomepage();
    run.go({ kind: 'add' });
    await end(run);
    expect(run.actor.getSnapshot().context.address).toEqual({ kind: 'list' });
    expect(run.view()).toMatchObject({ panel: 'list', dialog: 'none' });
  });

  it('ends a move that is under way', async () => {
    const { actor, go, view } = await openHomepage();
    actor.send({ type: 'block.lifted', id: 'text', by: 'pointer' });
    go(block('staff'));
    expect(view()).toMatchObject({ panel: 'editor', lifted: null });
  });
});

it('a finished mutation does not stay in memory', async () => {
  const { actor, finish } = await openHomepage();
  const mutations = () => Object.keys(actor.getSnapshot().children).filter((id) => id.startsWith('mutation-'));
  actor.send({ type: 'visibility.toggled', id: 'staff' });
  expect(mutations()).toHaveLength(1);
  finish(storedResult('saved'));
  expect(mutations()).toEqual([]);
});
