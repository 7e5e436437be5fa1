import type { Json } from '#contract/json.ts';
import { isSecretKey } from '#contract/settings/summary.ts';

/** Values by key, without those of secret fields. */
export function withoutSecretKeys<Value>(values: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !isSecretKey(key)));
}

/**
 * Removes the values of secret fields from an answer, at any depth: from settings (`{ key, value }`), which then have `is_set`, and
 * from properties that are named like a secret field.
 */
export function withoutSecrets(data: Json): Json {
  return holdsSecret(data) ? stripped(data) : data;
}

/** Checked first, since most answers have no secret and need no copy. */
function holdsSecret(data: Json): boolean {
  const open: Json[] = [data];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (typeof item !== 'object' || item === null) continue;
    for (const [key, inner] of Object.entries<Json>(item)) {
      if (isSecretKey(key) || (key === 'key' && typeof inner === 'string' && isSecretKey(inner))) return true;
      if (typeof inner === 'object' && inner !== null) open.push(inner);
    }
  }
  return false;
}

function stripped(data: Json): Json {
  if (isList(data)) return data.map(stripped);
  if (typeof data !== 'object' || data === null) return data;
  const { key, value } = data;
  const open = Object.fromEntries(Object.entries(withoutSecretKeys(data)).map(([name, inner]) => [name, stripped(inner)]));
  if (typeof key !== 'string' || !isSecretKey(key) || value === undefined) return open;
  return { ...open, value: null, is_set: data['is_set'] ?? value !== null };
}

function isList(data: Json): data is readonly Json[] {
  return Array.isArray(data);
}
