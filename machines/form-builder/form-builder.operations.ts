import { isBlankText } from '#contract/invisible.ts';
import {
  type FormEntry,
  type FormField,
  type FormFieldType,
  formFieldNames,
  isInput,
  isReadField,
  keyOfLabel,
} from '#contract/forms/form-field.ts';
import { formProblems } from '#contract/forms/form-problems.ts';
import { limits } from '#contract/limits.ts';
import { sameJson, toJson } from '#contract/json.ts';
import { announce, type MoveBy, ordinal, targetOf } from '../arranging.ts';
import type { EditNote, ToastContent } from '../ports.ts';
import { applyEdit, editLabel, keysOf, nameOfField, newField, typingOf } from './form-builder.fields.ts';
import { pasteOf } from './form-builder.options.ts';
import { fixedKeysOf, isUsedKey } from './form-builder.used-keys.ts';
import type { BuilderFocus, FieldEdit, FormBuilderContext, FormBuilderInput } from './form-builder.types.ts';

/** The result of an operation: the context after it, and what is emitted. Without a note the fields have not changed. */
export interface Plan {
  readonly context: FormBuilderContext;
  readonly note?: EditNote;
  readonly toast?: ToastContent;
}

export function emptyContext({ fields, usedKeys = [], storedFields = [] }: FormBuilderInput): FormBuilderContext {
  return {
    fields: fields.map((field, at) => ({ id: idOf(at + 1), field })),
    usedKeys,
    storedFields,
    lastId: fields.length,
    selectedId: null,
    addBelow: null,
    query: '',
    lifted: null,
    removals: [],
    announcement: { text: '', count: 0 },
    focus: { on: 'add', id: null, at: 0, count: 0 },
  };
}

export const idOf = (n: number): string => `field-${n}`;

export const placeOf = ({ fields }: FormBuilderContext, id: string | null): number => fields.findIndex((each) => each.id === id);
export const fieldOf = ({ fields }: FormBuilderContext, id: string | null): FormEntry | undefined =>
  fields.find((each) => each.id === id)?.field;

/** The field in the editor, or one that could be; undefined for one that this version can't read. */
export function editableOf(context: FormBuilderContext, id: string | null): FormField | undefined {
  const field = fieldOf(context, id);
  return field !== undefined && isReadField(field) ? field : undefined;
}

export const isFull = ({ fields }: FormBuilderContext): boolean => fields.length >= limits.fieldsPerForm;

export function focusOn(context: FormBuilderContext, on: BuilderFocus['on'], id: string | null, at = 0): FormBuilderContext {
  return { ...context, focus: { on, id, at, count: context.focus.count + 1 } };
}

/** Opens the editor of the first field that something is wrong with, at that part; of the form as a whole, a field is to be added or deleted. */
export function openProblem(context: FormBuilderContext): FormBuilderContext {
  const [problem] = formProblems(context.fields.map(({ field }) => field));
  const found = problem?.at === null || problem === undefined ? undefined : context.fields[problem.at];
  if (!problem || !found) return focusOn(context, 'add', null);
  const opened = { ...context, selectedId: found.id };
  if (problem.part === null) return focusOn(opened, 'editor', found.id);
  const at = problem.part === 'values' && isReadField(found.field) ? wrongOption(found.field.values) : -1;
  return at < 0 ? focusOn(opened, problem.part, found.id) : focusOn(opened, 'option', found.id, at);
}

/** The place of the first value that is empty or there twice; -1: there is none. */
const wrongOption = (values: FormField['values']): number =>
  values.findIndex(({ label, value }, at) => isBlankText(label) || values.findIndex((other) => other.value === value) < at);

const labelOf = (context: FormBuilderContext, id: string): string => {
  const field = fieldOf(context, id);
  return field === undefined ? '' : nameOfField(field);
};

// Adding

/** Adds a field of a type: at a place, or else right below the field that the menu is about, or the selected one, or at the end. */
export function add(context: FormBuilderContext, type: FormFieldType, place: number | null = null): Plan {
  const below = placeOf(context, context.addBelow ?? context.selectedId);
  const at = place ?? (below < 0 ? context.fields.length : below + 1);
  return inserted(
    context,
    newField(type, [...keysOf(context.fields), ...fixedKeysOf(context)]),
    at,
    `adding ${formFieldNames[type]}`,
    'added',
  );
}

export function duplicate(context: FormBuilderContext, id: string): Plan {
  const field = editableOf(context, id);
  if (field === undefined) return { context };
  const taken = [...keysOf(context.fields), ...fixedKeysOf(context)];
  const copy = isInput(field) ? { ...field, key: keyOfLabel(field.label, taken) } : field;
  return inserted(context, copy, placeOf(context, id) + 1, `duplicating ${nameOfField(field)}`, 'duplicated');
}

function inserted(context: FormBuilderContext, field: FormField, at: number, label: string, done: string): Plan {
  const lastId = context.lastId + 1;
  const id = idOf(lastId);
  const fields = context.fields.toSpliced(at, 0, { id, field });
  const next = { ...context, fields, lastId, selectedId: id, addBelow: null, query: '' };
  const text = `${nameOfField(field)} ${done} at ${ordinal(at, fields.length)}`;
  return { context: focusOn(announce(next, text), 'new', id), note: { label, typing: null } };
}

// Deleting

/** A toast can undo as many deletions. */
const mostRemovals = 20;

/** The next row takes the focus, or the one before, or the button that adds a field. */
export function remove(context: FormBuilderContext, id: string): Plan {
  const at = placeOf(context, id);
  const removed = context.fields[at];
  if (removed === undefined) return { context };
  const fields = context.fields.toSpliced(at, 1);
  const neighbour = fields[at] ?? fields[at - 1];
  const removalId = context.lastId + 1;
  const next: FormBuilderContext = {
    ...context,
    fields,
    lastId: removalId,
    selectedId: context.selectedId === id ? null : context.selectedId,
    removals: [...context.removals, { id: removalId, at, removed }].slice(-mostRemovals),
  };
  const label = nameOfField(removed.field);
  const focused = focusOn(announce(next, `${label} deleted`), neighbour ? 'row' : 'add', neighbour?.id ?? null);
  const isUsed = isReadField(removed.field) && isUsedKey(context, removed.field.key);
  const content = isUsed ? 'Submissions keep what was sent for it.' : '';
  return {
    context: focused,
    note: { label: `deleting ${label}`, typing: null },
    toast: { type: 'info', title: `“${label}” deleted`, content, action: { id: `${undoPrefix}${removalId}`, label: 'Undo' } },
  };
}

const undoPrefix = 'form-builder-undo-';

/** The deletion that a toast's button undoes; null for the button of another screen. */
export const removalOfAction = (actionId: string): number | null =>
  actionId.startsWith(undoPrefix) ? Number(actionId.slice(undoPrefix.length)) : null;

/** Whether the deletion can be undone: the form's own undo may have brought the field back already. */
export function canRestore(context: FormBuilderContext, removalId: number): boolean {
  const removal = context.removals.find(({ id }) => id === removalId);
  return removal !== undefined && placeOf(context, removal.removed.id) < 0 && !isFull(context);
}

export function restore(context: FormBuilderContext, removalId: number): Plan {
  const removal = context.removals.find(({ id }) => id === removalId);
  if (removal === undefined) return { context };
  const at = Math.min(removal.at, context.fields.length);
  const label = nameOfField(removal.removed.field);
  const next = {
    ...context,
    fields: context.fields.toSpliced(at, 0, removal.removed),
    removals: context.removals.filter(({ id }) => id !== removalId),
  };
  return {
    context: focusOn(announce(next, `${label} is back at ${ordinal(at, next.fields.length)}`), 'row', removal.removed.id),
    note: { label: `bringing back ${label}`, typing: null },
  };
}

// Editing

export function edit(context: FormBuilderContext, id: string, change: FieldEdit): Plan {
  const field = editableOf(context, id);
  if (field === undefined) return { context };
  const toast = change.part === 'values' ? pasteToast(field, change.edit) : undefined;
  const next = applyEdit(field, change, keysOf(context.fields, id), fixedKeysOf(context));
  if (sameJson(toJson(field), toJson(next))) return { context, ...(toast ? { toast } : {}) };
  const typing = typingOf(change);
  const edited = { ...context, fields: context.fields.map((each) => (each.id === id ? { id, field: next } : each)) };
  return {
    context: change.part === 'values' ? afterOptionEdit(edited, id, change.edit, field.values, next.values.length) : edited,
    note: { label: editLabel(next, change), typing: typing === null ? null : `${id}/${typing}` },
    ...(toast ? { toast } : {}),
  };
}

type Options = Extract<FieldEdit, { part: 'values' }>['edit'];

/** The value that was added or moved takes the focus, or the one that took the place of a removed one. */
function afterOptionEdit(
  context: FormBuilderContext,
  id: string,
  change: Options,
  before: FormField['values'],
  after: number,
): FormBuilderContext {
  switch (change.kind) {
    case 'type':
      return context;
    case 'add':
      return focusOn(announce(context, `Value ${change.at + 1} added`), 'newOption', id, change.at);
    case 'paste': {
      const { place, added } = pasteOf(before, change);
      return focusOn(announce(context, `${counted(added.length, 'value')} added`), 'option', id, Math.max(0, place + added.length - 1));
    }
    case 'remove':
      return focusOn(announce(context, `Value ${change.at + 1} removed`), 'option', id, Math.min(change.at, after - 1));
    case 'move':
      return focusOn(announce(context, `Value moved to ${ordinal(change.to, after)}`), 'option', id, change.to);
  }
}

/** What of a pasted list is not there, or not as it was; undefined where all of it is. */
function pasteToast({ values }: FormField, change: Options): ToastContent | undefined {
  if (change.kind !== 'paste') return undefined;
  const { leftOut, shortened } = pasteOf(values, change);
  const messages = [
    ...(leftOut > 0
      ? [`A field holds at most ${limits.optionsPerFormField} values: ${counted(leftOut, 'line')} at the end did not fit.`]
      : []),
    ...(shortened > 0 ? [`${counted(shortened, 'line')} with more than ${limits.formLabelCharacters} characters: cut at the end.`] : []),
  ];
  return messages.length > 0 ? { type: 'warning', title: 'Not all of the list was added', content: messages.join(' ') } : undefined;
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

// Moving

export function move(context: FormBuilderContext, id: string, to: number): Plan {
  const at = placeOf(context, id);
  const moved = context.fields[at];
  if (moved === undefined || at === to) return { context };
  return {
    context: { ...context, fields: context.fields.toSpliced(at, 1).toSpliced(to, 0, moved) },
    note: { label: `moving ${nameOfField(moved.field)}`, typing: null },
  };
}

export function moveBy(context: FormBuilderContext, id: string, by: MoveBy): Plan {
  const to = targetOf(placeOf(context, id), context.fields.length, by);
  if (to === null) return { context };
  const { note, context: moved } = move(context, id, to);
  const text = `${labelOf(context, id)} moved to ${ordinal(to, context.fields.length)}`;
  return { context: focusOn(announce(moved, text), 'row', id), ...(note ? { note } : {}) };
}
