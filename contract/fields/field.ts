import type { ListName } from '../entities/lists.ts';
import type { Category } from '../entities/setting.ts';
import type { ThemeKey } from '../entities/website.ts';

/** What a field holds while it is edited: text kinds a string, numbers a number or null, flags a boolean, choices a string or null, several things their ids. */
export type FieldValue = string | number | boolean | null | readonly string[];

export interface Option {
  readonly value: string;
  readonly label: string;
  /** Theme colours: what the choice looks like, and on hover. */
  readonly color?: string;
  readonly hoverColor?: string;
  /** Theme colours that follow the website's branding; `brand-colors.ts` says what they look like. */
  readonly brand?: BrandColor;
  /** The themes that offer it; all where there is none. */
  readonly themes?: readonly ThemeKey[];
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
  /** Another field's text, held against a pattern (unicode, case does not matter). */
  | { readonly field: string; readonly matches: string }
  /** A key of another category, such as `seo_enable_keywords`. */
  | { readonly setting: { readonly category: Category; readonly key: string }; readonly is: readonly FieldValue[] }
  | { readonly all: readonly Condition[] };

interface FieldBase {
  readonly key: string;
  readonly label: string;
  readonly help?: string;
  /** In place of `help`, in the form of one theme; `fieldOfTheme` turns it into `help`. */
  readonly helpOf?: Readonly<Partial<Record<ThemeKey, string>>>;
  readonly placeholder?: string;
  readonly required?: boolean;
  /** Required only while this holds; `resolveField` turns it into `required`. */
  readonly requiredWhen?: Condition;
  /** The screen's category unless the field names its own. */
  readonly category?: Category;
  readonly when?: Condition;
  /** Write-only: never cached, drafted, queued, recorded or logged. */
  readonly secret?: boolean;
}

interface TextBase extends FieldBase {
  readonly default?: string;
  /** Characters. */
  readonly maxLength?: number;
  /** A counter that is always there. `soft` warns, `hard` is also the most that the field takes. */
  readonly counter?: { readonly characters: number; readonly limit: 'soft' | 'hard' };
  /** What a blank save stores instead, with the note that tells so. */
  readonly emptyBecomes?: { readonly value: string; readonly note: string };
}

interface ChoiceBase extends FieldBase {
  readonly options: readonly Option[];
  readonly default?: string;
  /** A stored value that is none of the options reads as the default, and is no fault. */
  readonly otherIsDefault?: boolean;
}

export interface TextField extends TextBase {
  readonly kind: 'text';
  /** A whole number that is kept as text, since blank has a meaning of its own. */
  readonly digits?: boolean;
}
export interface MultilineField extends TextBase {
  readonly kind: 'multiline';
  readonly rows?: number;
}
export interface LinesField extends TextBase {
  readonly kind: 'lines';
  readonly rows?: number;
}
export interface UrlField extends TextBase {
  readonly kind: 'url';
  /** `web`: http(s) alone; `any`: also a path on the site, such as /contact-us. */
  readonly accepts: 'web' | 'any';
}
export interface EmailField extends TextBase {
  readonly kind: 'email';
}
export interface TelephoneField extends TextBase {
  readonly kind: 'telephone';
}
export interface CodeField extends TextBase {
  readonly kind: 'code';
  readonly language: 'css' | 'html' | 'javascript' | 'text';
}
export interface NumberField extends FieldBase {
  readonly kind: 'number';
  readonly min?: number;
  readonly max?: number;
  /** What the arrows add. 1 takes whole numbers only. */
  readonly step?: number;
  readonly default?: number;
}
/** 0 to 1 by 0.05. */
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
/** Holds a file's id. */
export interface ImageField extends FieldBase {
  readonly kind: 'image';
  readonly accept: readonly string[];
}
/** Holds a file's id. */
export interface FileField extends FieldBase {
  readonly kind: 'file';
  readonly accept: readonly string[];
}
/** Holds a menu's id. */
export interface MenuField extends FieldBase {
  readonly kind: 'menu';
  /** Sent with the type null, where the API knows the key without one. */
  readonly untyped?: boolean;
}
/** Holds a form's id; null is "No form". */
export interface FormField extends FieldBase {
  readonly kind: 'form';
  /** Sent with the type null, where the API knows the key without one. */
  readonly untyped?: boolean;
}
/** 0 to 100 by 1, unless it says otherwise. */
export interface SliderField extends FieldBase {
  readonly kind: 'slider';
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly default?: number;
}
/** Holds files' ids, in the order in which they are shown. */
export interface ImagesField extends FieldBase {
  readonly kind: 'images';
  readonly accept: readonly string[];
}
/** Holds the id of a record of one of the API's lists; null is none. */
export interface RecordField extends FieldBase {
  readonly kind: 'record';
  readonly list: ListName;
}
/** Holds ids of records of one of the API's lists. */
export interface RecordsField extends FieldBase {
  readonly kind: 'records';
  readonly list: ListName;
}

/** The kinds that hold text as it was typed. */
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
  | FormField
  | SliderField
  | ImagesField
  | RecordField
  | RecordsField;
export type FieldKind = Field['kind'];

/** Narrows a field to one kind: `FieldOf<'number'>`. */
export type FieldOf<K extends FieldKind> = Extract<Field, { kind: K }>;

/** True of what kinds hold that hold several things. */
export function isSeveral(value: FieldValue | undefined): value is readonly string[] {
  return Array.isArray(value);
}
