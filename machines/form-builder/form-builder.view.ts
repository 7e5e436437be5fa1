import type { SnapshotFrom } from 'xstate';
import {
  type FormField,
  type FormFieldType,
  formFieldNames,
  formFieldTypes,
  inputTypes,
  isInput,
  layoutTypes,
} from '#contract/forms/form-field.ts';
import { type FormFieldPart, type FormProblem, formProblems } from '#contract/forms/form-problems.ts';
import { limits } from '#contract/limits.ts';
import type { Announcement } from '../arranging.ts';
import { followsLabel, keysOf, nameOfField } from './form-builder.fields.ts';
import type { formBuilderMachine } from './form-builder.machine.ts';
import { editableOf, isFull } from './form-builder.operations.ts';
import { fixedKeysOf, keyWarningOf } from './form-builder.used-keys.ts';
import type { BuilderFocus, FormBuilderContext } from './form-builder.types.ts';

export interface BuilderRow {
  readonly id: string;
  readonly type: FormFieldType | 'unread';
  /** Its label, or the beginning of its text. */
  readonly name: string;
  /** "Email, required, half width" */
  readonly details: string;
  readonly isSelected: boolean;
  /** While it is lifted by the keyboard: the place where it would go, from 1. */
  readonly liftedTo: number | null;
  /** The field that is lifted by the keyboard has moved past it. */
  readonly isCrossed: boolean;
  /** A new field that is dragged would go there. */
  readonly insertion: 'before' | 'after' | null;
  readonly problems: readonly string[];
  readonly canMoveUp: boolean;
  readonly canMoveDown: boolean;
  readonly canDuplicate: boolean;
}

export interface EditorView {
  readonly id: string;
  readonly field: FormField;
  readonly typeName: string;
  readonly problems: Readonly<Partial<Record<FormFieldPart, string>>>;
  /** The key follows the label. */
  readonly isKeyDerived: boolean;
  /** What a key that differs from the stored one does to the submissions; null: nothing. */
  readonly keyWarning: string | null;
}

export interface FormBuilderView {
  readonly rows: readonly BuilderRow[];
  readonly editor: EditorView | null;
  readonly menu: { readonly query: string; readonly types: readonly FormFieldType[] } | null;
  /** The type that is being dragged from the palette. */
  readonly draggedType: FormFieldType | null;
  /** Problems of the form as a whole. */
  readonly problems: readonly string[];
  /** Why no field can be added; null where one can. */
  readonly cannotAdd: string | null;
  readonly announcement: Announcement;
  readonly focus: BuilderFocus;
}

/** The groups of the palette. */
export const paletteGroups: readonly { readonly title: string; readonly types: readonly FormFieldType[] }[] = [
  { title: 'Basic', types: inputTypes },
  { title: 'Layout', types: layoutTypes },
];

/**
 * What the form builder draws. `isTried`: a save was tried, or a control was left, so that the problems of the field in the editor are shown
 * too. Until then only those of the other fields are: a label that is just being typed may be empty.
 */
export function formBuilderView(snapshot: BuilderSnapshot, isTried: boolean): FormBuilderView {
  const views = isTried ? viewsTried : viewsUntried;
  const known = views.get(snapshot);
  if (known) return known;
  const view = viewOf(snapshot, isTried);
  views.set(snapshot, view);
  return view;
}

type BuilderSnapshot = SnapshotFrom<typeof formBuilderMachine>;

/** Several parts of the screen ask for the same view. */
const viewsTried = new WeakMap<BuilderSnapshot, FormBuilderView>();
const viewsUntried = new WeakMap<BuilderSnapshot, FormBuilderView>();

function viewOf(snapshot: BuilderSnapshot, isTried: boolean): FormBuilderView {
  const { context } = snapshot;
  const { lifted } = context;
  const problems = formProblems(context.fields.map(({ field }) => field));
  const shown = problems.filter(({ at }) => isTried || (at !== null && context.fields[at]?.id !== context.selectedId));
  return {
    rows: rowsOf(context, shown),
    editor: snapshot.matches({ editor: 'open' }) ? editorOf(context, shown) : null,
    menu: snapshot.matches({ menu: 'open' }) ? { query: context.query, types: typesFor(context.query) } : null,
    draggedType: lifted?.source.kind === 'new' ? lifted.source.type : null,
    problems: shown.filter(({ at }) => at === null).map(({ message }) => message),
    cannotAdd: isFull(context) ? `A form can hold at most ${limits.fieldsPerForm} fields.` : null,
    announcement: context.announcement,
    focus: context.focus,
  };
}

function rowsOf({ fields, lifted, selectedId }: FormBuilderContext, problems: readonly FormProblem[]): readonly BuilderRow[] {
  const byKeyboard = lifted?.by === 'keyboard' && lifted.source.kind === 'field' ? lifted.source.id : null;
  const from = byKeyboard === null ? -1 : fields.findIndex(({ id }) => id === byKeyboard);
  const to = byKeyboard === null ? -1 : (lifted?.at ?? -1);
  const insertAt = lifted?.source.kind === 'new' ? lifted.at : null;
  const isRoom = fields.length < limits.fieldsPerForm;
  return fields.map(({ id, field }, at) => ({
    id,
    type: field.type,
    name: nameOfField(field),
    details: detailsOf(field.type === 'unread' ? null : field),
    isSelected: id === selectedId,
    liftedTo: at === from && byKeyboard !== null ? to + 1 : null,
    isCrossed: byKeyboard !== null && at !== from && at >= Math.min(from, to) && at <= Math.max(from, to),
    insertion: insertAt === at ? 'before' : insertAt === fields.length && at === fields.length - 1 ? 'after' : null,
    problems: problems.filter((problem) => problem.at === at).map(({ message }) => message),
    canMoveUp: at > 0,
    canMoveDown: at < fields.length - 1,
    canDuplicate: field.type !== 'unread' && isRoom,
  }));
}

function detailsOf(field: FormField | null): string {
  if (field === null) return 'Made elsewhere, kept as it is';
  if (field.type === 'columns') return 'The next column begins';
  const parts = [
    formFieldNames[field.type],
    ...(isInput(field) && field.required ? ['required'] : []),
    ...(field.width === 'half' ? ['half width'] : []),
  ];
  return parts.join(', ');
}

function editorOf(context: FormBuilderContext, problems: readonly FormProblem[]): EditorView | null {
  const { selectedId, fields } = context;
  const field = editableOf(context, selectedId);
  if (field === undefined || selectedId === null) return null;
  const at = fields.findIndex(({ id }) => id === selectedId);
  const own = problems.filter((problem) => problem.at === at);
  // The first of each part.
  const byPart = Object.fromEntries(own.toReversed().flatMap(({ part, message }) => (part === null ? [] : [[part, message]])));
  return {
    id: selectedId,
    field,
    typeName: formFieldNames[field.type],
    problems: byPart,
    isKeyDerived: followsLabel(field, keysOf(fields, selectedId), fixedKeysOf(context)),
    keyWarning: isInput(field) ? keyWarningOf(context, selectedId, field.key) : null,
  };
}

/** The types whose name has what is typed; the one with this very name first. */
function typesFor(query: string): readonly FormFieldType[] {
  const wanted = query.trim().toLowerCase();
  const nameOf = (type: FormFieldType) => formFieldNames[type].toLowerCase();
  return formFieldTypes
    .filter((type) => nameOf(type).includes(wanted) || type.includes(wanted))
    .toSorted((a, b) => Number(nameOf(b) === wanted) - Number(nameOf(a) === wanted));
}
