import { Dexie } from 'dexie';

/** The kinds of key that the store's tables use, in IndexedDB's order: numbers, then strings, then lists. */
export type MemoryKey = number | string | readonly MemoryKey[];

export function isKey(value: unknown): value is MemoryKey {
  if (typeof value === 'string') return true;
  if (typeof value === 'number') return !Number.isNaN(value);
  return Array.isArray(value) && value.every(isKey);
}

/** The key itself. Throws IndexedDB's `DataError` where it can't be one. */
export function requireKey(value: unknown): MemoryKey {
  if (!isKey(value)) throw new Dexie.DataError('The parameter is not a valid key.');
  return value;
}

const rank = (key: MemoryKey) => (typeof key === 'number' ? 0 : typeof key === 'string' ? 1 : 2);

/** Negative, 0 or positive, in IndexedDB's order of keys. */
export function compareKeys(a: MemoryKey, b: MemoryKey): number {
  if (typeof a === 'object' && typeof b === 'object') {
    for (let at = 0; at < a.length && at < b.length; at += 1) {
      const [left, right] = [a[at], b[at]];
      const order = left === undefined || right === undefined ? 0 : compareKeys(left, right);
      if (order !== 0) return order;
    }
    return a.length - b.length;
  }
  if (typeof a !== typeof b) return rank(a) - rank(b);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** One field, or several for a compound key. */
export type KeyPath = string | readonly string[];

/** The key that a row has under a path; undefined where it has none, so that no index of that path lists it. */
export function keyAt(row: object, path: KeyPath): MemoryKey | undefined {
  if (typeof path === 'string') {
    const value = Reflect.get(row, path);
    return isKey(value) ? value : undefined;
  }
  const values = path.map((field) => Reflect.get(row, field));
  return values.every(isKey) ? values : undefined;
}

/**
 * A copy as IndexedDB stores it, frozen through and through: code that changes what it read fails. Blobs, which can't change,
 * stay the same object. Throws `DataCloneError` for what can't be stored.
 */
export function frozenCopy<Value>(value: Value): Value {
  return copyOf(value) as Value;
}

/** The copies made so far: a part of one that is stored again is not copied again. */
const copies = new WeakSet();

function copyOf(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && copies.has(value)) return value;
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? tracked(value.map(copyOf)) : copyOfObject(value);
  if (typeof value === 'function' || typeof value === 'symbol') throw new DOMException('could not be cloned', 'DataCloneError');
  return value;
}

function copyOfObject(value: object): object {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    if (value instanceof Blob) return value;
    // The internal state of dates and maps can't be frozen; the store never holds any.
    throw new TypeError('Only plain objects, lists and Blobs are stored.');
  }
  const copy: Record<string, unknown> = { ...value };
  for (const key in copy) copy[key] = copyOf(copy[key]);
  return tracked(copy);
}

function tracked<Value extends object>(copy: Value): Value {
  copies.add(copy);
  return Object.freeze(copy);
}
