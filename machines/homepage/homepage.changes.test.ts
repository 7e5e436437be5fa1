import { createActor, fromCallback, fromPromise } from 'xstate';
import { describe, expect, it } from 'vitest';
import { blockSubmissionMachine } from '../block-submission/block-submission.machine.ts';
import type { BlocksLoaded, BlockSubmission, BlockSubmitted } from '../ports.ts';
import { settle as settled } from '../testing/fake-actors.ts';
import { homepageMachine } from './homepage.machine.ts';
import { openHomepage, refusedChange, taken } from './homepage.opened.ts';
import { blocks, snapshotOf } from './homepage.paths.ts';
import { homepageView } from './homepage.view.ts';

describe('hiding', () => {
  it('shows at once, is sent, and is taken back when it is refused', async () => {
    const { actor, row, sent, settle, toasts, view } = await openHomepage();
    actor.send({ type: 'visibility.toggled', id: 'text' });
    expect(row('text').hidden).toBe(true);
    expect(sent()).toMatchObject({ change: { kind: 'show', blockId: 'text', label: 'Text', enabled: false } });
    expect(view().undo).toEqual({ label: 'hiding Text' });
    settle({ kind: 'failed', code: 'quota', message: '' });
    expect(row('text').hidden).toBe(false);
    expect(toasts()[0]).toMatchObject({ title: 'Error', content: expect.stringContaining('out of space') });
    expect(view().undo).toBeNull();
  });

  it('says nothing when it is saved: the row says it', async () => {
    const { actor, settle, toasts } = await openHomepage();
    actor.send({ type: 'visibility.toggled', id: 'map' });
    settle(taken('saved'));
    expect(toasts()).toEqual([]);
  });

  it('that somebody else changed too asks for a choice', async () => {
    const { actor, settle, toasts } = await openHomepage();
    actor.send({ type: 'visibility.toggled', id: 'map' });
    settle({ kind: 'conflict' });
    expect(toasts()).toMatchObject([
      { type: 'warning', title: 'Needs attention', content: expect.stringContaining('Somebody else changed this too.') },
    ]);
  });
});

describe('adding', () => {
  it('opens the editor of the new block, also before the list holds it', async () => {
    const { actor, answer, fakes, go, hear, toasts, view } = await openHomepage();
    go({ kind: 'add' });
    expect(fakes.last('addBlock').input).toEqual({ websiteId: '5', theme: 'byron' });
    await answer('addBlock', { kind: 'added', blockId: 'local:1', key: 'video', label: 'Video', kept: null, appendedAt: 15 });
    expect(view()).toMatchObject({ dialog: 'none', open: { blockId: 'local:1', block: null }, undo: { label: 'adding Video' } });
    expect(toasts()).toEqual([{ type: 'success', title: 'Block Created Successfully', content: '' }]);
    hear({ readAt: 14 });
    expect(view().open).not.toBeNull();
    const video = { id: 'local:1', key: 'video', label: 'Video', priority: 5, static: false, enabled: true };
    hear({ readAt: 15, blocks: [...blocks, video] });
    expect(view().open?.block?.label).toBe('Video');
    hear({ readAt: 16, blocks: [...blocks, { ...video, id: '9' }], aliases: { 'local:1': '9' } });
    expect(view().open, 'it is the same block under its new id').toMatchObject({
      blockId: '9',
      editorId: 'local:1',
      block: { label: 'Video' },
    });
    actor.send({ type: 'undo.requested' });
    expect(view().open, 'its editor closes with it').toBeNull();
  });

  it('that is given up changes nothing', async () => {
    const { answer, go, view } = await openHomepage();
    go({ kind: 'add' });
    await answer('addBlock', { kind: 'cancelled' });
    expect(view()).toMatchObject({ dialog: 'none', open: null, undo: null });
  });

  it('that breaks is told', async () => {
    const { fail, go, toasts, view } = await openHomepage();
    go({ kind: 'add' });
    await fail('addBlock');
    expect(view().dialog).toBe('none');
    expect(toasts()).toEqual([{ type: 'error', title: 'Error', content: 'An unknown error occurred' }]);
  });
});

describe('deleting', () => {
  it('asks, takes the block out at once, goes back to the list and hands the focus on', async () => {
    const { actor, answer, fakes, go, hear, ids, toasts, view } = await openHomepage();
    go({ kind: 'block', blockId: 'staff' });
    actor.send({ type: 'delete.requested', id: 'staff' });
    expect(fakes.last('confirmDelete').input).toMatchObject({
      item: { websiteId: '5', id: 'staff', label: 'Staff' },
      words: { confirm: 'Delete Block', failed: 'Failed to delete block: staff' },
      focusAfter: 'map',
    });
    await answer('confirmDelete', { kind: 'deleted', id: 'staff', kept: null, appendedAt: 15, focusAfter: 'map' });
    expect(ids()).toEqual(['cover', 'text', 'map']);
    expect(view()).toMatchObject({ open: null, focus: { blockId: 'map', count: 1 }, undo: { label: 'deleting Staff' } });
    expect(toasts()).toEqual([
      { type: 'success', title: 'Block Successfully Deleted', content: 'The website preview will update shortly' },
    ]);
    hear({ readAt: 12 });
    expect(ids(), 'read before the delete stood in the queue').toEqual(['cover', 'text', 'map']);
  });

  it('is undone with settings and place, and done again to the block that was made for it', async () => {
    const { actor, answer, hear, ids, sent, settle, view } = await openHomepage();
    actor.send({ type: 'visibility.toggled', id: 'text' });
    actor.send({ type: 'delete.requested', id: 'text' });
    await answer('confirmDelete', { kind: 'deleted', id: 'text', kept: null, appendedAt: 15, focusAfter: 'staff' });
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
    settle(taken('kept', 'local:2', 17));
    const again = blocks.map((block) => (block.id === 'text' ? { ...block, id: 'local:2', enabled: false } : block));
    hear({ readAt: 18, blocks: again });
    expect(ids()).toEqual(['cover', 'local:2', 'staff', 'map']);
    expect(view()).toMatchObject({ undo: { label: 'hiding Text' }, redo: { label: 'deleting Text' }, focus: { blockId: 'local:2' } });
    actor.send({ type: 'undo.requested' });
    expect(sent(), 'earlier steps mean the new block too').toMatchObject({ change: { kind: 'show', blockId: 'local:2', enabled: true } });
    actor.send({ type: 'redo.requested' });
    actor.send({ type: 'redo.requested' });
    expect(sent()).toMatchObject({ change: { kind: 'delete', blockId: 'local:2' } });
    expect(ids()).toEqual(['cover', 'staff', 'map']);
  });

  it('shows the block that was made again though its delete is still laid over the list', async () => {
    const { actor, answer, hear, ids, settle } = await openHomepage();
    actor.send({ type: 'delete.requested', id: 'staff' });
    await answer('confirmDelete', { kind: 'deleted', id: 'staff', kept: { kind: 'offline' }, appendedAt: 15, focusAfter: 'map' });
    actor.send({ type: 'undo.requested' });
    settle(taken('kept', 'new', 17));
    const again = blocks.map((block) => (block.id === 'staff' ? { ...block, id: 'new' } : block));
    hear({ readAt: 17, blocks: again });
    expect(ids()).toEqual(['cover', 'text', 'new', 'map']);
  });
});

describe('a copy', () => {
  it('goes right below, with the settings, and is a step once it has an id', async () => {
    const { actor, sent, settle, toasts, view } = await openHomepage();
    actor.send({ type: 'duplicate.requested', id: 'text' });
    expect(sent()).toMatchObject({
      websiteId: '5',
      change: { kind: 'create', key: 'text_block', label: 'Text (copy)', enabled: true, below: 'text' },
    });
    expect(view().undo).toBeNull();
    settle(taken('saved', '9'));
    expect(toasts()[0]?.title).toBe('Block Created Successfully');
    expect(view()).toMatchObject({ undo: { label: 'adding Text (copy)' }, focus: { blockId: '9' } });
  });

  it('whose settings were refused is a step all the same, with the reason', async () => {
    const { actor, settle, toasts, view } = await openHomepage();
    actor.send({ type: 'duplicate.requested', id: 'text' });
    settle({ kind: 'saved', blockId: '9', appendedAt: 15, problem: 'Too long.' });
    expect(toasts().map(({ title, content }) => [title, content])).toEqual([
      ['Block Created Successfully', ''],
      ['Error', 'Too long.'],
    ]);
    expect(view().undo).toEqual({ label: 'adding Text (copy)' });
  });

  it('of a block whose settings are not known is made with its defaults; a long name stays within its limit', async () => {
    const name = 'x'.repeat(100);
    const bare = { id: 'bare', key: 'video', label: name, priority: 6, static: false, enabled: true };
    const { actor, sent } = await openHomepage(snapshotOf({ blocks: [...blocks, bare] }));
    actor.send({ type: 'duplicate.requested', id: 'bare' });
    expect(sent()).toMatchObject({ change: { copyOf: null, label: `${'x'.repeat(93)} (copy)` } });
  });

  it('to another website leaves behind what belongs to this one, and says so', async () => {
    const { actor, sent, settle, toasts, view } = await openHomepage();
    actor.send({ type: 'copy.requested', id: 'text', toWebsiteId: '6', toName: 'South' });
    expect(sent()).toMatchObject({
      websiteId: '6',
      change: { kind: 'create', label: 'Text', copyOf: { settings: [{ key: 'title', value: ['Hello'] }] }, below: null },
    });
    settle(taken('saved', '77'));
    expect(toasts()[0]).toMatchObject({ title: 'Block Created Successfully', content: expect.stringMatching(/South now.*stay here/u) });
    expect(view().undo, 'it is no change of this website').toBeNull();
  });

  it('that was not taken is told', async () => {
    const { actor, settle, toasts } = await openHomepage();
    actor.send({ type: 'duplicate.requested', id: 'staff' });
    settle(refusedChange('Too many blocks.'));
    expect(toasts()).toEqual([{ type: 'error', title: 'Error', content: 'Too many blocks.' }]);
  });
});

describe('undo and redo', () => {
  it('go back and forth over moves and visibility', async () => {
    const { actor, drag, ids, row, said, sent, view } = await openHomepage();
    drag('text', 'map');
    actor.send({ type: 'visibility.toggled', id: 'staff' });
    actor.send({ type: 'undo.requested' });
    expect(row('staff').hidden).toBe(false);
    expect(said()).toBe('Undone: hiding Staff');
    actor.send({ type: 'undo.requested' });
    expect(ids()).toEqual(['cover', 'text', 'staff', 'map']);
    expect(sent()).toMatchObject({ change: { kind: 'order', order: ['cover', 'text', 'staff', 'map', 'footer'] } });
    expect(view()).toMatchObject({ undo: null, redo: { label: 'moving Text' } });
    actor.send({ type: 'redo.requested' });
    actor.send({ type: 'redo.requested' });
    expect(ids()).toEqual(['cover', 'staff', 'map', 'text']);
    expect(row('staff').hidden).toBe(true);
    expect(view().redo).toBeNull();
    actor.send({ type: 'undo.requested' });
    actor.send({ type: 'visibility.toggled', id: 'map' });
    expect(view().redo, 'something new ends what could be done again').toBeNull();
  });

  it('take back what the editor saved: settings, and whether it is shown', async () => {
    const { actor, go, sent, submissions, view } = await openHomepage();
    const before = { enabled: true, settings: [{ key: 'title', value: ['Hello'] }] };
    const after = { enabled: false, settings: [{ key: 'title', value: ['Bye'] }] };
    go({ kind: 'block', blockId: 'text' });
    actor.send({ type: 'editor.saved', blockId: 'text', before, after: before });
    expect(view().undo).toBeNull();
    actor.send({ type: 'editor.saved', blockId: 'text', before, after });
    expect(view().undo).toEqual({ label: 'editing Text' });
    actor.send({ type: 'undo.requested' });
    expect(submissions().map(({ input }) => input)).toMatchObject([
      { change: { kind: 'settings', blockId: 'text', settings: before.settings, base: { title: ['Bye'] } } },
      { change: { kind: 'show', blockId: 'text', enabled: true } },
    ]);
    actor.send({ type: 'redo.requested' });
    expect(sent()).toMatchObject({ change: { kind: 'show', enabled: false } });
  });

  it('leave the history as it was when they are refused', async () => {
    const { actor, drag, settle, view } = await openHomepage();
    drag('text', 'map');
    settle(taken('saved'));
    actor.send({ type: 'undo.requested' });
    settle(refusedChange('No.'));
    expect(view()).toMatchObject({ undo: { label: 'moving Text' }, redo: null });
    actor.send({ type: 'undo.requested' });
    settle(taken('saved'));
    actor.send({ type: 'redo.requested' });
    settle(refusedChange('No.'));
    expect(view()).toMatchObject({ undo: null, redo: { label: 'moving Text' } });
  });

  it('drop a step whose block is gone, and say so', async () => {
    const { actor, hear, submissions, toasts, view } = await openHomepage();
    actor.send({ type: 'visibility.toggled', id: 'staff' });
    actor.send({ type: 'visibility.toggled', id: 'text' });
    hear({ readAt: 30, blocks: blocks.filter((block) => block.id !== 'text') });
    actor.send({ type: 'undo.requested' });
    expect(toasts()).toEqual([{ type: 'info', title: 'Nothing to undo', content: 'Text is no longer there.' }]);
    expect(submissions()).toHaveLength(2);
    expect(view().undo).toEqual({ label: 'hiding Staff' });
  });
});

describe('with the submissions themselves', () => {
  it('each change stands in the queue at once, and each answer finds its own', async () => {
    const asked: { readonly submission: BlockSubmission; readonly answer: (submitted: BlockSubmitted) => void }[] = [];
    const submitBlock = fromPromise<BlockSubmitted, BlockSubmission>(({ input }) => {
      const { promise, resolve } = Promise.withResolvers<BlockSubmitted>();
      asked.push({ submission: input, answer: resolve });
      return promise;
    });
    const loaded: BlocksLoaded = { kind: 'loaded', snapshot: snapshotOf() };
    const machine = homepageMachine.provide({
      actors: {
        loadBlocks: fromPromise<BlocksLoaded, { readonly websiteId: string }>(() => Promise.resolve(loaded)),
        watchBlocks: fromCallback(() => undefined),
        submission: blockSubmissionMachine.provide({ actors: { submitBlock } }),
      },
    });
    const actor = createActor(machine, { input: { websiteId: '5' } }).start();
    await settled();
    actor.send({ type: 'visibility.toggled', id: 'text' });
    actor.send({ type: 'visibility.toggled', id: 'staff' });
    expect(asked.map(({ submission }) => submission.change)).toMatchObject([{ blockId: 'text' }, { blockId: 'staff' }]);
    asked[1]?.answer({ kind: 'refused', message: 'No.', fields: {} });
    await settled();
    expect(homepageView(actor.getSnapshot()).rows.map((row) => row.hidden)).toEqual([false, true, false, true]);
    asked[0]?.answer({ kind: 'saved', blockId: null, appendedAt: 1 });
    await settled();
    expect(homepageView(actor.getSnapshot()).saving).toBe(false);
    expect(actor.getSnapshot().children, 'what has ended is gone').not.toHaveProperty('submission-1');
    actor.stop();
  });
});
