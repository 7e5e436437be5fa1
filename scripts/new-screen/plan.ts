import { type Category, categories } from '#contract/entities/setting.ts';
import { screenById, settingOf } from '#contract/settings/index.ts';
import type { NewPlace } from '../generate/navigation.ts';
import { type KeyProblem, fieldKeyProblem as keyShapeProblem, type NewField } from '../generate/new-field.ts';
import { kebab } from '../generate/source.ts';

/** The screen's id and the name of its file are its title in kebab case. */
export interface NewScreen extends NewPlace {
  readonly category: Category;
  readonly fields: readonly NewField[];
}

/** `fileExists` says whether contract/settings has a file of that name. */
export function titleProblem(title: string, fileExists: (name: string) => boolean): string | null {
  const id = kebab(title);
  if (title.trim() !== title || !/^[A-Z].{0,59}$/u.test(title) || !/^[a-z]/u.test(id)) {
    return `The title "${title}" is not one line of at most 60 characters that begins with a capital letter.`;
  }
  if (screenById(id)) return `There is already a screen with the id "${id}".`;
  return fileExists(`${id}.ts`) ? `contract/settings/${id}.ts exists: choose another title.` : null;
}

export function categoryProblem(category: string): string | null {
  return categories.some((known) => known === category) ? null : `The category "${category}" is none of ${categories.join(', ')}.`;
}

/** For a valid title. */
export function proposedCategory(name: string): Category {
  const category = categories.find((known) => known === name);
  if (!category) throw new Error(categoryProblem(name) ?? '');
  return category;
}

export const screenKeyProblem: KeyProblem = (key, earlier) => {
  const known = settingOf(key);
  return (
    keyShapeProblem(key, earlier) ??
    (known ? `The key "${key}" is taken: it is "${known.field.label}" in the category ${known.category}.` : null)
  );
};
