import type { ChosenResource } from '../entities/lists.ts';
import type { Category, SettingType } from '../entities/setting.ts';
import type { ThemeKey } from '../entities/website.ts';
import { sameJson } from '../json.ts';
import type { Condition, Field, FieldValue } from '../fields/field.ts';

export interface Section {
  readonly title?: string;
  readonly description?: string;
  readonly when?: Condition;
  readonly fields: readonly Field[];
  /** `head`: its fields beside each other, as the head of what the page builds; `whole`: its field is that, and has the page's width. */
  readonly layout?: 'head' | 'whole';
  /** Toggles as a grid; a hidden field leaves its cell empty. Fields that no row names stand above it, one below the other. */
  readonly table?: {
    readonly columns: readonly string[];
    readonly rows: readonly { readonly label: string; readonly keys: readonly string[] }[];
  };
}

/** A rule between several fields. A save that breaks it is refused with the message at one of them. It holds where all of them are shown. */
export type Rule =
  /** Two texts go together; the message is at the blank one. */
  | { readonly kind: 'bothOrNeither'; readonly keys: readonly [string, string]; readonly message: string }
  /** At least one of the flags is on; the message is at the first. */
  | { readonly kind: 'oneOn'; readonly keys: readonly [string, ...string[]]; readonly message: string }
  /** The flag that belongs to the chosen option is on; the message is at the choice. */
  | { readonly kind: 'choiceIsOn'; readonly key: string; readonly on: Readonly<Record<string, string>>; readonly message: string };

/** The shown fields of a form by key, with its values and what its conditions read. */
export interface ShownForm {
  readonly fields: ReadonlyMap<string, Field>;
  readonly values: Readonly<Record<string, FieldValue>>;
  readonly scope: ConditionScope;
}

/** A current warning; it is shown at `key` and does not prevent saving. */
export interface ScreenWarning {
  readonly key: string;
  readonly message: string;
}

/** How well a colour reads on its background. */
export interface Contrast {
  readonly ratio: number;
  /** "4.6 to 1 on menu background colour". */
  readonly text: string;
  readonly isLow: boolean;
}

/** What a screen warns about before a save. Only a screen that has it loads its code. */
export interface ScreenWarnings {
  /** The fields at which a warning can appear. */
  readonly keys: readonly string[];
  /** Other categories whose settings they consider. */
  readonly categories?: readonly Category[];
  readonly list: (form: ShownForm) => readonly ScreenWarning[];
  /** The contrast of each shown text colour with its background, by key: the lowest where it stands on several. */
  readonly contrasts?: (form: ShownForm) => ReadonlyMap<string, Contrast>;
}

/** What the website uses where a setting has no value: the reference API's rules, in words. */
export interface WhatApplies {
  readonly source: 'Inherited' | 'Theme’s colour' | 'Default';
  readonly text: string;
  /** `#rrggbb`, to be shown beside the text. */
  readonly color?: string;
}

export interface UnsetScope extends ConditionScope {
  readonly websiteName: string | null;
}

/** What a screen can say of its fields besides their values. It loads with the screens that have such fields. */
export interface FieldHints {
  /** What applies while the field is blank; null for a field without such a rule. */
  readonly whatApplies: (field: Field, scope: UnsetScope) => WhatApplies | null;
  /** Why a setting has no effect with the present values; null where it has one. */
  readonly voidReason: (field: Field, scope: ConditionScope) => string | null;
  /** Whether some value of another setting makes this one void. */
  readonly canBeVoid: (field: Field) => boolean;
}

/** One settings screen, as data. Route, navigation entry, form, validation, wire types and seed defaults follow from it. */
export interface SettingsScreen {
  readonly id: string;
  /** Under /website/{websiteId}/. */
  readonly path: string;
  /** Other paths that show the same screen. */
  readonly aliases?: readonly string[];
  /** Other paths that redirect to this one. */
  readonly redirectsFrom?: readonly string[];
  readonly title: string;
  readonly intro?: string;
  readonly category: Category;
  readonly sections: readonly Section[];
  /** Fields of other screens that conditions read: how their stored values are parsed. */
  readonly looksAt?: readonly Field[];
  readonly rules?: readonly Rule[];
  readonly warnings?: ScreenWarnings;
  /** False: problems are shown only once a save has found them. */
  readonly validatesOnBlur?: false;
  /** `hints.ts`, where a field can be void, or something applies while it is blank; of a block `block-hints.ts`. */
  readonly hints?: FieldHints;
  /** A live preview of the website beside the form, from its top or from the block with this key. */
  readonly preview?: true | { readonly reveal: string };
  /** The place of Save; `eachSection` is at the top and after each section. Default `top`. */
  readonly saveButtons?: 'top' | 'topAndBottom' | 'eachSection';
  /** The fields that a search result preview shows. */
  readonly seoPreview?: {
    readonly titleKey: string;
    /** What a blank title stands for; by default the website's title. */
    readonly blankTitle?: string;
    readonly descriptionKey: string;
    readonly urlKey?: string;
  };
  /**
   * The screen's own texts for the toasts of a save. `failed` is the fallback error message; `failedTitle: null` shows the message without
   * a title.
   */
  readonly toasts?: { readonly saved?: string; readonly failed?: string; readonly failedTitle?: null };
  /** Names for the analytics port; the page name defaults to the title. */
  readonly events?: { readonly page?: string; readonly save?: string };
}

/** The data of a screen while its definition is not loaded. */
export interface ScreenSummary extends Pick<SettingsScreen, 'id' | 'path' | 'aliases' | 'redirectsFrom'> {
  /** The result of `categoriesOf`. */
  readonly categories: readonly Category[];
  readonly load: () => Promise<SettingsScreen>;
}

/** The data of a file field while its screen is not loaded. */
export interface FileSetting {
  readonly category: Category;
  readonly type: SettingType;
  readonly accept: readonly string[];
}

/** What the command palette finds of a field while its screen is not loaded. */
export interface IndexedField {
  readonly key: string;
  readonly label: string;
  readonly help?: string;
  /** The title of its section. */
  readonly section?: string;
  /** The themes that have it; by default all. */
  readonly themes?: readonly ThemeKey[];
  /** The resource whose record it chooses, where that is one. */
  readonly names?: ChosenResource;
}

export interface IndexedScreen extends Pick<SettingsScreen, 'id' | 'path' | 'title'> {
  readonly fields: readonly IndexedField[];
}

/** Declares a screen: its content is type-checked where it is declared, and every screen has the one type. */
export function settingsScreen(screen: SettingsScreen): SettingsScreen {
  return screen;
}

/** Every field of a screen, shown or not, in the order of its sections. */
export function fieldsOf(screen: SettingsScreen): readonly Field[] {
  return screen.sections.flatMap((section) => section.fields);
}

/** A field's own category where it names one, else its screen's. */
export function categoryOf(screen: SettingsScreen, field: Field): Category {
  return field.category ?? screen.category;
}

/** The values that conditions read. `setting` returns a key of another category; undefined where it is not known. */
export interface ConditionScope {
  readonly theme: ThemeKey | null;
  readonly value: (key: string) => FieldValue | undefined;
  readonly setting: (category: Category, key: string) => FieldValue | undefined;
  /** Of a record: whether it is being created. */
  readonly isNew?: boolean;
}

/** True where there is no condition. A condition on an unknown value does not hold. */
export function isShown(condition: Condition | undefined, scope: ConditionScope): boolean {
  if (!condition) return true;
  if ('theme' in condition) return scope.theme !== null && condition.theme.includes(scope.theme);
  if ('all' in condition) return condition.all.every((part) => isShown(part, scope));
  if ('isNew' in condition) return scope.isNew === condition.isNew;
  const value = 'field' in condition ? scope.value(condition.field) : scope.setting(condition.setting.category, condition.setting.key);
  if ('matches' in condition) return typeof value === 'string' && new RegExp(condition.matches, 'iu').test(value.trim());
  return value !== undefined && condition.is.some((wanted) => sameJson(wanted, value));
}

/** The field with the theme's options and help; with all options where the theme is not known. */
export function fieldOfTheme(declared: Field, theme: ThemeKey | null): Field {
  if (theme === null) return declared;
  const help = declared.helpOf?.[theme];
  const field = help === undefined ? declared : { ...declared, help };
  if (!('options' in field)) return field;
  const options = field.options.filter((option) => option.themes?.includes(theme) ?? true);
  return options.length === field.options.length ? field : { ...field, options };
}

/** The field for this theme and these values: with the options that are offered, and whether it is required now. */
export function resolveField(field: Field, scope: ConditionScope): Field {
  const offered = withOffered(fieldOfTheme(field, scope.theme), scope);
  return offered.requiredWhen && isShown(offered.requiredWhen, scope) ? { ...offered, required: true } : offered;
}

/** The field with the options whose conditions hold. */
function withOffered(field: Field, scope: ConditionScope): Field {
  if (!('options' in field) || field.options.every((option) => option.when === undefined)) return field;
  return { ...field, options: field.options.filter((option) => isShown(option.when, scope)) };
}

/** The sections and fields to validate and send. */
export function shownSections(screen: SettingsScreen, scope: ConditionScope): readonly Section[] {
  return sectionsWith(screen, scope, (field) => isShown(field.when, scope));
}

/** Those to draw: also the fields that are off, with their reason. */
export function drawnSections(screen: SettingsScreen, scope: ConditionScope): readonly Section[] {
  return sectionsWith(screen, scope, (field) => field.offReason !== undefined || isShown(field.when, scope));
}

function sectionsWith(screen: SettingsScreen, scope: ConditionScope, has: (field: Field) => boolean): readonly Section[] {
  return screen.sections
    .filter((section) => isShown(section.when, scope))
    .map((section) => ({ ...section, fields: section.fields.filter(has).map((field) => resolveField(field, scope)) }))
    .filter((section) => section.fields.length > 0);
}

/** Every category that a screen reads: its own, its fields', those that its conditions name, and that of the brand colours. */
export function categoriesOf(screen: SettingsScreen): readonly Category[] {
  const found = new Set<Category>([screen.category, ...(screen.warnings?.categories ?? [])]);
  const visit = (condition: Condition | undefined): void => {
    if (!condition) return;
    if ('setting' in condition) found.add(condition.setting.category);
    if ('all' in condition) condition.all.forEach(visit);
  };
  for (const section of screen.sections) {
    visit(section.when);
    for (const field of section.fields) {
      found.add(categoryOf(screen, field));
      visit(field.when);
      visit(field.requiredWhen);
      if ('options' in field) {
        for (const option of field.options) visit(option.when);
        if (field.options.some((option) => option.brand)) found.add('style');
      }
    }
  }
  return [...found];
}
