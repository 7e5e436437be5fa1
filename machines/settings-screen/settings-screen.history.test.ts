import { describe, expect, it } from 'vitest';
import { initial, open } from './settings-screen.opened.ts';
import type { SettingsScreen } from '#contract/settings/screen.ts';
import { contactScreen, snapshotOf } from './settings-screen.paths.ts';

async function opened(...given: Parameters<typeof open>) {
  const run = await open(...given);
  return {
    ...run,
    undo: () => run.actor.send({ type: 'undo.requested' }),
    redo: () => run.actor.send({ type: 'redo.requested' }),
    blur: (key: string) => run.actor.send({ type: 'field.blurred', key }),
    value: (key: string) => run.field(key).value,
  };
}

describe('undo and redo', () => {
  it('have nothing to do at first, and say what they would do', async () => {
    const { actor, redo, type, undo, view } = await opened();
    expect(view().history).toEqual({ undo: null, redo: null, announcement: null });
    expect([actor.getSnapshot().can({ type: 'undo.requested' }), actor.getSnapshot().can({ type: 'redo.requested' })]).toEqual([
      false,
      false,
    ]);
    type('phone', '2');
    expect(view().history).toMatchObject({ undo: 'Phone', redo: null });
    undo();
    expect(view()).toMatchObject({
      status: 'pristine',
      history: { undo: null, redo: 'Phone', announcement: { text: 'Undone: Phone.', count: 1 } },
    });
    redo();
    expect(view()).toMatchObject({
      changedCount: 1,
      history: { undo: 'Phone', redo: null, announcement: { text: 'Redone: Phone.', count: 2 } },
    });
  });

  it('treat typing in one field as one step until it is left', async () => {
    const { blur, type, undo, value } = await opened();
    type('phone', '12');
    type('phone', '123');
    blur('phone');
    type('phone', '1234');
    undo();
    expect(value('phone')).toBe('123');
    undo();
    expect(value('phone')).toBe('1');
  });

  it('name the step of a field whose value has parts, and treat typing in one part as one step', async () => {
    const { actor, undo, value, view } = await opened();
    const edit = (next: string, label: string, typing: string | null) =>
      actor.send({ type: 'field.changed', key: 'phone', value: next, note: { label, typing } });
    edit('2', 'moving Email', null);
    edit('3', 'moving Name', null);
    edit('34', 'label of Name', 'name/label');
    edit('345', 'label of Names', 'name/label');
    edit('3456', 'label of Email', 'email/label');
    expect(view().history.undo).toBe('label of Email');
    undo();
    expect([value('phone'), view().history]).toMatchObject([
      '345',
      { undo: 'label of Names', announcement: { text: 'Undone: label of Email.' } },
    ]);
    undo();
    expect([value('phone'), view().history.undo]).toEqual(['3', 'moving Name']);
    undo();
    expect(value('phone')).toBe('2');
  });

  it('treat typing as one step until nothing is typed for a second', async () => {
    const { clock, type, undo, value } = await opened();
    type('phone', '12');
    clock.increment(999);
    type('phone', '123');
    clock.increment(999);
    type('phone', '1234');
    clock.increment(1000);
    type('phone', '12345');
    undo();
    expect(value('phone')).toBe('1234');
    undo();
    expect(value('phone')).toBe('1');
  });

  it('keep the edits of two fields apart, and each click on its own', async () => {
    const { type, undo, value } = await opened();
    type('phone', '2');
    type('email', 'c@d.test');
    type('phone', '3');
    type('has_fax', true);
    type('has_fax', false);
    undo();
    expect(value('has_fax')).toBe(true);
    undo();
    undo();
    expect([value('phone'), value('email')]).toEqual(['2', 'c@d.test']);
    undo();
    expect([value('phone'), value('email')]).toEqual(['2', 'a@b.test']);
  });

  it('pass over what was typed back, and let a new edit end what could be redone', async () => {
    const { redo, type, undo, value, view } = await opened();
    type('phone', '12');
    type('phone', '1');
    expect(view().history.undo).toBeNull();
    type('phone', '2');
    undo();
    type('email', 'c@d.test');
    expect(view().history.redo).toBeNull();
    redo();
    expect(value('phone')).toBe('1');
  });

  it('go back beyond a save, and the next save sends what was there before', async () => {
    const { answer, fakes, save, type, undo, value, view } = await opened();
    type('phone', '2');
    save();
    await answer('submitSettings', { kind: 'saved' });
    expect(view()).toMatchObject({ status: 'saved', history: { undo: 'Phone' } });
    undo();
    expect([value('phone'), view().changedCount]).toEqual(['1', 1]);
    save();
    expect(fakes.last('submitSettings').input).toMatchObject({ writes: [{ key: 'phone', value: ['1'] }], base: { phone: ['2'] } });
  });

  it('work while a save is under way, without ending it', async () => {
    const { answer, receive, save, type, undo, value, view } = await opened();
    type('phone', '2');
    save();
    undo();
    expect([view().status, value('phone')]).toEqual(['submitting', '1']);
    await answer('submitSettings', { kind: 'saved' });
    expect(view()).toMatchObject({ status: 'dirty', changedCount: 1 });
    // The snapshot with the saved value must not overwrite the undone one.
    receive(snapshotOf({ ...initial, phone: '2' }));
    expect([view().status, value('phone')]).toEqual(['dirty', '1']);
  });

  it('undo Revert and Discard', async () => {
    const { actor, type, undo, value, view } = await opened();
    type('phone', '2');
    type('email', 'c@d.test');
    actor.send({ type: 'field.reverted', key: 'phone' });
    undo();
    expect(value('phone')).toBe('2');
    actor.send({ type: 'changes.discarded' });
    expect(view()).toMatchObject({ changedCount: 0, history: { undo: '2 fields' } });
    undo();
    expect([value('phone'), value('email'), view().changedCount]).toEqual(['2', 'c@d.test', 2]);
  });

  it('bring back a draft that was discarded', async () => {
    const { actor, undo, value } = await opened(snapshotOf(initial, { draft: { base: {}, values: { phone: '2' }, savedAt: 42 } }));
    actor.send({ type: 'draft.discarded' });
    undo();
    expect(value('phone')).toBe('2');
  });

  it('know nothing of a secret', async () => {
    const { actor, type, view } = await opened();
    type('phone', '2');
    type('api_secret', 'hush');
    actor.send({ type: 'changes.discarded' });
    expect(view().history.undo).toBe('Phone');
    expect(JSON.stringify(actor.getSnapshot().context.history)).not.toContain('hush');
  });

  it('keep what is typed in the draft', async () => {
    const { clock, fakes, type, undo } = await opened();
    type('phone', '2');
    type('email', 'c@d.test');
    undo();
    clock.increment(400);
    expect(fakes.last('saveDraft').input).toMatchObject({ values: { phone: '2' } });
  });

  it('skip a step that a newer stored value has made pointless', async () => {
    const { actor, receive, type, view } = await opened();
    type('phone', '2');
    actor.send({ type: 'field.reverted', key: 'phone' });
    receive(snapshotOf({ ...initial, phone: '2' }));
    expect(view().history.undo).toBe('Phone');
    actor.send({ type: 'undo.requested' });
    expect(view().history).toMatchObject({ undo: null });
  });

  it('skip a file that no longer exists', async () => {
    const { actor, redo, type, undo, value, view } = await opened(snapshotOf({ phone: 'f1' }));
    type('email', 'c@d.test');
    // A file is chosen, another takes its place, and that one is cancelled.
    for (const [to, gone] of [['local:1'], ['local:2', 'local:1'], ['f1', 'local:2']] as const) {
      type('phone', to);
      actor.send({ type: 'field.blurred', key: 'phone' });
      if (gone) actor.send({ type: 'file.dropped', fileId: gone });
      if (to === 'local:2') {
        undo();
        expect(value('phone')).toBe('f1');
        redo();
        expect(value('phone')).toBe('local:2');
      }
    }
    expect(view().history).toMatchObject({ undo: 'Email', redo: null });
    undo();
    expect([value('phone'), value('email'), view().history.undo]).toEqual(['f1', '', null]);
  });

  it('remove a file that no longer exists from several, and leave the others', async () => {
    const screen: SettingsScreen = {
      ...contactScreen,
      sections: [{ fields: [{ kind: 'images', key: 'pictures', label: 'Pictures', accept: ['png'] }] }],
    };
    const { actor, redo, type, undo, value, view } = await opened(snapshotOf({ pictures: 'f1' }), screen);
    expect(value('pictures')).toEqual(['f1']);
    type('pictures', ['f1', 'local:1']);
    type('pictures', ['f1', 'local:1', 'local:2']);
    type('pictures', ['f1', 'local:2']);
    actor.send({ type: 'file.dropped', fileId: 'local:1' });
    undo();
    expect(value('pictures')).toEqual(['f1']);
    expect(view()).toMatchObject({ status: 'pristine', history: { undo: null, redo: 'Pictures' } });
    redo();
    expect(value('pictures')).toEqual(['f1', 'local:2']);
  });

  it('hold a hundred steps', async () => {
    const { type, undo, value } = await opened();
    for (let at = 1; at <= 101; at += 1) type(at % 2 === 0 ? 'phone' : 'email', `${at}@b.test`);
    for (let at = 1; at <= 101; at += 1) undo();
    expect([value('email'), value('phone')]).toEqual(['1@b.test', '1']);
  });
});
