import { isBlankText } from '#contract/invisible.ts';
import type { FormField, FormOption } from '#contract/forms/form-field.ts';
import { limits } from '#contract/limits.ts';
import type { OptionEdit } from './form-builder.types.ts';

/** The field with one change of its values. Its default keeps to them: it follows a value's new name, and goes with a value. */
export function applyOptionEdit(field: FormField, edit: OptionEdit): FormField {
  const { values } = field;
  switch (edit.kind) {
    case 'add':
      return values.length >= limits.optionsPerFormField
        ? field
        : { ...field, values: inserted(values, edit.at, [named(freeName(values))]) };
    case 'type': {
      const before = values[edit.at];
      if (before === undefined) return field;
      const after = renamed(before, cut(edit.label));
      const renamedField = { ...field, values: values.with(edit.at, after) };
      // The same value stands in another place too, while it is typed: the default may be that one.
      if (isTwice(values, before)) return renamedField;
      return withDefault(renamedField, (value) => (value === before.value ? after.value : value));
    }
    case 'paste': {
      const { kept, place, added } = pasteOf(values, edit);
      const pasted = { ...field, values: inserted(kept, place, added.map(named)) };
      return withDefault(pasted, (value) => (pasted.values.some((each) => each.value === value) ? value : null));
    }
    case 'remove': {
      const removed = values[edit.at];
      const rest = values.filter((_, at) => at !== edit.at);
      if (removed === undefined || isTwice(values, removed)) return { ...field, values: rest };
      return withDefault({ ...field, values: rest }, (value) => (value === removed.value ? null : value));
    }
    case 'move': {
      const moved = values[edit.at];
      if (moved === undefined || edit.to < 0 || edit.to >= values.length) return field;
      return { ...field, values: inserted(values.toSpliced(edit.at, 1), edit.to, [moved]) };
    }
  }
}

interface Paste {
  /** The values that stay. */
  readonly kept: readonly FormOption[];
  /** Where the lines go among them. */
  readonly place: number;
  readonly added: readonly string[];
  /** Lines that a field has no room for. */
  readonly leftOut: number;
  /** Lines that were too long for a value, and were cut. */
  readonly shortened: number;
}

/** What a pasted text comes to. An empty value, or one that was selected as a whole, makes room for it. */
export function pasteOf(values: readonly FormOption[], { at, text, isReplacing }: Extract<OptionEdit, { kind: 'paste' }>): Paste {
  const all = linesOf(text);
  const lines = [...new Set(all.map(cut))];
  const isReplaced = lines.length > 0 && (isReplacing || isBlankText(values[at]?.label ?? '-'));
  const kept = isReplaced ? values.toSpliced(at, 1) : values;
  const added = lines.slice(0, Math.max(0, limits.optionsPerFormField - kept.length));
  return {
    kept,
    place: isReplaced ? at : at + 1,
    added,
    leftOut: lines.length - added.length,
    shortened: all.filter((line) => line.length > limits.formLabelCharacters).length,
  };
}

/** Lines of a pasted text, without blank ones, bullets of a list, and repetitions. */
function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r\n?|\n/u).map((line) => line.replace(/^\s*[-*•]\s+/u, '').trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}

const isTwice = (values: readonly FormOption[], { value }: FormOption): boolean => values.filter((each) => each.value === value).length > 1;

const cut = (text: string): string => text.slice(0, limits.formLabelCharacters);
const named = (label: string): FormOption => ({ value: label, label });

/** A value follows its label, unless it was made apart from it elsewhere: submissions name it. */
function renamed({ value, label: before }: FormOption, label: string): FormOption {
  return { label, value: value === before ? label : value };
}

function inserted(values: readonly FormOption[], at: number, more: readonly FormOption[]): readonly FormOption[] {
  return values.toSpliced(at, 0, ...more);
}

function freeName(values: readonly FormOption[]): string {
  for (let n = values.length + 1; ; n += 1) {
    const name = `Option ${n}`;
    if (!values.some(({ value, label }) => value === name || label === name)) return name;
  }
}

function withDefault(field: FormField, map: (value: string) => string | null): FormField {
  const { default: chosen } = field;
  if (typeof chosen === 'string') return { ...field, default: map(chosen) };
  if (!Array.isArray(chosen)) return field;
  const list: readonly string[] = chosen;
  return { ...field, default: list.flatMap((value) => map(value) ?? []) };
}
