import { createActor } from 'xstate';
import { fromCallback, fromPromise } from '../actor-logic.ts';
import { describe, expect, it } from 'vitest';
import { blockMutationMachine } from '../block-mutation/block-mutation.machine.ts';
import type { BlocksLoaded, BlockSubmission, BlockSaveResult } from '../block-ports.ts';
import type { PendingChange } from '../ports.ts';
import { flushPromises } from '../testing/fake-actors.ts';
import { startMachine } from '../testing/start-machine.ts';
import { homepageMachine } from './homepage.machine.ts';
import { exampleBlocks, openHomepage, refusedResult, blocksSnapshot, storedResult } from './homepage.paths.ts';
import { homepageView } from './homepage.view.ts';

describe('hiding', () => {
  it('shows at once, is sent, and is undone when it is rejected', async () => {
    const { actor, row, sent, finish, toasts, view } = await openHomepage();
    actor.send({ type: 'visibility.toggled', id: 'text' });
    expect(row('text').hidden).toBe(true);
    expect(sent()).toMatchObject({ change: { kind: 'show', blockId: 'text', label: 'Text', enabled: false } });
    expect(view().undo).toEqual({ label: 'hiding Text' });
    finish({ kind: 'failed', code: 'quota', message: '' });
    expect(row('text').hidden).toBe(false);
    expect(toasts()[0]).toMatchObject({ title: 'Error', content: expect.stringContaining('out of space') });
    expect(view().undo).toBeNull();
  });

  it('has no toast when it is saved: the row shows it', async () => {
    const { actor, finish, toasts } = await openHomepage();
    actor.send({ type: 'visibility.toggled', id: 'map' });
    finish(storedResult('saved'));
    expect(toasts()).toEqual([]);
  });

  it('that somebody else changed too asks for a choice', async () => {
    const { actor, finish, toasts } = await openHomepage();
    actor.send({ type: 'visibility.toggled', id: 'map' });
    finish({ kind: 'conflict' });
    expect(toasts()).toMatchObject([
      { type: 'warning', title: 'Needs attention', content: expect.stringContaining('Somebody else changed this too.') },
    ]);
  });
});

describe('adding', () => {
  it('opens the editor of the new block, also before the list has it', async () => {
    const { actor, answer, fakes, go, receive, toasts, view } = await openHomepage();
    go({ kind: 'add' });
    expect(fakes.last('addBlock').input).toEqual({
      websiteId: '5',
      theme: 'byron',
      labels: ['Cover', 'Text', 'Staff', 'Map'],
      below: null,
    });
    await answer('addBlock', {
      kind: 'added',
      blockId: 'local:1',
      key: 'video',
      label: 'Video',
      pending: null,
      problem: null,
      appendedAt: 15,
    });
    expect(view()).toMatchObject({ dialog: 'none', open: { blockId: 'local:1', block: null }, undo: { label: 'adding Video' } });
    expect(toasts()).toEqual([{ type: 'success', title: 'Block Created Successfully', content: '' }]);
    receive({ readAt: 14 });
    expect(view().open).not.toBeNull();
    const video = { id: 'local:1', key: 'video', label: 'Video', priority: 5, static: false, enabled: true };
    receive({ readAt: 15, blocks: [...exampleBlocks, video] });
    expect(view().open?.block?.label).toBe('Video');
    receive({ readAt: 16, blocks: [...exampleBlocks, { ...video, id: '9' }], idMap: { 'local:1': '9' } });
    expect(view().open, 'it is the same block under its new id').toMatchObject({
      blockId: '9',
      editorId: 'local:1',
      block: { label: 'Video' },
    });
    actor.send({ type: 'undo.requested' });
    expect(view().open, 'its editor closes with it').toBeNull();
  });

  it('puts the block right below the row that somebody worked on last', async () => {
    const { actor, fakes, go, row } = await openHomepage();
    const below = () => {
      go({ kind: 'add' });
      const { input } = fakes.last('addBlock');
      go({ kind: 'list' });
      return input;
    };
    actor.send({ type: 'block.selected', id: 'text' });
    expect(row('text').selected).toBe(true);
    expect(below()).toMatchObject({ below: { blockId: 'text', label: 'Text' } });
    go({ kind: 'block', blockId: 'staff' });
    go({ kind: 'list' });
    expect(below()).toMatchObject({ below: { blockId: 'staff' } });
    actor.send({ type: 'block.selected', id: 'map' });
    expect(below(), 'the last one, where new blocks go anyway').toMatchObject({ below: null });
  });

  it('says so where the block is there, and its place was rejected', async () => {
    const { answer, go, toasts, view } = await openHomepage();
    go({ kind: 'add' });
    await answer('addBlock', {
      ...{ kind: 'added', blockId: '9', key: 'video', label: 'Video', pending: null, problem: 'No such place.', appendedAt: 15 },
    });
    expect(toasts()).toMatchObject([{ title: 'Block Created Successfully' }, { type: 'error', content: 'No such place.' }]);
    expect(view().open?.blockId).toBe('9');
  });

  it('that is cancelled changes nothing', async () => {
    const { answer, go, view } = await openHomepage();
    go({ kind: 'add' });
    await answer('addBlock', { kind: 'cancelled' });
    expect(view()).toMatchObject({ dialog: 'none', open: null, undo: null });
  });

  it('that throws shows a toast', async () => {
    const { fail, go, toasts, view } = await openHomepage();
    go({ kind: 'add' });
    await fail('addBlock');
    expect(view().dialog).toBe('none');
    expect(toasts()).toEqual([{ type: 'error', title: 'Error', content: 'An unknown error occurred' }]);
  });
});

describe('deleting', () => {
  it('asks, removes the block at once, returns to the list and moves the focus on', async () => {
    const { actor, answer, fakes, go, receive, ids, toasts, view } = await openHomepage();
    go({ kind: 'block', blockId: 'staff' });
    actor.send({ type: 'delete.requested', id: 'staff' });
    expect(fakes.last('confirmDelete').input).toMatchObject({
      item: { websiteId: '5', id: 'staff', label: 'Staff' },
      labels: { confirm: 'Delete Block', error: 'Failed to delete block: staff' },
      focusAfter: 'map',
    });
    await answer('confirmDelete', { kind: 'deleted', id: 'staff', pending: null, appendedAt: 15, focusAfter: 'map' });
    expect(ids()).toEqual(['cover', 'text', 'map']);
    expect(view()).toMatchObject({ open: null, focus: { blockId: 'map', count: 1 }, undo: { label: 'deleting Staff' } });
    expect(toasts()).toMatchObject([
      { type: 'success', title: 'Block Successfully Deleted', content: 'The website preview will update shortly' },
    ]);
    receive({ readAt: 12 });
    expect(ids(), 'read before the delete was in the outbox').toEqual(['cover', 'text', 'map']);
  });

  it('is undone with settings and place, and redone on the block that was created for it', async () => {
    const { actor, answer, receive, ids, sent, finish, view } = await openHomepage();
    actor.send({ type: 'visibility.toggled', id: 'text' });
    actor.send({ type: 'delete.requested', id: 'text' });
    await answer('confirmDelete', { kind: 'deleted', id: 'text', pending: null, appendedAt: 15, focusAfter: 'staff' });
    actor.send({ type: 'undo.requested' });
    const writes = [
      { key: 'title', value: ['Hello'] },
      { key: 'menu', value: ['3'] },
    ];
    expect(sent()).toMatchObject({
      change: { kind: 'create', key: 'text_block', label: 'Text', enabled: false, copyOf: { settings: writes }, below: 'cover' },
    });
    expect(view(), 'until it has an id').toMatchObject({ undo: null, redo: null });
    actor.send({ type: 'redo.requested' });
    finish(storedResult('pending', 'local:2', 17));
    const again = exampleBlocks.map((block) => (block.id === 'text' ? { ...block, id: 'local:2', enabled: false } : block));
    receive({ readAt: 18, blocks: again });
    expect(ids()).toEqual(['cover', 'local:2', 'staff', 'map']);
    expect(view()).toMatchObject({ undo: { label: 'hiding Text' }, redo: { label: 'deleting Text' }, focus: { blockId: 'local:2' } });
    actor.send({ type: 'undo.requested' });
    expect(sent(), 'earlier steps mean the new block too').toMatchObject({ change: { kind: 'show', blockId: 'local:2', enabled: true } });
    actor.send({ type: 'redo.requested' });
    actor.send({ type: 'redo.requested' });
    expect(sent()).toMatchObject({ change: { kind: 'delete', blockId: 'local:2' } });
    expect(ids()).toEqual(['cover', 'staff', 'map']);
  });

  it('shows the block that was created again while its delete is still applied', async () => {
    const { actor, answer, receive, ids, finish } = await openHomepage();
    actor.send({ type: 'delete.requested', id: 'staff' });
    await answer('confirmDelete', { kind: 'deleted', id: 'staff', pending: { kind: 'offline' }, appendedAt: 15, focusAfter: 'map' });
    actor.send({ type: 'undo.requested' });
    finish(storedResult('pending', 'new', 17));
    const again = exampleBlocks.map((block) => (block.id === 'staff' ? { ...block, id: 'new' } : block));
    receive({ readAt: 17, blocks: again });
    expect(ids()).toEqual(['cover', 'text', 'new', 'map']);
  });

  it('closes the editor also where the block got the server’s id while the dialog was open', async () => {
    const { actor, answer, go, ids, receive, view } = await openHomepage();
    const local = { id: 'local:1', key: 'video', label: 'Video', priority: 5, static: false, enabled: true };
    receive({ readAt: 11, blocks: [...exampleBlocks, local] });
    go({ kind: 'block', blockId: 'local:1' });
    actor.send({ type: 'delete.requested', id: 'local:1' });
    receive({ readAt: 12, blocks: [...exampleBlocks, { ...local, id: '9' }], idMap: { 'local:1': '9' } });
    await answer('confirmDelete', { kind: 'deleted', id: 'local:1', pending: null, appendedAt: 15, focusAfter: 'map' });
    expect(view()).toMatchObject({ panel: 'list', open: null, focus: { blockId: 'map' } });
    expect(ids()).not.toContain('9');
  });
});

describe('a copy', () => {
  it('goes right below, with the settings, and is a step once it has an id', async () => {
    const { actor, sent, finish, toasts, view } = await openHomepage();
    actor.send({ type: 'duplicate.requested', id: 'text' });
    expect(sent()).toMatchObject({
      websiteId: '5',
      change: { kind: 'create', key: 'text_block', label: 'Text (copy)', enabled: true, below: 'text' },
    });
    expect(view().undo).toBeNull();
    finish(storedResult('saved', '9'));
    expect(toasts()[0]?.title).toBe('Block Created Successfully');
    expect(view()).toMatchObject({ undo: { label: 'adding Text (copy)' }, focus: { blockId: '9' } });
  });

  it('whose settings were rejected is a step all the same, with the reason', async () => {
    const { actor, finish, toasts, view } = await openHomepage();
    actor.send({ type: 'duplicate.requested', id: 'text' });
    finish({ kind: 'saved', blockId: '9', appendedAt: 15, problem: 'Too long.' });
    expect(toasts().map(({ title, content }) => [title, content])).toEqual([
      ['Block Created Successfully', ''],
      ['Error', 'Too long.'],
    ]);
    expect(view().undo).toEqual({ label: 'adding Text (copy)' });
  });

  it('of a block with unknown settings has the defaults; a long name stays within the limit', async () => {
    const name = 'x'.repeat(100);
    const bare = { id: 'bare', key: 'video', label: name, priority: 6, static: false, enabled: true };
    const { actor, sent } = await openHomepage(blocksSnapshot({ blocks: [...exampleBlocks, bare] }));
    actor.send({ type: 'duplicate.requested', id: 'bare' });
    expect(sent()).toMatchObject({ change: { copyOf: null, label: `${'x'.repeat(93)} (copy)` } });
  });

  it('to another website is without what belongs to this one, and the toast says so', async () => {
    const { actor, sent, finish, toasts, view } = await openHomepage();
    actor.send({ type: 'copy.requested', id: 'text', toWebsiteId: '6', toName: 'South' });
    expect(sent()).toMatchObject({
      websiteId: '6',
      change: { kind: 'create', label: 'Text', copyOf: { settings: [{ key: 'title', value: ['Hello'] }] }, below: null },
    });
    finish(storedResult('saved', '77'));
    expect(toasts()[0]).toMatchObject({ title: 'Block Created Successfully', content: expect.stringMatching(/South now.*stay here/u) });
    expect(view().undo, 'it is no change of this website').toBeNull();
  });

  it('that was rejected shows a toast', async () => {
    const { actor, finish, toasts } = await openHomepage();
    actor.send({ type: 'duplicate.requested', id: 'staff' });
    finish(refusedResult('Too many blocks.'));
    expect(toasts()).toEqual([{ type: 'error', title: 'Error', content: 'Too many blocks.' }]);
  });
});

describe('with the mutations themselves', () => {
  it('each change is submitted at once, and each result reaches its own', async () => {
    const submitted: { readonly submission: BlockSubmission; readonly answer: (result: BlockSaveResult) => void }[] = [];
    const submitBlock = fromPromise<BlockSaveResult, BlockSubmission>(({ input }) => {
      const { promise, resolve } = Promise.withResolvers<BlockSaveResult>();
      submitted.push({ submission: input, answer: resolve });
      return promise;
    });
    const loaded: BlocksLoaded = { kind: 'loaded', snapshot: blocksSnapshot() };
    const machine = homepageMachine.provide({
      actors: {
        loadBlocks: fromPromise<BlocksLoaded, { readonly websiteId: string }>(() => Promise.resolve(loaded)),
        watchBlocks: fromCallback(() => undefined),
        mutation: blockMutationMachine.provide({ actors: { submitBlock } }),
      },
    });
    const actor = createActor(machine, { input: { websiteId: '5' } }).start();
    await flushPromises();
    actor.send({ type: 'visibility.toggled', id: 'text' });
    actor.send({ type: 'visibility.toggled', id: 'staff' });
    expect(submitted.map(({ submission }) => submission.change)).toMatchObject([{ blockId: 'text' }, { blockId: 'staff' }]);
    submitted[1]?.answer({ kind: 'refused', message: 'No.', fields: {} });
    await flushPromises();
    expect(homepageView(actor.getSnapshot()).rows.map((row) => row.hidden)).toEqual([false, true, false, true]);
    submitted[0]?.answer({ kind: 'saved', blockId: null, appendedAt: 1 });
    await flushPromises();
    expect(homepageView(actor.getSnapshot()).saving).toBe(false);
    expect(actor.getSnapshot().children, 'finished children are gone').not.toHaveProperty('mutation-1');
    actor.stop();
  });
});

const conflict = { opId: 'op', mine: false, theirs: true };

/** The list with a hide of Staff that somebody else has reverted meanwhile. */
function inConflict() {
  const run = startMachine(homepageMachine, { websiteId: '5', remembered: blocksSnapshot({ showConflicts: { staff: conflict } }) });
  return { ...run, view: () => homepageView(run.actor.getSnapshot()) };
}

describe('a hide that conflicts with somebody else’s', () => {
  it('is shown at its row alone', () => {
    expect(
      inConflict()
        .view()
        .rows.map((row) => row.conflict),
    ).toEqual([null, null, conflict, null]);
  });

  it.each(['mine', 'theirs'] as const)('is resolved there: %s', async (side) => {
    const { actor, answer, fakes, view } = inConflict();
    const before = view().focus.count;
    actor.send({ type: 'conflict.chosen', id: 'staff', side });
    expect(fakes.last('resolveConflicts').input).toEqual({ decided: [{ opId: 'op', choices: { 'staff/enabled': side } }] });
    await answer('resolveConflicts', undefined);
    expect(view().focus).toEqual({ blockId: 'staff', count: before + 1 });
    expect(view().announcement.text).toContain('Staff');
  });

  it('stays open where this device can not store the choice', async () => {
    const { actor, fail, emitted, fakes } = inConflict();
    actor.send({ type: 'conflict.chosen', id: 'staff', side: 'mine' });
    await fail('resolveConflicts');
    expect(emitted).toMatchObject([{ type: 'toast', toast: { type: 'error', content: 'Your choice could not be saved. Choose again.' } }]);
    actor.send({ type: 'conflict.chosen', id: 'staff', side: 'mine' });
    expect(fakes.started.filter(({ name }) => name === 'resolveConflicts')).toHaveLength(2);
  });

  it('is not resolved where there is none', () => {
    const { actor, fakes } = inConflict();
    actor.send({ type: 'conflict.chosen', id: 'map', side: 'mine' });
    expect(fakes.started.filter(({ name }) => name === 'resolveConflicts')).toEqual([]);
  });
});

describe('an order that conflicts with somebody else’s', () => {
  const bannersOf = (order: PendingChange) => {
    const { actor } = startMachine(homepageMachine, { websiteId: '5', remembered: blocksSnapshot({ order }) });
    return homepageView(actor.getSnapshot()).banners;
  };

  it('has a banner by which it can be resolved', () => {
    const theirs = { opId: 'op', value: ['staff', 'map'], at: null, by: null };
    expect(bannersOf({ status: 'conflict', message: null, conflict: theirs })).toEqual([
      {
        kind: 'orderConflict',
        tone: 'warning',
        text: 'Somebody else changed the order of the blocks too. Yours is not shown until you choose which to keep.',
        opId: 'op',
      },
    ]);
  });

  it('has a warning, and is no error', async () => {
    const { drag, finish, toasts, view } = await openHomepage();
    drag('text', 'map');
    finish({ kind: 'conflict' });
    expect(view().banners).toEqual([]);
    expect(toasts()).toMatchObject([{ type: 'warning', title: 'Needs attention' }]);
  });

  it('shows no later move either: it is part of the question', async () => {
    const { drag, finish, view } = await openHomepage();
    const order = () => view().rows.map(({ id }) => id);
    const before = order();
    drag('text', 'map');
    expect(order()).not.toEqual(before);
    finish({ kind: 'pending', blockId: null, appendedAt: 20, reason: { kind: 'behindConflict', fields: ['the order of the blocks'] } });
    expect(order()).toEqual(before);
  });

  it('is distinguished from a rejected and a pending one', () => {
    expect(bannersOf({ status: 'rejected', message: 'Not allowed.' })).toMatchObject([
      { kind: 'orderRejected', text: 'The order needs attention. Not allowed.' },
    ]);
    const reason = { kind: 'serverTrouble', status: 500, message: 'Resting.' } as const;
    expect(bannersOf({ status: 'pending', message: null, reason })).toMatchObject([
      { kind: 'orderPending', text: 'The order is not on the server yet. The server has trouble (500: Resting). Trying again.' },
    ]);
  });
});
