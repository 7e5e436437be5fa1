// Node has no IndexedDB: the device store's tests run on this one here, and on the real one in Chromium.
import 'fake-indexeddb/auto';

const real = globalThis.structuredClone;

/** Node's own goes through a serialisation, which was a quarter of these tests' time. Plain data is copied as it is. */
function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) {
    if (typeof value === 'function' || typeof value === 'symbol') return real(value);
    return value;
  }
  if (Array.isArray(value) && Object.keys(value).length === value.length) return value.map(copyOf);
  if (Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copyOf(item)]));
  return real(value);
}

/** References that a value holds twice, or to itself, only the real one keeps. */
function isTree(value: unknown, seen = new Set<object>()): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (seen.has(value)) return false;
  seen.add(value);
  return Object.values(value).every((item) => isTree(item, seen));
}

globalThis.structuredClone = ((value: unknown, options?: StructuredSerializeOptions) =>
  options === undefined && isTree(value) ? copyOf(value) : real(value, options)) as typeof structuredClone;
