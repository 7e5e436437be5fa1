import { describe, expect, it } from 'vitest';
import type { ToastContent } from '../ports.ts';
import { exampleBlocks, openHomepage, refusedResult, storedResult } from './homepage.paths.ts';
import { stepOfAction } from './homepage.results.ts';

describe('undo in a toast', () => {
  const undoOf = (toast: ToastContent | undefined) => {
    expect(toast?.action?.label).toBe('Undo');
    return { type: 'step.undone', stepId: stepOfAction(toast?.action?.id ?? '') } as const;
  };

  it('of a move puts that block back, and leaves what was done since', async () => {
    const { actor, drag, finish, ids, toasts, view } = await openHomepage();
    drag('text', 'map');
    finish(storedResult('saved'));
    expect(ids()).toEqual(['cover', 'staff', 'map', 'text']);
    drag('staff', 'map');
    expect(ids()).toEqual(['cover', 'map', 'staff', 'text']);
    actor.send({ type: 'visibility.toggled', id: 'staff' });
    const undo = undoOf(toasts()[0]);
    actor.send(undo);
    expect(ids()).toEqual(['cover', 'text', 'map', 'staff']);
    expect(view()).toMatchObject({ undo: { label: 'hiding Staff' }, redo: { label: 'moving Text' } });
    finish(storedResult('saved'));
    expect(toasts().at(-1), 'what undoes has no Undo').toEqual({
      ...{ type: 'success', title: 'Saving page order', content: 'The website preview will update shortly' },
    });
    actor.send(undo);
    expect(toasts().at(-1)).toMatchObject({ title: 'Nothing to undo' });
    expect(ids()).toEqual(['cover', 'text', 'map', 'staff']);
  });

  it.each([
    ['undo.requested', ['cover', 'staff', 'text', 'map']],
    ['redo.requested', ['cover', 'map', 'staff', 'text']],
  ] as const)('of a move leaves other moves alone in a later %s too', async (type, order) => {
    const { actor, drag, finish, ids, toasts } = await openHomepage();
    drag('text', 'map');
    finish(storedResult('saved'));
    drag('staff', 'map');
    finish(storedResult('saved'));
    actor.send(undoOf(toasts()[0]));
    expect(ids()).toEqual(['cover', 'text', 'map', 'staff']);
    actor.send({ type });
    expect(ids()).toEqual(order);
  });

  it('of a delete withdraws it where it was never sent, and says so', async () => {
    const { actor, answer, finish, receive, ids, sent, toasts } = await openHomepage();
    actor.send({ type: 'delete.requested', id: 'text' });
    const pending = { kind: 'offline' } as const;
    await answer('confirmDelete', { kind: 'deleted', id: 'text', pending, appendedAt: 15, focusAfter: 'staff' });
    expect(toasts()).toMatchObject([{ title: 'Saved on this device' }]);
    actor.send(undoOf(toasts()[0]));
    expect(sent()).toMatchObject({ change: { kind: 'create', label: 'Text', below: 'cover', bringsBack: 'text' } });
    finish({ kind: 'saved', blockId: 'text', appendedAt: 17, isWithdrawn: true });
    receive({ readAt: 18 });
    expect(ids()).toEqual(['cover', 'text', 'staff', 'map']);
    expect(toasts().at(-1)).toMatchObject({ title: 'Delete withdrawn', content: 'It had not been sent. The block is as it was.' });
  });

  it('of a delete that was sent creates a block, and says that it is another one', async () => {
    const { actor, answer, finish, receive, ids, toasts } = await openHomepage();
    actor.send({ type: 'delete.requested', id: 'text' });
    await answer('confirmDelete', { kind: 'deleted', id: 'text', pending: null, appendedAt: 15, focusAfter: 'staff' });
    actor.send({ type: 'visibility.toggled', id: 'map' });
    actor.send(undoOf(toasts()[0]));
    finish(storedResult('saved', '9', 17));
    receive({ readAt: 18, blocks: exampleBlocks.map((block) => (block.id === 'text' ? { ...block, id: '9' } : block)) });
    expect(ids()).toEqual(['cover', '9', 'staff', 'map']);
    expect(toasts().at(-1)).toMatchObject({
      title: 'Block Created Successfully',
      content: 'The deleted block is gone. This is a new one with the same settings, in the same place.',
    });
  });
});

describe('undo and redo', () => {
  it('go back and forth over moves and visibility', async () => {
    const { actor, drag, ids, row, announced, sent, view } = await openHomepage();
    drag('text', 'map');
    actor.send({ type: 'visibility.toggled', id: 'staff' });
    actor.send({ type: 'undo.requested' });
    expect(row('staff').hidden).toBe(false);
    expect(announced()).toBe('Undone: hiding Staff');
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
    expect(view().redo, 'a new step ends what could be redone').toBeNull();
  });

  it('undo what the editor saved: settings, and whether the block is shown', async () => {
    const { actor, go, sent, mutations, view } = await openHomepage();
    const before = { enabled: true, settings: [{ key: 'title', value: ['Hello'] }] };
    const after = { enabled: false, settings: [{ key: 'title', value: ['Bye'] }] };
    go({ kind: 'block', blockId: 'text' });
    actor.send({ type: 'editor.saved', blockId: 'text', before, after: before });
    expect(view().undo).toBeNull();
    actor.send({ type: 'editor.saved', blockId: 'text', before, after });
    expect(view().undo).toEqual({ label: 'editing Text' });
    actor.send({ type: 'undo.requested' });
    expect(mutations().map(({ input }) => input)).toMatchObject([
      { change: { kind: 'settings', blockId: 'text', settings: before.settings, base: { title: ['Bye'] } } },
      { change: { kind: 'show', blockId: 'text', enabled: true } },
    ]);
    actor.send({ type: 'redo.requested' });
    expect(sent()).toMatchObject({ change: { kind: 'show', enabled: false } });
  });

  it('leave the history as it was when they are rejected', async () => {
    const { actor, drag, finish, view } = await openHomepage();
    drag('text', 'map');
    finish(storedResult('saved'));
    actor.send({ type: 'undo.requested' });
    finish(refusedResult('No.'));
    expect(view()).toMatchObject({ undo: { label: 'moving Text' }, redo: null });
    actor.send({ type: 'undo.requested' });
    finish(storedResult('saved'));
    actor.send({ type: 'redo.requested' });
    finish(refusedResult('No.'));
    expect(view()).toMatchObject({ undo: null, redo: { label: 'moving Text' } });
  });

  it('drop a step whose block is gone, with a toast', async () => {
    const { actor, receive, mutations, toasts, view } = await openHomepage();
    actor.send({ type: 'visibility.toggled', id: 'staff' });
    actor.send({ type: 'visibility.toggled', id: 'text' });
    receive({ readAt: 30, blocks: exampleBlocks.filter((block) => block.id !== 'text') });
    actor.send({ type: 'undo.requested' });
    expect(toasts()).toEqual([{ type: 'info', title: 'Nothing to undo', content: 'Text is no longer there.' }]);
    expect(mutations()).toHaveLength(2);
    expect(view().undo).toEqual({ label: 'hiding Staff' });
  });
});
