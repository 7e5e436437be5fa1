import type { ChosenResource, ListName } from '../entities/lists.ts';
import type { Category } from '../entities/setting.ts';
import type * as v from 'valibot';
import type { ThemeKey } from '../entities/website.ts';
import type { InputType } from '../forms/form-field.ts';
import type { Json, JsonObject } from '../json.ts';
import type { TextFormat } from './text-format.ts';

/**
 * The value of a field while it is edited: text kinds have a string, numbers a number or null, flags a boolean, choices a string or null,
 * multiple choices a list of ids, lists of items a list of their values by key, and the fields of a form a list of these, as JSON.
 */
export type FieldValue = PlainValue | readonly string[] | readonly FieldItem[] | readonly JsonObject[];

export type PlainValue = string | number | boolean | null;

/** One item of a list, as the values of its fields by key. */
export type FieldItem = Readonly<Record<string, PlainValue>>;

export interface Option {
  readonly value: string;
  readonly label: string;
  /** For theme colours: the colour of the option, and on hover. */
  readonly color?: string;
  readonly hoverColor?: string;
  /** For theme colours that follow the website's branding; `brand-colors.ts` computes the colours. */
  readonly brand?: BrandColor;
  /** The themes that offer it; by default all. */
  readonly themes?: readonly ThemeKey[];
  /** Offered only while this condition holds. */
  readonly when?: Condition;
}

/** A brand colour of the website, or a step of it. */
export interface BrandColor {
  readonly setting: 'primary_color' | 'secondary_color';
  readonly shade: 'base' | 'light' | 'dark';
}

/** When a field is shown. A hidden field is neither validated nor sent. */
export type Condition =
  | { readonly theme: readonly ThemeKey[] }
  | { readonly field: string; readonly is: readonly FieldValue[] }
  /** Another field's text, matched against a pattern (unicode, case-insensitive). */
  | { readonly field: string; readonly matches: string }
  /** A key of another category, such as `seo_enable_keywords`. */
  | { readonly setting: { readonly category: Category; readonly key: string }; readonly is: readonly FieldValue[] }
  /** Whether the record is being created. What is stored counts as valid when it was created. */
  | { readonly isNew: boolean }
  | { readonly all: readonly Condition[] };

interface FieldBase {
  readonly key: string;
  readonly label: string;
  readonly help?: string;
  /** Replaces `help` in the form of a new record; `fieldsFor` turns it into `help`. */
  readonly helpOnCreate?: string;
  /** Replaces `help` in the form of one theme; `fieldOfTheme` turns it into `help`. */
  readonly helpOf?: Readonly<Partial<Record<ThemeKey, string>>>;
  readonly placeholder?: string;
  readonly required?: boolean;
  /** Of a record: required when it is created, and may be left out later. `fieldsFor` turns it into `required`. */
  readonly requiredOnCreate?: boolean;
  /** Required only while this condition holds; `resolveField` turns it into `required`. */
  readonly requiredWhen?: Condition;
  /** The screen's category unless the field names its own. */
  readonly category?: Category;
  readonly when?: Condition;
  /** Shown all the same while `when` does not hold: disabled, without a value, and with this reason. */
  readonly offReason?: string;
  /** Of a record: while it is hidden it has no value. Others keep theirs. */
  readonly clearedWhenHidden?: true;
  /** Write-only: never cached, drafted, stored in the outbox or the log, or logged. Stored as it is typed, white space included. */
  readonly secret?: boolean;
  /** Of a secret: it can be read while it is typed, such as a user name. */
  readonly isReadable?: boolean;
  /** Of a JSON text of a record: the API has the value that it stands for. */
  readonly isParsed?: boolean;
  /** Of a record: the group of bodies and answers that has its value, and its name there. No answer has the group of a secret. */
  readonly path?: readonly [group: string, name: string];
}

interface TextBase extends FieldBase {
  readonly default?: string;
  /** Characters. */
  readonly minLength?: number;
  /** Characters. */
  readonly maxLength?: number;
  /** A permanent counter. `soft` warns, `hard` is also the maximum. */
  readonly counter?: { readonly characters: number; readonly limit: 'soft' | 'hard' };
  /** The value that a blank save stores instead, with the note that says so. */
  readonly emptyBecomes?: { readonly value: string; readonly note: string };
}

/** A text may have tags (`{{key}}`) of the fields of a form in it, which are offered to choose from. */
export interface FieldTags {
  /** Which value has the fields, of the record that this one is a part of. */
  readonly of: string;
  /** The types of the fields that are offered; all by default. */
  readonly types?: readonly InputType[];
  /** One tag is the whole text: a choice replaces what is there. */
  readonly isWhole?: true;
}

interface ChoiceBase extends FieldBase {
  readonly options: readonly Option[];
  readonly default?: string;
  /** A stored value that is none of the options reads as the default, without a warning. */
  readonly otherIsDefault?: boolean;
}

export interface TextField extends TextBase {
  readonly kind: 'text';
  /** A whole number that is stored as text, because blank has a separate meaning. */
  readonly digits?: boolean;
  /** A code in a form that its service fixes. */
  readonly format?: TextFormat;
  readonly tags?: FieldTags;
}
export interface MultilineField extends TextBase {
  readonly kind: 'multiline';
  readonly rows?: number;
  /** A form that a save checks. */
  readonly format?: TextFormat;
  readonly tags?: FieldTags;
}
/** One item on each line; none is blank, and none stands twice. */
export interface LinesField extends TextBase {
  readonly kind: 'lines';
  readonly rows?: number;
}
export interface UrlField extends TextBase {
  readonly kind: 'url';
  /** `web`: http(s) alone; `any`: also a path on the site, such as /contact-us. */
  readonly accepts: 'web' | 'any';
  /** The validation message for an address that this field does not take. */
  readonly problem?: (address: string) => string | null;
}
export interface EmailField extends TextBase {
  readonly kind: 'email';
}
export interface TelephoneField extends TextBase {
  readonly kind: 'telephone';
}
export interface CodeField extends TextBase {
  readonly kind: 'code';
  /** Those that do not parse are warned about before a save; `json` is refused by its format. */
  readonly language: 'css' | 'html' | 'javascript' | 'json' | 'text';
  /** A form that a save checks. */
  readonly format?: TextFormat;
}
export interface NumberField extends FieldBase {
  readonly kind: 'number';
  readonly min?: number;
  readonly max?: number;
  /** The step of the arrows. With 1 only whole numbers are valid. */
  readonly step?: number;
  /** Behind a value that is shown as text, such as `ms`. */
  readonly unit?: string;
  readonly default?: number;
}
/** 0 to 1 by 0.05; a value between two steps is refused. */
export interface OpacityField extends FieldBase {
  readonly kind: 'opacity';
  readonly default?: number;
}
export interface CheckboxField extends FieldBase {
  readonly kind: 'checkbox';
  readonly default?: boolean;
}
/** Show (true) or Hide (false). */
export interface ToggleField extends FieldBase {
  readonly kind: 'toggle';
  readonly default?: boolean;
}
export interface SelectField extends ChoiceBase {
  readonly kind: 'select';
  /** Of a record: the API has numbers in place of the options' texts. */
  readonly isNumeric?: boolean;
}
export interface RadioField extends ChoiceBase {
  readonly kind: 'radio';
}
/** `#rrggbb`; no alpha. */
export interface ColorField extends FieldBase {
  readonly kind: 'color';
  readonly default?: string;
}
export interface ThemeColorField extends ChoiceBase {
  readonly kind: 'themeColor';
}
export interface LogoField extends ChoiceBase {
  readonly kind: 'logo';
}
/** The value is a file's id. */
export interface ImageField extends FieldBase {
  readonly kind: 'image';
  readonly accept: readonly string[];
}
/** The value is a file's id. */
export interface FileField extends FieldBase {
  readonly kind: 'file';
  readonly accept: readonly string[];
}
/** The value is a menu's id. */
export interface MenuField extends FieldBase {
  readonly kind: 'menu';
  /** Sent with the type null, where the API expects the key without one. */
  readonly untyped?: boolean;
}
/** The value is a form's id; null is "No form". */
export interface FormChoiceField extends FieldBase {
  readonly kind: 'form';
  /** Sent with the type null, where the API expects the key without one. */
  readonly untyped?: boolean;
}
/** 0 to 100 by 1, unless the field says otherwise. */
export interface SliderField extends FieldBase {
  readonly kind: 'slider';
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly default?: number;
}
/** The value is a list of files' ids, in the order in which they are shown. */
export interface ImagesField extends FieldBase {
  readonly kind: 'images';
  readonly accept: readonly string[];
}
/** The value is the id of a record of one of the API's lists; null is none. */
export interface RecordField extends FieldBase {
  readonly kind: 'record';
  readonly list: ListName | 'page' | ChosenResource;
}
/** The value is a list of ids of records of one of the API's lists. */
export interface RecordsField extends FieldBase {
  readonly kind: 'records';
  readonly list: ListName;
}

/** The value is a list of items, each with fields of its own. The conditions of these fields read the values of their item. */
export interface ItemsField extends FieldBase {
  readonly kind: 'items';
  /** Of kinds with one value. The first one names the item. */
  readonly fields: readonly Field[];
  /** As in the middle of a sentence: "trigger". */
  readonly one: string;
  /** Headings of an item's dialog; `add` is also the button's text. */
  readonly add: string;
  readonly edit: string;
  /** In place of an empty list. */
  readonly none: string;
  readonly most: number;
  /** `itemRules`. */
  readonly rules: ItemRules;
}

/** The value is the list of fields that visitors fill in on a form, as `readFormFields` reads them. */
export interface FormFieldsField extends FieldBase {
  readonly kind: 'formFields';
  /** `formFieldsRules`. */
  readonly rules: FormFieldsRules;
  /** The keys of the fields of the same record that visitors see above these: its name, which is shown where there is no label, and so on. */
  readonly headedBy?: { readonly name: string; readonly label: string; readonly description: string };
}

/** What a list of a form's fields does with its value; see `formFieldsRules`. */
export interface FormFieldsRules {
  /** The message for a list without anything to fill in. */
  readonly none: string;
  /** The validation message; null when the list is valid. */
  readonly problem: (value: FieldValue) => string | null;
  /** The list as it is stored, where a field of a type that this version doesn't know is left as it is; null for anything else. */
  readonly read: (value: Json | FieldValue) => readonly JsonObject[] | null;
  /** Two changes of one list together, field by field; null where both changed the same. `isOver`: mine stands there. */
  readonly merge: (
    base: Json | FieldValue,
    mine: Json | FieldValue,
    theirs: Json | FieldValue,
    isOver?: boolean,
  ) => readonly JsonObject[] | null;
  readonly sample: (n: number) => readonly JsonObject[];
  readonly bodySchema: v.GenericSchema<unknown, Json>;
}

/** What a list of items does with its value; see `itemRules`. */
export interface ItemRules {
  /** The fields of an item that are shown with its values, each with the options that are offered now. */
  readonly shown: (field: ItemsField, item: FieldItem) => readonly Field[];
  /** The validation message for a value that is not blank; null when it is valid. */
  readonly problem: (field: ItemsField, value: FieldValue) => string | null;
  /** Reads what is stored; null where that is no list of items. */
  readonly read: (field: ItemsField, raw: readonly Json[]) => readonly FieldItem[] | null;
  /** An item as it is stored: its hidden and blank fields are null. */
  readonly clean: (field: ItemsField, item: FieldItem) => FieldItem;
  readonly sample: (field: ItemsField, n: number) => readonly FieldItem[];
  readonly bodySchema: (field: ItemsField) => v.GenericSchema<unknown, Json>;
}

/** The kinds whose value is the typed text. */
export type TypedField = TextField | MultilineField | LinesField | UrlField | EmailField | TelephoneField | CodeField;

/** The closed union of field kinds, for all settings screens and blocks. */
export type Field =
  | TypedField
  | NumberField
  | OpacityField
  | CheckboxField
  | ToggleField
  | SelectField
  | RadioField
  | ColorField
  | ThemeColorField
  | LogoField
  | ImageField
  | FileField
  | MenuField
  | FormChoiceField
  | SliderField
  | ImagesField
  | RecordField
  | RecordsField
  | ItemsField
  | FormFieldsField;
export type FieldKind = Field['kind'];

/** Narrows a field to one kind: `FieldOf<'number'>`. */
export type FieldOf<K extends FieldKind> = Extract<Field, { kind: K }>;

/** True for the value of a multiple choice. An empty list is one of items too. */
export function isSeveral(value: FieldValue | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/** True for the value of a list of items. An empty list is one of a multiple choice too. */
export function isItems(value: FieldValue | undefined): value is readonly FieldItem[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'object' && each !== null && Object.values(each).every(isPlain));
}

/** True for the value of a kind with one value. */
export function isPlain(value: unknown): value is PlainValue {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
