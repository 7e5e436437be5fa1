/**
 * Shares concurrent reads of one key. A caller that arrives during a read gets the next one, which starts when that ends: every
 * result was read after its caller asked.
 */
export function createSharedReads<T>(): (key: string, read: () => Promise<T>) => Promise<T> {
  const running = new Map<string, { readonly read: Promise<T>; next: Promise<T> | null }>();

  function begin(key: string, read: () => Promise<T>): Promise<T> {
    const entry: { readonly read: Promise<T>; next: Promise<T> | null } = { read: read(), next: null };
    running.set(key, entry);
    const end = () => {
      if (running.get(key) === entry) running.delete(key);
    };
    entry.read.then(end, end);
    return entry.read;
  }

  return (key, read) => {
    const entry = running.get(key);
    if (!entry) return begin(key, read);
    const after = () => begin(key, read);
    entry.next ??= entry.read.then(after, after);
    return entry.next;
  };
}
