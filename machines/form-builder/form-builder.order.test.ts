import fc from 'fast-check';
import * as v from 'valibot';
import { createActor } from 'xstate';
import { expect, it } from 'vitest';
import { type FormField, formFieldsSchema, formFieldTypes, hasChoices, isReadField, readFormFields } from '#contract/forms/form-field.ts';
import { formFieldsRules, formFieldsValue } from '#contract/forms/form-fields-rules.ts';
import { formProblems } from '#contract/forms/form-problems.ts';
import { readSubmission } from '#contract/forms/submission.ts';
import { toJson } from '#contract/json.ts';
import type { SettingsScreen } from '#contract/settings/screen.ts';
import { emptyContext } from '../settings-screen/settings-screen.empty.ts';
import * as history from '../settings-screen/settings-screen.history.ts';
import { change } from '../settings-screen/settings-screen.operations.ts';
import type { SettingsContext } from '../settings-screen/settings-screen.types.ts';
import { formBuilderMachine } from './form-builder.machine.ts';
import { exampleField } from './form-builder.paths.ts';
import type { FieldEdit, FormBuilderEvent } from './form-builder.types.ts';

const text = fc.oneof(
  fc.constantFrom('', ' ', 'Email', 'email', 'First name', '__x', 'a'.repeat(400), '日本', '<b>', 'Option 1'),
  fc.string({ maxLength: 8 }),
);
const place = fc.nat({ max: 5 });
const optionEdit = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), at: place }),
  fc.record({ kind: fc.constant('type' as const), at: place, label: text }),
  fc.record({
    kind: fc.constant('paste' as const),
    at: place,
    text: fc.array(text, { maxLength: 3 }).map((lines) => lines.join('\n')),
    isReplacing: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('remove' as const), at: place }),
  fc.record({ kind: fc.constant('move' as const), at: place, to: place }),
);
const fieldEdit: fc.Arbitrary<FieldEdit> = fc.oneof(
  fc.record({ part: fc.constantFrom('label', 'label', 'key', 'placeholder', 'help', 'content'), value: text }),
  fc.record({ part: fc.constant('required' as const), value: fc.boolean() }),
  fc.record({ part: fc.constant('width' as const), value: fc.constantFrom('full' as const, 'half' as const) }),
  fc.record({ part: fc.constant('default' as const), value: fc.constantFrom(null, 'Option 1', '2026-02-30', true) }),
  fc.record({ part: fc.constant('values' as const), edit: optionEdit }),
);
const by = fc.constantFrom('up' as const, 'down' as const, 'top' as const, 'bottom' as const);

/** What a person does; `n` picks one of the fields that are there then. */
type Act = 'undo' | 'redo' | 'left' | { readonly n: number; readonly event: (id: string) => FormBuilderEvent };
const onField = (event: fc.Arbitrary<(id: string) => FormBuilderEvent>): fc.Arbitrary<Act> => fc.record({ n: fc.nat(), event });
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.constantFrom('undo' as const, 'redo' as const, 'left' as const),
  onField(fc.constantFrom(...formFieldTypes).map((fieldType) => () => ({ type: 'type.chosen', fieldType }))),
  onField(fieldEdit.map((edit) => (id) => ({ type: 'field.edited', id, edit }))),
  onField(fieldEdit.map((edit) => (id) => ({ type: 'field.edited', id, edit }))),
  onField(by.map((way) => (id) => ({ type: 'field.moved', id, by: way }))),
  onField(by.map((way) => () => ({ type: 'lifted.stepped', by: way }))),
  onField(
    fc.constantFrom<(id: string) => FormBuilderEvent>(
      (id) => ({ type: 'field.opened', id }),
      (id) => ({ type: 'field.duplicated', id }),
      (id) => ({ type: 'field.deleted', id }),
      (id) => ({ type: 'field.lifted', id, by: 'keyboard' }),
      () => ({ type: 'lifted.dropped' }),
      () => ({ type: 'lifted.cancelled' }),
    ),
  ),
  onField(fc.nat({ max: 60 }).map((removalId) => () => ({ type: 'deletion.undone', removalId }))),
);

const screen: SettingsScreen = {
  id: 'form',
  path: 'forms',
  category: 'form',
  title: 'Form',
  sections: [{ fields: [{ kind: 'formFields', key: 'fields', label: 'Fields', rules: formFieldsRules }] }],
};
const start = [exampleField('Name'), exampleField('Email', { type: 'email' })];

/** The builder in a form, whose history it uses. */
function open() {
  const actor = createActor(formBuilderMachine, { input: { fields: start } });
  const values = { fields: formFieldsValue(start) };
  let form: SettingsContext = { ...emptyContext({ websiteId: '5', screen }), values, loaded: values };
  actor.on('fields.changed', ({ fields, note }) => {
    form = history.record(form, change(form, 'fields', formFieldsValue(fields)), 'fields', note);
  });
  actor.start();
  const fields = () => readFormFields(form.values['fields']);
  const show = (next: typeof form) => {
    form = next;
    actor.send({ type: 'fields.replaced', fields: fields() });
  };
  return {
    actor,
    fields,
    canUndo: () => history.undoable(form) !== null,
    undo: () => show(history.undo(form)),
    redo: () => show(history.redo(form)),
    leave: () => show(history.close(form)),
  };
}

/** What a visitor may send for a field. */
function answerOf(field: FormField): readonly string[] {
  if (hasChoices(field)) return field.values.slice(0, 1).map(({ value }) => value);
  const answers: Partial<Record<FormField['type'], string>> = {
    number: '5',
    email: 'a@b.co',
    phone: '0400 000 000',
    url: 'https://a.co',
    date: '2026-01-31',
  };
  return [answers[field.type] ?? 'x'];
}

it('whatever is done and undone: the form can be read, is usable or says why not, and undoing everything leads back to the start', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
      const form = open();
      for (const each of acts) {
        const { fields } = form.actor.getSnapshot().context;
        if (each === 'undo') form.undo();
        else if (each === 'redo') form.redo();
        else if (each === 'left') form.leave();
        else form.actor.send(each.event(fields[each.n % Math.max(fields.length, 1)]?.id ?? 'none'));

        const { context } = form.actor.getSnapshot();
        expect(toJson(context.fields.map(({ field }) => field)), 'builder and form agree').toEqual(toJson(form.fields()));
        expect(new Set(context.fields.map(({ id }) => id)).size, 'ids are unique').toBe(context.fields.length);
        const built = form.fields().filter(isReadField);
        expect(built.length, 'all can be read').toBe(form.fields().length);
        expect(v.is(formFieldsSchema, toJson(built))).toBe(true);
        if (formProblems(built).length > 0) continue;
        const sent = Object.fromEntries(built.map((field) => [field.key, answerOf(field)]));
        expect(readSubmission(built, sent).problems).toEqual({});
      }
      while (form.canUndo()) form.undo();
      expect(form.fields()).toEqual(start);
    }),
  );
});
