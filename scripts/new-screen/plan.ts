import { type Category, categories } from '#contract/entities/setting.ts';
import { navigation, type NavigationGroup } from '#contract/navigation.ts';
import type { FieldKind } from '#contract/fields/field.ts';
import { screenAt, screenById, settingOf, settingsScreens } from '#contract/settings/index.ts';

/** What a kind needs besides key and label, as it is written; `options` are asked for. Exhaustive by type. */
export const kinds: { readonly [K in FieldKind]: { readonly needs?: 'options' | 'brandColors'; readonly written?: string } } = {
  text: {},
  multiline: {},
  lines: {},
  url: { written: "accepts: 'any'" },
  email: {},
  telephone: {},
  code: { written: "language: 'html'" },
  number: {},
  opacity: {},
  checkbox: {},
  toggle: {},
  select: { needs: 'options' },
  radio: { needs: 'options' },
  color: {},
  themeColor: { needs: 'brandColors' },
  logo: { needs: 'options' },
  image: { written: "accept: ['png', 'jpg', 'jpeg']" },
  file: { written: "accept: ['pdf']" },
  menu: {},
  form: {},
  slider: {},
  images: { written: "accept: ['png', 'jpg', 'jpeg']" },
  record: { written: "list: 'posts'" },
  records: { written: "list: 'posts'" },
};

export interface NewField {
  readonly kind: FieldKind;
  readonly key: string;
  readonly label: string;
  readonly required: boolean;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}
export type GroupId = NavigationGroup['id'];
export interface NewScreen {
  readonly path: string;
  readonly title: string;
  readonly category: Category;
  readonly fields: readonly NewField[];
  /** The group that gets an entry; null for none. */
  readonly group: GroupId | null;
}

/** The screen's id and file name: its title in kebab case. */
export function idOf(title: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/gu) ?? [];
  return words.join('-');
}

export function pathProblem(path: string): string | null {
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\/[a-z0-9]+(?:-[a-z0-9]+)*)*$/u.test(path)) {
    return `The path "${path}" is not lower-case words with hyphens, parted by slashes, such as admin/opening-hours.`;
  }
  const holder = screenAt(path) ?? settingsScreens.find((screen) => screen.redirectsFrom?.includes(path));
  return holder ? `The path "${path}" already leads to ${holder.title}.` : null;
}

/** `fileExists` says whether contract/settings has a file of that name. */
export function titleProblem(title: string, fileExists: (name: string) => boolean): string | null {
  const id = idOf(title);
  if (title.trim() !== title || !/^[A-Z].{0,59}$/u.test(title) || !/^[a-z]/u.test(id)) {
    return `The title "${title}" is not one line of at most 60 characters that begins with a capital letter.`;
  }
  if (screenById(id)) return `There is already a screen with the id "${id}".`;
  return fileExists(`${id}.ts`) ? `contract/settings/${id}.ts exists: choose another title.` : null;
}

export function isCategory(category: string): category is Category {
  return categories.some((known) => known === category);
}

export function categoryProblem(category: string): string | null {
  return isCategory(category) ? null : `The category "${category}" is none of ${categories.join(', ')}.`;
}

export function isKind(kind: string): kind is FieldKind {
  return Object.hasOwn(kinds, kind);
}

export function kindProblem(kind: string): string | null {
  return isKind(kind) ? null : `The kind "${kind}" is none of ${Object.keys(kinds).join(', ')}.`;
}

export function keyProblem(key: string, earlier: readonly string[]): string | null {
  if (!/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/u.test(key) || key.length > 100) {
    return `The key "${key}" is not lower-case words with underscores, such as office_hours.`;
  }
  if (earlier.includes(key)) return `The key "${key}" stands twice.`;
  const known = settingOf(key);
  return known ? `The key "${key}" is taken: it is "${known.field.label}" in the category ${known.category}.` : null;
}

export function labelProblem(label: string): string | null {
  return /^\S.{0,98}\S$|^\S$/u.test(label) ? null : `The label "${label}" is not one line of at most 100 characters.`;
}

/** Reads `a=First, b=Second`; a choice needs two at least. */
export function readOptions(text: string): readonly { readonly value: string; readonly label: string }[] | null {
  const options = text.split(',').map((part) => /^\s*([A-Za-z0-9_-]+)\s*=\s*(\S.*?)\s*$/u.exec(part));
  const read = options.flatMap((match) => (match?.[1] && match[2] ? [{ value: match[1], label: match[2] }] : []));
  const distinct = new Set(read.map((option) => option.value)).size === read.length;
  return read.length === options.length && read.length > 1 && distinct ? read : null;
}
export const optionsProblem = 'Options are written a=First,b=Second: two at least, each value once.';

export function isGroup(group: string): group is GroupId {
  return navigation.some((known) => known.id === group);
}

export function hasEntry(path: string): boolean {
  return navigation.some((group) => group.sections.some((section) => section.entries.some((entry) => entry.path === path)));
}
