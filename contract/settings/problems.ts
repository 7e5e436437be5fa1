import type { FieldValue } from '../fields/field.ts';
import { type ConditionScope, type SettingsScreen, shownSections } from './screen.ts';
import { isBlank, validateField } from '../fields/index.ts';

/**
 * Everything that stands against a save, by key: each shown field's own complaint, then the rules between fields.
 * `isChanged` limits it to what somebody touched: a stored value that would be refused today does not keep the rest
 * from being saved, except a required field that is blank. Used by both sides.
 */
export function screenProblems(
  screen: SettingsScreen,
  values: Readonly<Record<string, FieldValue>>,
  scope: ConditionScope,
  isChanged: (key: string) => boolean = () => true,
): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {};
  const fields = new Map(shownSections(screen, scope).flatMap((section) => section.fields.map((field) => [field.key, field])));
  const blank = (key: string): boolean => {
    const field = fields.get(key);
    return field !== undefined && isBlank(field, values[key] ?? null);
  };
  for (const [key, field] of fields) {
    const problem = isChanged(key) || blank(key) ? validateField(field, values[key] ?? null) : null;
    if (problem !== null) problems[key] = problem;
  }
  for (const { keys, message } of screen.rules ?? []) {
    if (!keys.every((key) => fields.has(key)) || !keys.some(isChanged)) continue;
    const missing = keys.filter(blank);
    const [only] = missing;
    if (missing.length === 1 && only !== undefined) problems[only] ??= message;
  }
  return problems;
}
