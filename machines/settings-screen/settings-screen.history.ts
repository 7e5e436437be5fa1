import { sameJson } from '#contract/json.ts';
import { type Field, type FieldValue, isSeveral } from '#contract/fields/field.ts';
import { isTyped } from '#contract/fields/index.ts';
import { fieldsOf } from '#contract/settings/screen.ts';
import type { EditNote } from '../ports.ts';
import { change, isDirty } from './settings-screen.operations.ts';
import type { EditHistory, EditStep, SettingsContext, FieldValues } from './settings-screen.types.ts';

/** The number of steps that can be undone. A step of a code field may hold twice 9000 characters. */
const longest = 100;

/**
 * Records an edit: the difference of the two contexts, without secrets, as one step. Typing in the same field (`key`) extends the last step
 * until that is closed; so does typing in one part of its value, as `note` has it.
 */
export function record(before: SettingsContext, after: SettingsContext, key: string | null = null, note?: EditNote): SettingsContext {
  const fields = fieldsOf(after.screen).filter((field) => !field.secret && !sameJson(before.values[field.key], after.values[field.key]));
  if (fields.length === 0) return after;
  const keys = fields.map((field) => field.key);
  const step: EditStep = { before: picked(before.values, keys), after: picked(after.values, keys), ...(note ? { label: note.label } : {}) };
  const [only] = fields;
  const typing = fields.length === 1 && only?.key === key ? typingIn(only, note) : null;
  return { ...after, history: added(after.history, step, typing) };
}

function typingIn(field: Field, note: EditNote | undefined): string | null {
  if (note) return note.typing === null ? null : `${field.key}/${note.typing}`;
  return isTyped(field) ? field.key : null;
}

function added({ past, open, ...history }: EditHistory, step: EditStep, typing: string | null): EditHistory {
  const last = past.at(-1);
  const joined = typing !== null && typing === open && last ? { ...step, before: last.before } : null;
  const earlier = joined ? past.slice(0, -1) : past;
  const next = joined ?? step;
  // The field has its first value again: there is nothing to undo.
  if (sameJson(next.before, next.after)) return { ...history, past: earlier, future: [], open: null };
  return { ...history, past: [...earlier, next].slice(-longest), future: [], open: typing };
}

/** The step in which fields adopt somebody else's values (by key); null where nothing changes. */
export function adoptionStep(context: SettingsContext, theirs: FieldValues): EditStep | null {
  // A field that was edited since its save keeps the edit.
  const keys = Object.keys(theirs).filter((key) => sameJson(context.values[key], context.loaded[key]));
  if (!keys.some((key) => !sameJson(context.values[key], theirs[key]))) return null;
  return { before: picked(context.values, keys), after: picked(theirs, keys) };
}

/** Records that fields have adopted somebody else's values: undo brings one's own back. */
export function recordAdopted(context: SettingsContext): SettingsContext {
  return context.adopted === null ? context : { ...context, adopted: null, history: added(context.history, context.adopted, null) };
}

/** The next edit begins a step of its own. */
export function close(context: SettingsContext): SettingsContext {
  return context.history.open === null ? context : { ...context, history: { ...context.history, open: null } };
}

/**
 * Removes a file that no longer exists from all steps. Its fields get the value from before it, and steps that then change nothing are
 * removed.
 */
export function forgetFile(context: SettingsContext, fileId: string): SettingsContext {
  const { past, future } = context.history;
  const removeFile = (steps: readonly EditStep[]): readonly EditStep[] => {
    const valueBefore = (key: string): FieldValue =>
      steps.find((step) => step.after[key] === fileId && step.before[key] !== fileId)?.before[key] ?? context.loaded[key] ?? null;
    // In a field of several files the others stay.
    const rest = (key: string, value: FieldValue): FieldValue =>
      isSeveral(value) ? value.filter((id) => id !== fileId) : value === fileId ? valueBefore(key) : value;
    const without = (values: FieldValues): FieldValues =>
      Object.fromEntries(Object.entries(values).map(([key, value]) => [key, rest(key, value)]));
    return steps
      .map((step) => ({ ...step, before: without(step.before), after: without(step.after) }))
      .filter((step) => differs(step.before, step.after));
  };
  return { ...context, history: { ...context.history, past: removeFile(past), future: removeFile(future) } };
}

/** The history with each value that it has of a field replaced. Steps that then change nothing are removed. */
export function withEach(history: EditHistory, key: string, replaced: (value: FieldValue) => FieldValue): EditHistory {
  const over = (values: FieldValues): FieldValues => (key in values ? { ...values, [key]: replaced(values[key] ?? null) } : values);
  const all = (steps: readonly EditStep[]): readonly EditStep[] =>
    steps
      .map((step) => ({ ...step, before: over(step.before), after: over(step.after) }))
      .filter((step) => differs(step.before, step.after));
  return { ...history, past: all(history.past), future: all(history.future) };
}

/** The step that undo reverts; null where there is none. Skips steps that would change nothing. */
export function undoable({ history, values }: SettingsContext): EditStep | null {
  return history.past.findLast((step) => differs(values, step.before)) ?? null;
}

export function redoable({ history, values }: SettingsContext): EditStep | null {
  return history.future.findLast((step) => differs(values, step.after)) ?? null;
}

/** Undoes the last step. Each value becomes an edit, so that a save sends it, whatever was saved since. */
export function undo(context: SettingsContext): SettingsContext {
  const step = undoable(context);
  if (step === null) return context;
  const { past, future } = context.history;
  const history = { past: past.slice(0, past.lastIndexOf(step)), future: [...future, step], open: null };
  return announced(withValues(context, step.before), history, 'undone', step);
}

export function redo(context: SettingsContext): SettingsContext {
  const step = redoable(context);
  if (step === null) return context;
  const { past, future } = context.history;
  const history = { past: [...past, step], future: future.slice(0, future.lastIndexOf(step)), open: null };
  return announced(withValues(context, step.after), history, 'redone', step);
}

function withValues(context: SettingsContext, values: FieldValues): SettingsContext {
  const entries: readonly (readonly [string, FieldValue])[] = Object.entries(values);
  const next = entries.reduce((current, [key, value]) => change(current, key, value), context);
  return isDirty(next) ? next : { ...next, restoredDraft: null };
}

function announced(
  context: SettingsContext,
  history: Omit<EditHistory, 'last'>,
  direction: 'undone' | 'redone',
  step: EditStep,
): SettingsContext {
  const count = (context.history.last?.count ?? 0) + 1;
  const { label } = step;
  return { ...context, history: { ...history, last: { direction, keys: Object.keys(step.before), ...(label ? { label } : {}), count } } };
}

function differs(values: FieldValues, wanted: FieldValues): boolean {
  return Object.entries(wanted).some(([key, value]) => !sameJson(values[key] ?? null, value));
}

function picked(values: FieldValues, keys: readonly string[]): FieldValues {
  return Object.fromEntries(keys.map((key) => [key, values[key] ?? null]));
}
