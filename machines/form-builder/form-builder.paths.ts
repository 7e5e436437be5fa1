import type { FormEntry, FormField } from '#contract/forms/form-field.ts';
import { limits } from '#contract/limits.ts';
import { pathPlan } from '../testing/path-plan.ts';
import { newField } from './form-builder.fields.ts';
import { formBuilderMachine } from './form-builder.machine.ts';

export const exampleField = (label: string, more: Partial<FormField> = {}): FormField => ({
  ...newField('text', []),
  label,
  key: label.toLowerCase(),
  name: label.toLowerCase(),
  ...more,
});

/** Of an API that has kinds of fields which this version does not know. Its id in the builder is `field-3`. */
export const unread: FormEntry = { type: 'unread', stored: { type: 'signature', key: 'sign' } };
export const exampleFields: readonly FormEntry[] = [exampleField('Name'), exampleField('Email', { type: 'email' }), unread];

const replaced = { type: 'fields.replaced', fields: [exampleField('Phone')] } as const;

const arranging = [
  { type: 'field.lifted', id: 'field-1', by: 'keyboard' },
  { type: 'field.lifted', id: 'gone', by: 'pointer' },
  { type: 'new.lifted', fieldType: 'email' },
  { type: 'lifted.movedTo', at: 2 },
  { type: 'lifted.movedTo', at: null },
  { type: 'lifted.movedTo', at: 99 },
  { type: 'lifted.stepped', by: 'down' },
  { type: 'lifted.dropped' },
  { type: 'lifted.cancelled' },
  { type: 'field.moved', id: 'field-1', by: 'down' },
  { type: 'field.moved', id: 'field-1', by: 'top' },
  { type: 'field.duplicated', id: 'field-1' },
  { type: 'field.duplicated', id: 'field-3' },
  { type: 'field.deleted', id: 'field-1' },
  { type: 'deletion.undone', removalId: 4 },
  replaced,
] as const;

const editing = [
  { type: 'field.opened', id: 'field-1' },
  { type: 'field.opened', id: 'field-2' },
  { type: 'field.opened', id: 'field-3' },
  { type: 'field.edited', id: 'field-1', edit: { part: 'label', value: 'First name' } },
  { type: 'field.edited', id: 'field-3', edit: { part: 'label', value: 'First name' } },
  { type: 'problem.opened' },
  { type: 'editor.closed' },
  { type: 'field.deleted', id: 'field-1' },
  { type: 'keys.changed', usedKeys: [{ key: 'name', submissions: 3, isLeast: false }], storedFields: [exampleField('Name')] },
  replaced,
] as const;

const menu = [
  { type: 'menu.opened', below: 'field-1' },
  { type: 'menu.searched', query: 'date' },
  { type: 'menu.closed' },
  { type: 'type.chosen', fieldType: 'date' },
] as const;

/** The place of its field without a label. */
export const unlabelledAt = 3;
const full = Array.from({ length: limits.fieldsPerForm }, (_, at) => exampleField(`F${at}`, at === unlabelledAt ? { label: '' } : {}));

export const formBuilderPaths = pathPlan({
  machine: formBuilderMachine,
  inputs: [{ fields: exampleFields }, { fields: full }],
  events: [...new Set([...arranging, ...editing, ...menu])],
  rounds: [[...arranging.slice(0, 9), replaced], arranging.slice(9), editing, menu],
  distinguish: ({ fields, lifted, removals, selectedId }) => [
    fields.length === limits.fieldsPerForm,
    Math.min(
      fields.findIndex(({ id }) => id === 'field-1'),
      1,
    ),
    removals.some(({ id }) => id === 4),
    selectedId !== null,
    lifted?.source.kind ?? null,
    lifted?.at ?? null,
  ],
});
