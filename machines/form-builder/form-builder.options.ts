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
      const lines = linesOf(edit.text);
      const kept = values.filter((_, at) => at !== edit.at || values[edit.at]?.label.trim() !== '');
      const place = kept.length === values.length ? edit.at + 1 : edit.at;
      const room = limits.optionsPerFormField - kept.length;
      return { ...field, values: inserted(kept, place, lines.slice(0, room).map(named)) };
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

/** Lines of a pasted text, without blank ones, bullets of a list, and repetitions. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/u).map((line) => cut(line.replace(/^\s*[-*•]\s+/u, '').trim()));
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
