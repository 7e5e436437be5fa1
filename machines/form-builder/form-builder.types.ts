import type { FormEntry, FormField, FormFieldType } from '#contract/forms/form-field.ts';
import type { FormFieldPart } from '#contract/forms/form-problems.ts';
import type { Announcement, LiftedBy, MoveBy } from '../arranging.ts';
import type { EditNote, ToastEmitted } from '../ports.ts';

/** A key that submissions of the form have values under, and how many do. `isLeast`: not all of them were looked through. */
export interface UsedKey {
  readonly key: string;
  readonly submissions: number;
  readonly isLeast: boolean;
}

/** A field of the form. `id` is the builder's: a key may change while it is typed, or stand twice. */
export interface BuilderField {
  readonly id: string;
  readonly field: FormEntry;
}

/** What is being dragged: a field of the form, or a type of the palette. */
export type LiftedSource = { readonly kind: 'field'; readonly id: string } | { readonly kind: 'new'; readonly type: FormFieldType };

export interface Lifted {
  readonly source: LiftedSource;
  readonly by: LiftedBy;
  /** The place, from 0, that it would have in the form. Null: outside of the form, where a drop does nothing. */
  readonly at: number | null;
}

/** A deleted field, for the Undo of its toast. */
export interface Removal {
  readonly id: number;
  readonly at: number;
  readonly removed: BuilderField;
}

/** One change of the values to choose from; `at` is a value's place, from 0. */
export type OptionEdit =
  | { readonly kind: 'add'; readonly at: number }
  | { readonly kind: 'type'; readonly at: number; readonly label: string }
  /** Pasted at a value: several lines, each a value of its own. `isReplacing`: the whole value was selected. */
  | { readonly kind: 'paste'; readonly at: number; readonly text: string; readonly isReplacing: boolean }
  | { readonly kind: 'remove'; readonly at: number }
  | { readonly kind: 'move'; readonly at: number; readonly to: number };

/** One change in a field's editor. */
export type FieldEdit =
  | { readonly part: 'label' | 'key' | 'placeholder' | 'help' | 'content'; readonly value: string }
  | { readonly part: 'required'; readonly value: boolean }
  | { readonly part: 'width'; readonly value: FormField['width'] }
  | { readonly part: 'default'; readonly value: FormField['default'] }
  | { readonly part: 'values'; readonly edit: OptionEdit };

/**
 * What takes the focus when `count` grows: the row of a field; the first control of the editor, of a new field with its text selected; the
 * control of one of its parts; a value of the editor's list, of a new one with its text selected; or the button that adds a field.
 */
export interface BuilderFocus {
  readonly on: 'row' | 'handle' | 'editor' | 'new' | FormFieldPart | 'option' | 'newOption' | 'add';
  readonly id: string | null;
  /** Of a value: its place, from 0. */
  readonly at: number;
  readonly count: number;
}

/** Plain JSON throughout. */
export interface FormBuilderContext {
  readonly fields: readonly BuilderField[];
  readonly usedKeys: readonly UsedKey[];
  /** The fields as they are stored: their keys do not follow their labels any more. */
  readonly storedFields: readonly FormEntry[];
  /** The last number that an id or a removal got. */
  readonly lastId: number;
  /** The field that was worked on last: its editor is open, and a new field goes right below it. */
  readonly selectedId: string | null;
  /** The field below which the field menu adds; null: below the selected one, or at the end. */
  readonly addBelow: string | null;
  /** What is typed in the field menu. */
  readonly query: string;
  readonly lifted: Lifted | null;
  /** The latest deletions, which their toasts can undo. */
  readonly removals: readonly Removal[];
  readonly announcement: Announcement;
  readonly focus: BuilderFocus;
}

export interface FormBuilderInput {
  readonly fields: readonly FormEntry[];
  readonly usedKeys?: readonly UsedKey[];
  readonly storedFields?: readonly FormEntry[];
}

export type FormBuilderEvent =
  /** From the form around the builder: its value is another one, by its undo, Discard, or somebody else's change. */
  | { readonly type: 'fields.replaced'; readonly fields: readonly FormEntry[] }
  | { readonly type: 'keys.changed'; readonly usedKeys: readonly UsedKey[]; readonly storedFields: readonly FormEntry[] }
  /** "/" in the form, or the button Add a field. */
  | { readonly type: 'menu.opened'; readonly below: string | null }
  | { readonly type: 'menu.searched'; readonly query: string }
  | { readonly type: 'menu.closed' }
  /** In the palette or in the field menu. */
  | { readonly type: 'type.chosen'; readonly fieldType: FormFieldType }
  | { readonly type: 'new.lifted'; readonly fieldType: FormFieldType }
  | { readonly type: 'field.lifted'; readonly id: string; readonly by: LiftedBy }
  | { readonly type: 'lifted.movedTo'; readonly at: number | null }
  /** By a key. */
  | { readonly type: 'lifted.stepped'; readonly by: MoveBy }
  | { readonly type: 'lifted.dropped' }
  | { readonly type: 'lifted.cancelled' }
  /** By the row's menu. */
  | { readonly type: 'field.moved'; readonly id: string; readonly by: MoveBy }
  | { readonly type: 'field.opened'; readonly id: string }
  /** A person goes to what a save has found to be wrong. */
  | { readonly type: 'problem.opened' }
  | { readonly type: 'editor.closed' }
  | { readonly type: 'field.edited'; readonly id: string; readonly edit: FieldEdit }
  | { readonly type: 'field.duplicated'; readonly id: string }
  | { readonly type: 'field.deleted'; readonly id: string }
  /** The button Undo of a deletion's toast. */
  | { readonly type: 'deletion.undone'; readonly removalId: number };

/** The fields have changed here. */
export interface FieldsChanged {
  readonly type: 'fields.changed';
  readonly fields: readonly FormEntry[];
  readonly note: EditNote;
}

export type FormBuilderEmitted = FieldsChanged | ToastEmitted;
