import { createActor } from 'xstate';
import { describe, expect, it } from 'vitest';
import type { FormEntry } from '#contract/forms/form-field.ts';
import { limits } from '#contract/limits.ts';
import { testPaths } from '../testing/test-paths.ts';
import { formBuilderMachine } from './form-builder.machine.ts';
import { removalOfAction } from './form-builder.operations.ts';
import { exampleField, exampleFields, formBuilderPaths } from './form-builder.paths.ts';
import type { FormBuilderEmitted, FormBuilderInput } from './form-builder.types.ts';
import { formBuilderView } from './form-builder.view.ts';
import { formBuilderProperties } from './form-builder.properties.ts';

testPaths(formBuilderPaths, formBuilderProperties);

function open(input: Partial<FormBuilderInput> = {}) {
  const actor = createActor(formBuilderMachine, { input: { fields: exampleFields, ...input } });
  const emitted: FormBuilderEmitted[] = [];
  actor.on('*', (event) => emitted.push(event));
  actor.start();
  const view = (isTried = true) => formBuilderView(actor.getSnapshot(), isTried);
  const editor = () => {
    const { editor: opened } = view();
    if (opened === null) throw new Error('no editor is open');
    return opened;
  };
  return {
    send: actor.send.bind(actor),
    view,
    editor,
    emitted,
    names: () => view().rows.map(({ name }) => name),
    labels: () => emitted.flatMap((event) => (event.type === 'fields.changed' ? [event.note.label] : [])),
    said: () => view().announcement.text,
    edit: (edit: Parameters<typeof change>[1]) => actor.send(change(view().editor?.id ?? '', edit)),
  };
}

type Edited = Extract<Parameters<ReturnType<typeof createActor<typeof formBuilderMachine>>['send']>[0], { type: 'field.edited' }>;
const change = (id: string, edit: Edited['edit']): Edited => ({ type: 'field.edited', id, edit });

const used = (key: string, submissions = 3) => ({ key, submissions, isLeast: false });

describe('adding', () => {
  it('puts a field right below the selected one, opens it for its label, and says where it is', () => {
    const { send, names, view, said, labels } = open();
    send({ type: 'field.opened', id: 'field-1' });
    send({ type: 'type.chosen', fieldType: 'date' });
    expect(names()).toEqual(['Name', 'Date', 'Email', 'Unknown field']);
    expect(view()).toMatchObject({ editor: { field: { key: 'date', label: 'Date' } }, focus: { on: 'new', id: 'field-4' } });
    expect([said(), labels()]).toEqual(['Date added at 2 of 4', ['adding Date']]);
  });

  it('by the menu goes below the row where it was opened, whatever is selected', () => {
    const { send, names, view } = open();
    send({ type: 'field.opened', id: 'field-2' });
    send({ type: 'menu.opened', below: 'field-1' });
    send({ type: 'menu.searched', query: 'area' });
    expect(view().menu).toMatchObject({ types: ['textarea'] });
    send({ type: 'menu.searched', query: 'text' });
    expect(view().menu).toMatchObject({ types: ['paragraph', 'text', 'textarea'] });
    send({ type: 'menu.searched', query: 'area' });
    send({ type: 'type.chosen', fieldType: 'textarea' });
    expect([names(), view().menu]).toEqual([['Name', 'Text area', 'Email', 'Unknown field'], null]);
  });

  it('gives a new field a key of its own, which no field and no submission has', () => {
    const { send, editor } = open({ usedKeys: [used('email_2')] });
    send({ type: 'type.chosen', fieldType: 'email' });
    expect(editor().field.key).toBe('email_3');
  });

  it('stops at the most that a form can hold', () => {
    const { send, view } = open({ fields: Array.from({ length: limits.fieldsPerForm }, (_, at) => exampleField(`F${at}`)) });
    send({ type: 'type.chosen', fieldType: 'email' });
    expect(view()).toMatchObject({ rows: { length: limits.fieldsPerForm }, cannotAdd: 'A form can hold at most 200 fields.' });
  });
});

describe('moving', () => {
  it('by the keyboard announces each step, and moves once it is dropped', () => {
    const { send, names, said, view, labels } = open();
    send({ type: 'field.lifted', id: 'field-1', by: 'keyboard' });
    send({ type: 'lifted.stepped', by: 'up' });
    expect(said()).toBe('Name stays at 1 of 3');
    send({ type: 'lifted.stepped', by: 'bottom' });
    expect(view().rows).toMatchObject([{ liftedTo: 3 }, { isCrossed: true }, { isCrossed: true }]);
    expect([names()[0], said(), labels()]).toEqual(['Name', 'Name moved to 3 of 3', []]);
    send({ type: 'lifted.dropped' });
    expect([names(), said(), labels()]).toEqual([['Email', 'Unknown field', 'Name'], 'Name dropped at 3 of 3', ['moving Name']]);
  });

  it('of a type of the palette adds it at the mark, and nothing outside of the form', () => {
    const { send, names, view } = open();
    send({ type: 'new.lifted', fieldType: 'url' });
    send({ type: 'lifted.movedTo', at: 3 });
    expect(view().rows.map(({ insertion }) => insertion)).toEqual([null, null, 'after']);
    send({ type: 'lifted.movedTo', at: 0 });
    expect(view().rows.map(({ insertion }) => insertion)).toEqual(['before', null, null]);
    send({ type: 'lifted.dropped' });
    expect(names()[0]).toBe('URL');
    send({ type: 'new.lifted', fieldType: 'date' });
    send({ type: 'lifted.dropped' });
    expect(names()).toHaveLength(4);
  });

  it('does not emit where nothing has moved', () => {
    const { send, emitted } = open();
    send({ type: 'field.lifted', id: 'field-1', by: 'pointer' });
    send({ type: 'lifted.dropped' });
    expect(emitted).toEqual([]);
  });
});

describe('a key', () => {
  it('follows the label of a new field, and stays once it was edited', () => {
    const { send, edit, editor } = open({ fields: [] });
    send({ type: 'type.chosen', fieldType: 'text' });
    edit({ part: 'label', value: 'First  name' });
    expect(editor()).toMatchObject({ field: { key: 'first_name', name: 'first_name' }, isKeyDerived: true });
    edit({ part: 'key', value: 'given' });
    edit({ part: 'label', value: 'Given name' });
    expect(editor()).toMatchObject({ field: { key: 'given', name: 'given_name' }, isKeyDerived: false });
  });

  it('of a stored field stays when its label changes', () => {
    const { send, edit, editor } = open({ storedFields: exampleFields });
    send({ type: 'field.opened', id: 'field-1' });
    edit({ part: 'label', value: 'Full name' });
    expect(editor().field.key).toBe('name');
  });

  it('that submissions have values under warns with their number once it is another one than the stored', () => {
    const { send, edit, editor } = open({ storedFields: exampleFields, usedKeys: [used('email', 12)] });
    send({ type: 'field.opened', id: 'field-2' });
    expect(editor().keyWarning).toBeNull();
    edit({ part: 'key', value: 'mail' });
    expect(editor().keyWarning).toBe('12 submissions have a value under “email”. What is sent under “mail” is kept apart from that.');
    edit({ part: 'key', value: '' });
    expect(editor().keyWarning).toContain('under another key is kept apart');
    edit({ part: 'label', value: 'Work mail' });
    send({ type: 'keys.changed', storedFields: exampleFields, usedKeys: [{ key: 'email', submissions: 1, isLeast: true }] });
    expect(editor().keyWarning).toContain('At least 1 submission has a value');
    edit({ part: 'key', value: 'email' });
    expect(editor().keyWarning).toBeNull();
  });

  it('warns in a restored draft too, in which the field has moved, and not for a key without submissions or a new field', () => {
    const [name, email] = [exampleField('Name'), exampleField('Email', { type: 'email' })];
    const renamed = { ...email, key: 'mail' };
    const { send, editor } = open({
      fields: [renamed, { ...name, key: 'full' }, exampleField('Second mail', { type: 'email' })],
      storedFields: [name, email],
      usedKeys: [used('email')],
    });
    const warnings = ['field-1', 'field-2', 'field-3'].map((id) => {
      send({ type: 'field.opened', id });
      return editor().keyWarning;
    });
    expect(warnings).toEqual([expect.stringContaining('under “mail”'), null, null]);
  });
});

describe('values', () => {
  it('are added, typed, pasted, moved and removed, and the default keeps to them', () => {
    const { send, edit, editor } = open();
    const labels = () => editor().field.values.map(({ label }) => label);
    send({ type: 'type.chosen', fieldType: 'select' });
    edit({ part: 'default', value: 'Option 1' });
    edit({ part: 'values', edit: { kind: 'type', at: 0, label: 'House' } });
    expect(editor().field).toMatchObject({ default: 'House', values: [{ value: 'House', label: 'House' }, {}] });
    edit({ part: 'values', edit: { kind: 'paste', at: 1, text: '- Unit\n\n- Land\n- Unit\n', isReplacing: false } });
    edit({ part: 'values', edit: { kind: 'add', at: 1 } });
    expect(labels()).toEqual(['House', 'Option 5', 'Option 2', 'Unit', 'Land']);
    edit({ part: 'values', edit: { kind: 'move', at: 4, to: 0 } });
    edit({ part: 'values', edit: { kind: 'remove', at: 1 } });
    expect([labels(), editor().field.default]).toEqual([['Land', 'Option 5', 'Option 2', 'Unit'], null]);
  });

  it('that are pasted over a selected one take its place, and what does not fit is said', () => {
    const { send, edit, editor, emitted } = open();
    send({ type: 'type.chosen', fieldType: 'select' });
    edit({ part: 'default', value: 'Option 1' });
    edit({ part: 'values', edit: { kind: 'paste', at: 0, text: 'House\rUnit', isReplacing: true } });
    expect(editor().field).toMatchObject({ default: null, values: [{ label: 'House' }, { label: 'Unit' }, { label: 'Option 2' }] });
    const toasts = () => emitted.flatMap((event) => (event.type === 'toast' ? [event.toast.content] : []));
    expect(toasts()).toEqual([]);
    const lines = Array.from({ length: limits.optionsPerFormField }, (_, at) => `${at} ${'x'.repeat(at === 0 ? 400 : 1)}`);
    edit({ part: 'values', edit: { kind: 'paste', at: 2, text: lines.join('\n'), isReplacing: false } });
    expect(editor().field.values).toHaveLength(limits.optionsPerFormField);
    edit({ part: 'values', edit: { kind: 'paste', at: 2, text: 'one\nmore', isReplacing: false } });
    expect(toasts()).toEqual([
      'A field holds at most 200 values: 3 lines at the end did not fit. 1 line with more than 300 characters: cut at the end.',
      'A field holds at most 200 values: 2 lines at the end did not fit.',
    ]);
  });

  it('that are the same for a moment while one is typed leave the default where it is', () => {
    const { send, edit, editor } = open();
    send({ type: 'type.chosen', fieldType: 'select' });
    edit({ part: 'values', edit: { kind: 'type', at: 0, label: 'Sale' } });
    edit({ part: 'default', value: 'Sale' });
    for (const label of ['Sale', 'Sale and', 'Sale and rental']) edit({ part: 'values', edit: { kind: 'type', at: 1, label } });
    expect(editor().field).toMatchObject({ default: 'Sale', values: [{ label: 'Sale' }, { label: 'Sale and rental' }] });
  });
});

describe('a problem that somebody goes to', () => {
  const opened = (fields: readonly FormEntry[]) => {
    const { send, view } = open({ fields });
    send({ type: 'problem.opened' });
    return [view().editor?.id ?? null, view().focus.on, view().focus.at];
  };
  const choice = (...values: readonly string[]) =>
    exampleField('Kind', { type: 'select', values: values.map((label) => ({ value: label, label })) });

  it.each<readonly [string, readonly FormEntry[], readonly unknown[]]>([
    ['a label', [exampleField('Name'), exampleField('Phone', { label: ' ' })], ['field-2', 'label', 0]],
    ['a key that is there twice', [exampleField('Name'), exampleField('Name')], ['field-2', 'key', 0]],
    ['a text', [exampleField('Name'), exampleField('Note', { type: 'paragraph', content: '' })], ['field-2', 'content', 0]],
    ['a value that is empty', [choice('House', '')], ['field-1', 'option', 1]],
    ['no value', [choice()], ['field-1', 'values', 0]],
    ['a default', [exampleField('Email', { type: 'email', default: 'nobody' })], ['field-1', 'default', 0]],
    ['no field at all', [], [null, 'add', 0]],
    ['nothing any more', [exampleField('Name')], [null, 'add', 0]],
  ])('opens at its control: %s', (_, fields, expected) => {
    expect(opened(fields)).toEqual(expected);
  });
});

describe('deleting', () => {
  it('offers undo in its toast, gives the focus to the next row, and comes back once', () => {
    const { send, names, view, emitted, labels } = open({ usedKeys: [used('name')] });
    send({ type: 'field.deleted', id: 'field-1' });
    expect(view().focus).toMatchObject({ on: 'row', id: 'field-2' });
    const toast = emitted.find((event) => event.type === 'toast')?.toast;
    expect(toast).toMatchObject({ title: '“Name” deleted', content: 'Submissions keep what was sent for it.' });
    const removalId = removalOfAction(toast?.action?.id ?? '') ?? 0;
    send({ type: 'deletion.undone', removalId });
    send({ type: 'deletion.undone', removalId });
    expect([names(), labels()]).toEqual([
      ['Name', 'Email', 'Unknown field'],
      ['deleting Name', 'bringing back Name'],
    ]);
  });

  it('is not undone twice, where the undo of the form was quicker', () => {
    const { send, names, emitted } = open();
    send({ type: 'field.deleted', id: 'field-1' });
    send({ type: 'fields.replaced', fields: exampleFields });
    const toast = emitted.find((event) => event.type === 'toast')?.toast;
    send({ type: 'deletion.undone', removalId: removalOfAction(toast?.action?.id ?? '') ?? 0 });
    expect(names()).toHaveLength(3);
  });
});

describe('fields from outside', () => {
  const replace = (run: ReturnType<typeof open>, fields: readonly FormEntry[]) => run.send({ type: 'fields.replaced', fields });

  it('keep the open editor at its field, whose key and label were undone, and tell nobody', () => {
    const run = open({ fields: [exampleField('Name'), exampleField('Email')] });
    run.send({ type: 'field.opened', id: 'field-2' });
    run.edit({ part: 'label', value: 'Mail' });
    replace(run, [exampleField('Name'), exampleField('Email')]);
    expect(run.editor()).toMatchObject({ id: 'field-2', field: { label: 'Email' } });
    expect(run.labels()).toHaveLength(1);
  });

  it('keep ids across an order from elsewhere', () => {
    const run = open();
    run.send({ type: 'field.opened', id: 'field-1' });
    replace(run, [exampleField('New'), ...exampleFields.toReversed()]);
    expect(run.view().rows.map(({ id }) => id)).toEqual(['field-4', 'field-3', 'field-2', 'field-1']);
    expect(run.editor().id).toBe('field-1');
  });

  it('close the editor of a field that has gone, and end its move', () => {
    const run = open();
    run.send({ type: 'field.opened', id: 'field-1' });
    run.send({ type: 'field.lifted', id: 'field-1', by: 'keyboard' });
    replace(run, []);
    expect(run.view()).toMatchObject({ editor: null, rows: [] });
  });
});

it('says problems at their fields: of the one that is being edited once a save was tried', () => {
  const { send, edit, view } = open();
  send({ type: 'field.opened', id: 'field-1' });
  edit({ part: 'label', value: '' });
  expect(view(false).rows[0]?.problems).toEqual([]);
  expect(view().rows[0]?.problems).toEqual(['Label is required.']);
  expect(view().editor?.problems).toEqual({ label: 'Label is required.' });
  send({ type: 'editor.closed' });
  expect(view(false).rows[0]?.problems).toEqual(['Label is required.']);
});
