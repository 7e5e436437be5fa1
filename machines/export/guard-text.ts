import type { Json } from '#contract/json.ts';
import { paramsText } from './action-text.ts';
import type { ChartGuard } from './chart.types.ts';

/** A transition's guard by name and in words; null where there is none. */
export function guardOf(guard: unknown): ChartGuard | null {
  if (guard === undefined || guard === null) return null;
  if (typeof guard === 'string') return { name: guard, text: guardText(guard), params: null };
  if (typeof guard === 'object' && 'type' in guard && typeof guard.type === 'string') {
    const params: Json = 'params' in guard && typeof guard.params !== 'function' ? JSON.parse(JSON.stringify(guard.params ?? null)) : null;
    // An exported chart has the words of guards that are joined.
    const words = 'text' in guard && typeof guard.text === 'string' ? guard.text : guardText(guard.type);
    return { name: guard.type, text: [words, paramsText(params)].filter(Boolean).join(' '), params };
  }
  return typeof guard === 'function' ? combinedGuard(guard) : unnamed;
}

const unnamed: ChartGuard = { name: 'inline', text: 'a condition without a name', params: null };

/** XState's `not`, `and` and `or` are functions that have their name and the guards within them. */
function combinedGuard(guard: { readonly name: string }): ChartGuard {
  const inner = 'guards' in guard && Array.isArray(guard.guards) ? guard.guards.flatMap((one) => guardOf(one) ?? []) : [];
  const name = `${guard.name}(${inner.map(guardVariable).join(', ')})`;
  const texts = inner.map((one) => (/^(?:and|or)\(/u.test(one.name) ? `(${one.text})` : one.text));
  if (guard.name === 'not' && texts.length === 1) return { name, text: `not ${texts[0]}`, params: null };
  if ((guard.name === 'and' || guard.name === 'or') && texts.length > 0) return { name, text: texts.join(` ${guard.name} `), params: null };
  return unnamed;
}

/** A name of its own for each set of static parameters: `isFar_by_2`. */
export function guardVariable({ name, params }: ChartGuard): string {
  return params === null ? name : `${name}_${paramsText(params).replace(/\W+/gu, '_').replace(/^_|_$/gu, '')}`;
}

/** `isSameUser` reads as "is same user". */
export function guardText(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/gu, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/gu, '$1 $2')
    .toLowerCase();
}
