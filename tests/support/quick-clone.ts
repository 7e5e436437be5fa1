const native = globalThis.structuredClone;

/**
 * Whether a value consists only of arrays, plain objects and primitives, each contained once: only the native clone keeps shared
 * references.
 */
function isPlainTree(value: unknown, seen = new Set<object>()): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function' && typeof value !== 'symbol';
  if (seen.has(value)) return false;
  seen.add(value);
  const isPlain = Array.isArray(value) ? Object.keys(value).length === value.length : Object.getPrototypeOf(value) === Object.prototype;
  return isPlain && Object.values(value).every((item) => isPlainTree(item, seen));
}

function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copyOf(item)]));
}

// Node's own clone serialises, which took a quarter of the time of the client store's tests.
globalThis.structuredClone = ((value: unknown, options?: StructuredSerializeOptions) =>
  options === undefined && isPlainTree(value) ? copyOf(value) : native(value, options)) as typeof structuredClone;
