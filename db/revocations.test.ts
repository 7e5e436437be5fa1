import { describe, expect, it } from 'vitest';
import { createRevocationStore, type RevocationStorageArea } from './revocations.ts';

function area(): RevocationStorageArea {
  const stored = new Map<string, string>([['frontage.session', '{}']]);
  return {
    get length() {
      return stored.size;
    },
    key: (at) => [...stored.keys()][at] ?? null,
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  };
}

describe('revoke handles', () => {
  it('stay for whoever opens the console next, until each is done with', () => {
    const local = area();
    const store = createRevocationStore(() => local);
    expect([store.keep('one'), store.keep('two'), store.keep('one')]).toEqual([true, true, true]);
    expect(createRevocationStore(() => local).list()).toEqual(['one', 'two']);
    store.remove('one');
    expect(createRevocationStore(() => local).list()).toEqual(['two']);
    store.remove('never kept');
    expect(store.list()).toEqual(['two']);
    expect(local.getItem('frontage.session'), 'nothing else is touched').toBe('{}');
  });

  it.each([
    ['is missing', () => null],
    [
      'is blocked',
      () => {
        throw new Error('SecurityError');
      },
    ],
    [
      'is full',
      () => ({
        ...area(),
        setItem: () => {
          throw new Error('QuotaExceededError');
        },
      }),
    ],
  ])('live as long as the tab where storage %s, and say so', (_, local) => {
    const store = createRevocationStore(local);
    expect(store.keep('one')).toBe(false);
    expect(store.list()).toEqual(['one']);
    store.remove('one');
    expect(store.list()).toEqual([]);
  });
});
