/**
 * Shares a read among all who want the same at once: however many they are, two are made at a time. Whoever asks while one is
 * under way waits for the next, which begins after that: what somebody is told was read after they asked, so nobody sees
 * the time before their own save.
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
