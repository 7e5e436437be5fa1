import { formFieldsRules } from '#contract/forms/form-fields-rules.ts';
import type { SettingsScreen } from '#contract/settings/screen.ts';
import { expect, it } from 'vitest';
import type { SettingsSnapshot } from '../ports.ts';
import { initial, open } from './settings-screen.opened.ts';
import { contactScreen, snapshotOf, stored } from './settings-screen.paths.ts';
import { settingsScreenView } from './settings-screen.view.ts';

it('ends once the choice is made elsewhere', async () => {
  const { answer, receive, save, type, view } = await open();
  type('phone', '2');
  save();
  await answer('submitSettings', { kind: 'conflict' });
  expect(view().status).toBe('conflict');
  receive(snapshotOf({ ...initial, phone: '7' }, { pendingFields: { phone: { status: 'conflict', message: null } } }));
  expect(view()).toMatchObject({ status: 'conflict', banners: [{ kind: 'conflict' }] });
  receive(snapshotOf({ ...initial, phone: '7' }));
  expect(view()).toMatchObject({ status: 'pristine', banners: [] });
});

const conflict = (opId: string, value: string) => ({
  status: 'conflict' as const,
  message: null,
  conflict: { opId, value: [value], at: '2026-11-22T10:42:00Z', by: 'Mia' },
});
const disputed = snapshotOf(
  { phone: '2', email: 'mine@b.test' },
  {
    base: stored({ phone: '7', email: 'theirs@b.test' }),
    pendingFields: { phone: conflict('a', '7'), email: conflict('a', 'theirs@b.test') },
  },
);

it('is decided field by field, each once its choice is confirmed', async () => {
  const { actor, answer, fakes, field, receive, view } = await open(disputed);
  expect(field('phone').conflict).toEqual({
    mine: '2',
    theirs: '7',
    at: '2026-11-22T10:42:00Z',
    by: 'Mia',
    isOwn: false,
    choice: null,
  });
  expect(view().banners).toMatchObject([
    { kind: 'conflict', fields: ['phone', 'email'], text: expect.stringContaining('Mia changed Phone and Email too.') },
  ]);
  actor.send({ type: 'conflict.chosen', key: 'phone', side: 'mine' });
  expect(field('phone').conflict?.choice).toBe('mine');
  expect(() => fakes.last('resolveConflicts')).toThrow('no actor');
  actor.send({ type: 'conflict.confirmed', key: 'email' });
  actor.send({ type: 'conflict.chosen', key: 'email', side: 'mine' });
  actor.send({ type: 'conflict.chosen', key: 'email', side: 'theirs' });
  expect(() => fakes.last('resolveConflicts')).toThrow('no actor');
  actor.send({ type: 'conflict.confirmed', key: 'email' });
  expect(fakes.last('resolveConflicts').input).toMatchObject({ decided: [{ opId: 'a', choices: { email: 'theirs' } }] });
  await answer('resolveConflicts', undefined);
  const base = stored({ phone: '7', email: 'theirs@b.test' });
  receive(snapshotOf({ phone: '2', email: 'theirs@b.test' }, { base, pendingFields: { phone: conflict('a', '7') } }));
  expect(field('email').conflict).toBeNull();
  // The choice of the other field counts once it is confirmed too.
  expect(field('phone').conflict?.choice).toBe('mine');
  actor.send({ type: 'conflict.confirmed', key: 'phone' });
  expect(fakes.last('resolveConflicts').input).toMatchObject({ decided: [{ opId: 'a', choices: { phone: 'mine' } }] });
  await answer('resolveConflicts', undefined);
  receive(snapshotOf({ phone: '2', email: 'theirs@b.test' }));
  expect(field('phone')).toMatchObject({ value: '2', conflict: null });
  expect(field('email')).toMatchObject({ value: 'theirs@b.test', conflict: null, changed: false });
});

it('is described as one’s own where the same person made it in another browser', async () => {
  const { actor } = await open(disputed);
  const { banners, sections } = settingsScreenView(actor.getSnapshot(), 'Mia');
  const own = sections.flatMap(({ fields }) => fields.filter(({ conflict: met }) => met?.isOwn).map(({ field }) => field.key));
  expect(own).toEqual(['phone', 'email']);
  expect(banners).toMatchObject([
    { text: 'You changed Phone and Email in another browser too. Choose which to keep; everything else you saved goes ahead.' },
  ]);
});

it('is decided for all fields at once', async () => {
  const { actor, fakes } = await open(disputed);
  actor.send({ type: 'conflict.allChosen', side: 'theirs' });
  expect(fakes.last('resolveConflicts').input).toMatchObject({ decided: [{ opId: 'a', choices: { phone: 'theirs', email: 'theirs' } }] });
});

it('stays at the field where the same field is saved again', async () => {
  const { answer, field, receive, save, type, view } = await open(disputed);
  type('phone', '3');
  save();
  const base = stored({ phone: '7', email: 'theirs@b.test' });
  const pendingFields = { phone: conflict('a', '7'), email: conflict('a', 'theirs@b.test') };
  receive(snapshotOf({ phone: '3', email: 'mine@b.test' }, { base, pendingFields }));
  await answer('submitSettings', { kind: 'conflict' });
  expect(view()).toMatchObject({ status: 'conflict', banners: [{ kind: 'conflict', fields: ['phone', 'email'] }] });
  expect(field('phone').conflict).toMatchObject({ mine: '3', theirs: '7' });
});

it('brings back by undo what gave way to somebody else’s value', async () => {
  const { actor, answer, field, receive } = await open(disputed);
  actor.send({ type: 'conflict.allChosen', side: 'theirs' });
  await answer('resolveConflicts', undefined);
  receive(snapshotOf({ phone: '7', email: 'theirs@b.test' }));
  expect(field('phone')).toMatchObject({ value: '7', conflict: null, changed: false });
  actor.send({ type: 'undo.requested' });
  expect(field('phone')).toMatchObject({ value: '2', changed: true });
  expect(field('email')).toMatchObject({ value: 'mine@b.test', changed: true });
});

it('stays open where the device can not store the choice', async () => {
  const { actor, emitted, fail, field, type, view } = await open(disputed);
  type('phone', '3');
  actor.send({ type: 'undo.requested' });
  actor.send({ type: 'conflict.allChosen', side: 'theirs' });
  await fail('resolveConflicts');
  expect(field('phone').conflict?.choice).toBeNull();
  expect(view().history).toMatchObject({ undo: null, redo: 'Phone' });
  expect(emitted).toMatchObject([{ toast: { type: 'error', content: 'Your choice could not be kept. Choose again.' } }]);
});

it('begins anew where the change was decided in another tab, and a later one is in conflict', async () => {
  const { actor, field, receive } = await open(disputed);
  actor.send({ type: 'conflict.chosen', key: 'phone', side: 'mine' });
  receive(snapshotOf({ phone: '3' }, { base: stored({ phone: '8' }), pendingFields: { phone: conflict('b', '8') } }));
  expect(field('phone').conflict).toMatchObject({ choice: null });
});

it('is none where the other value is one that the same person saved, in another tab', async () => {
  const { field, receive, type } = await open();
  type('phone', '3');
  receive(snapshotOf({ ...initial, phone: '2' }, { confirmedWrites: { phone: ['2'] } }));
  expect(field('phone')).toMatchObject({ value: '3', changed: true, movedElsewhere: false });
  receive(snapshotOf({ ...initial, phone: '9' }, { confirmedWrites: { phone: ['2'] } }));
  expect(field('phone').movedElsewhere).toBe(true);
});

/** A list of fields, written `key=Label` each. */
const fieldsOf = (text: string) =>
  text.split(' ').map((part) => {
    const [key = '', label = key] = part.split('=');
    return { key, type: 'text', label };
  });
const listed = (text: string) => [{ key: 'fields', value: fieldsOf(text), category: 'style' as const }];
const formOf = (text: string, more: Partial<SettingsSnapshot> = {}) =>
  snapshotOf({}, { settings: listed(text), base: listed(text), ...more });
const formScreen: SettingsScreen = {
  ...contactScreen,
  sections: [{ fields: [{ kind: 'formFields', key: 'fields', label: 'Fields', rules: formFieldsRules }] }],
};

async function openForm(text: string, more: Partial<SettingsSnapshot> = {}) {
  const run = await open(formOf(text, more), formScreen);
  const shown = () =>
    formFieldsRules
      .read(run.field('fields').value)
      ?.map(({ key, label }) => `${String(key)}=${String(label)}`)
      .join(' ');
  return { ...run, shown, edit: (next: string) => run.type('fields', formFieldsRules.read(fieldsOf(next))) };
}

it('is none between changes of two fields of one form: both are kept, and undo takes back only one’s own', async () => {
  const { actor, edit, fakes, field, receive, save, shown } = await openForm('a b');
  edit('a b=Mine');
  receive(formOf('a=Theirs b'));
  expect([shown(), field('fields').movedElsewhere]).toEqual(['a=Theirs b=Mine', false]);
  actor.send({ type: 'undo.requested' });
  expect([shown(), field('fields').changed]).toEqual(['a=Theirs b=b', false]);
  actor.send({ type: 'redo.requested' });
  save();
  expect(fakes.last('submitSettings').input).toMatchObject({ base: { fields: [{ label: 'Theirs' }, { label: 'b' }] } });
});

it('is one between two changes of the same field of a form', async () => {
  const { edit, field, receive, shown } = await openForm('a b');
  edit('a=Mine b');
  receive(formOf('a=Theirs b'));
  expect([shown(), field('fields').movedElsewhere]).toEqual(['a=Mine b=b', true]);
  receive(formOf('a=Theirs b=Later'));
  expect([shown(), field('fields').movedElsewhere]).toEqual(['a=Mine b=b', true]);
});

it('is none where a colleague’s change comes with a pending save, of which the same field was edited again', async () => {
  const pending = (began: string): Partial<SettingsSnapshot> => ({
    base: listed(began),
    pendingFields: { fields: { status: 'pending', message: null, began: fieldsOf(began) } },
  });
  const { edit, field, receive, shown } = await openForm('a=Saved b', pending('a b'));
  edit('a=Again b');
  receive(formOf('a=Saved b=Theirs', pending('a b=Theirs')));
  expect([shown(), field('fields').movedElsewhere]).toEqual(['a=Again b=Theirs', false]);
});

it('is none between a draft of a form and what was changed elsewhere since, where that is another field', async () => {
  const draft = (text: string) => ({
    values: { fields: formFieldsRules.read(fieldsOf(text)) },
    base: { fields: fieldsOf('a b') },
    savedAt: 42,
  });
  const other = await openForm('a=Theirs b', { draft: draft('a b=Mine') });
  expect([other.shown(), other.field('fields').movedElsewhere]).toEqual(['a=Theirs b=Mine', false]);
  const same = await openForm('a=Theirs b', { draft: draft('a=Mine b') });
  expect([same.shown(), same.field('fields').movedElsewhere]).toEqual(['a=Mine b=b', true]);
});
