import type { FieldValue, Field } from '../fields/field.ts';
import { type ConditionScope, type Rule, type SettingsScreen, shownSections } from './screen.ts';
import { isBlank, validateField } from '../fields/index.ts';
import { sameJson } from '../json.ts';

/** The values of a form, with what its conditions read. */
export interface FormValues {
  readonly values: Readonly<Record<string, FieldValue>>;
  readonly scope: ConditionScope;
}

/**
 * Everything that prevents a save, by key: first each shown field's own message, then the rules between fields. `before` has the stored
 * values, and is null for a new record. What was wrong before prevents no save until it is changed: neither a stored value that would be
 * refused today, nor a required field that has always been blank. The stored values are checked by the rules for a new record, so a field
 * that only a stored record needs does prevent it. Used by both sides.
 */
export function screenProblems(screen: SettingsScreen, now: FormValues, before: FormValues | null): Readonly<Record<string, string>> {
  const problems = allProblems(screen, now);
  const whenNew = before && { ...before, scope: { ...before.scope, isNew: true } };
  const known = whenNew && problems.size > 0 ? allProblems(screen, whenNew) : new Map<string, Problem>();
  const isChanged = (key: string) => before === null || !sameJson(now.values[key] ?? null, before.values[key] ?? null);
  return Object.fromEntries(
    [...problems]
      .filter(([key, { message, keys }]) => known.get(key)?.message !== message || keys.some(isChanged))
      .map(([key, { message }]) => [key, message]),
  );
}

interface Problem {
  readonly message: string;
  /** The fields that it is about. */
  readonly keys: readonly string[];
}

function allProblems(screen: SettingsScreen, { values, scope }: FormValues): ReadonlyMap<string, Problem> {
  const problems = new Map<string, Problem>();
  const fields = new Map(shownSections(screen, scope).flatMap((section) => section.fields.map((field) => [field.key, field])));
  for (const [key, field] of fields) {
    const message = validateField(field, values[key] ?? null);
    if (message !== null) problems.set(key, { message, keys: [key] });
  }
  for (const rule of screen.rules ?? []) {
    const keys = rule.kind === 'choiceIsOn' ? [rule.key, ...Object.values(rule.on)] : rule.keys;
    const at = keys.every((key) => fields.has(key)) ? brokenAt(rule, values, fields) : null;
    if (at !== null && !problems.has(at)) problems.set(at, { message: rule.message, keys });
  }
  return problems;
}

/** The field at which a rule is broken; null where the rule is met. */
function brokenAt(rule: Rule, values: FormValues['values'], fields: ReadonlyMap<string, Field>): string | null {
  switch (rule.kind) {
    case 'bothOrNeither': {
      const missing = rule.keys.filter((key) => {
        const field = fields.get(key);
        return field !== undefined && isBlank(field, values[key] ?? null);
      });
      return missing.length === 1 ? (missing[0] ?? null) : null;
    }
    case 'oneOn':
      return rule.keys.some((key) => values[key] === true) ? null : rule.keys[0];
    case 'choiceIsOn': {
      const flag = rule.on[String(values[rule.key])];
      return flag !== undefined && values[flag] !== true ? rule.key : null;
    }
  }
}
