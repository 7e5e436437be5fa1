export interface ChartGuard {
  /** The name in the machine's setup; names joined by `not(…)`, `and(…)` and `or(…)` where several make one. */
  readonly name: string;
  /** The same in plain words: `canSave` reads as "can save". */
  readonly text: string;
}

/** A transition's guard by name and in words; null where there is none. */
export function guardOf(guard: unknown): ChartGuard | null {
  if (guard === undefined || guard === null) return null;
  if (typeof guard === 'string') return { name: guard, text: guardText(guard) };
  if (typeof guard === 'object' && 'type' in guard && typeof guard.type === 'string') {
    return { name: guard.type, text: guardText(guard.type) };
  }
  return typeof guard === 'function' ? combinedGuard(guard) : { name: 'inline', text: 'a condition without a name' };
}

/** XState's `not`, `and` and `or` are functions that have their name and the guards within them. */
function combinedGuard(guard: { readonly name: string }): ChartGuard {
  const inner = 'guards' in guard && Array.isArray(guard.guards) ? guard.guards.flatMap((one) => guardOf(one) ?? []) : [];
  const name = `${guard.name}(${inner.map((one) => one.name).join(', ')})`;
  const texts = inner.map((one) => (/^(?:and|or)\(/u.test(one.name) ? `(${one.text})` : one.text));
  if (guard.name === 'not' && texts.length === 1) return { name, text: `not ${texts[0]}` };
  if ((guard.name === 'and' || guard.name === 'or') && texts.length > 0) return { name, text: texts.join(` ${guard.name} `) };
  return { name: 'inline', text: 'a condition without a name' };
}

/** `isSameUser` reads as "is same user". */
export function guardText(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/gu, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/gu, '$1 $2')
    .toLowerCase();
}
