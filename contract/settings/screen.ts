import type { Category } from '../entities/setting.ts';
import type { ThemeKey } from '../entities/website.ts';
import type { Condition, Field, FieldValue } from './field.ts';

export interface Section {
  readonly title?: string;
  readonly description?: string;
  readonly when?: Condition;
  readonly fields: readonly Field[];
}

/** One settings screen, as data. Route, navigation entry, form, validation, wire types and seed defaults follow from it. */
export interface SettingsScreen {
  readonly kind: 'settings';
  readonly id: string;
  /** Under /website/{websiteId}/. */
  readonly path: string;
  /** Other paths that show the same screen. */
  readonly aliases?: readonly string[];
  /** Other paths that lead here by redirect. */
  readonly redirectsFrom?: readonly string[];
  readonly title: string;
  readonly intro?: string;
  readonly category: Category;
  readonly sections: readonly Section[];
  /** Names for the analytics port; the page name defaults to the title. */
  readonly events?: { readonly page?: string; readonly save?: string };
}

/** Declares a screen and keeps its keys as literal types. */
export function settingsScreen(screen: Omit<SettingsScreen, 'kind'>): SettingsScreen {
  return { kind: 'settings', ...screen };
}

/** Every field of a screen, shown or not, in the order of its sections. */
export function fieldsOf(screen: SettingsScreen): readonly Field[] {
  return screen.sections.flatMap((section) => section.fields);
}

/** A field's own category where it names one, else its screen's. */
export function categoryOf(screen: SettingsScreen, field: Field): Category {
  return field.category ?? screen.category;
}

/** What conditions look at. `setting` answers a key of another category; undefined where it is not known. */
export interface ConditionScope {
  readonly theme: ThemeKey | null;
  readonly value: (key: string) => FieldValue | undefined;
  readonly setting: (category: Category, key: string) => FieldValue | undefined;
}

/** True where there is no condition. One that looks at something not known yet does not hold. */
export function isShown(condition: Condition | undefined, scope: ConditionScope): boolean {
  if (!condition) return true;
  if ('theme' in condition) return scope.theme !== null && condition.theme.includes(scope.theme);
  if ('all' in condition) return condition.all.every((part) => isShown(part, scope));
  const value = 'field' in condition ? scope.value(condition.field) : scope.setting(condition.setting.category, condition.setting.key);
  return value !== undefined && condition.is.includes(value);
}

/** The sections and fields to draw, validate and send. */
export function shownSections(screen: SettingsScreen, scope: ConditionScope): readonly Section[] {
  return screen.sections
    .filter((section) => isShown(section.when, scope))
    .map((section) => ({ ...section, fields: section.fields.filter((field) => isShown(field.when, scope)) }))
    .filter((section) => section.fields.length > 0);
}

/** Every category that a screen reads: its own, its fields', and those that its conditions name. */
export function categoriesOf(screen: SettingsScreen): readonly Category[] {
  const found = new Set<Category>([screen.category]);
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
    }
  }
  return [...found];
}
