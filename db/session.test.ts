import { describe, expect, it } from 'vitest';
import type { Session } from '#contract/entities/session.ts';
import { createSessionStore, type SessionStorageArea, type SessionStoreDeps } from './session.ts';

const session: Session = { apiToken: 'token', accountId: 'a1', user: null, revokeHandle: 'handle' };

function area(): SessionStorageArea & { readonly kept: Map<string, string> } {
  const stored = new Map<string, string>();
  return {
    kept: stored,
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  };
}

function browser() {
  const local = area();
  const tab = area();
  const listeners = new Set<(key: string | null) => void>();
  const deps: SessionStoreDeps = {
    local: () => local,
    session: () => tab,
    onStorage(callback) {
      listeners.add(callback);
      return () => listeners.delete(callback);
    },
  };
  return {
    local,
    tab,
    deps,
    changed: (key: string | null) => {
      for (const listener of listeners) listener(key);
    },
  };
}

describe('the session store', () => {
  it('keeps the token in local storage only when asked to', () => {
    const { local, tab, deps } = browser();
    const store = createSessionStore(deps);
    expect(store.store(session, false)).toBe(true);
    expect([local.kept.size, tab.kept.size]).toEqual([0, 1]);
    expect(store.restore()).toEqual({ session, keep: false });
    store.store(session, true);
    expect([local.kept.size, tab.kept.size]).toEqual([1, 0]);
    expect(createSessionStore(deps).restore()).toEqual({ session, keep: true });
    store.clear();
    expect([local.kept.size, tab.kept.size, store.restore()]).toEqual([0, 0, null]);
  });

  it.each([
    ['no JSON', '{'],
    ['another shape', '{"apiToken":1}'],
    ['an empty token', '{"apiToken":"","accountId":null,"user":null}'],
  ])('reads %s as no session', (_, text) => {
    const { local, deps } = browser();
    createSessionStore(deps).store(session, true);
    for (const key of local.kept.keys()) local.kept.set(key, text);
    expect(createSessionStore(deps).restore()).toBeNull();
  });

  it('goes on in memory where storage is blocked, and returns false', () => {
    const blocked = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const store = createSessionStore({ local: blocked, session: blocked, onStorage: () => () => undefined });
    expect(store.store(session, true)).toBe(false);
    expect(store.restore()).toEqual({ session, keep: false });
    store.clear();
    expect(store.restore()).toBeNull();
  });

  it('goes on in memory where storage is full', () => {
    const full: SessionStorageArea = {
      getItem: () => null,
      removeItem: () => undefined,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    const store = createSessionStore({ local: () => full, session: () => full, onStorage: () => () => undefined });
    expect(store.store(session, true)).toBe(false);
    expect(store.restore()?.session).toEqual(session);
  });

  it('reports another tab that signed out, or in', () => {
    const { deps, changed, local } = browser();
    const seen: unknown[] = [];
    const stop = createSessionStore(deps).watch((change) => seen.push(change));
    createSessionStore(deps).store(session, true);
    const [key = ''] = local.kept.keys();
    changed('another.key');
    changed(key);
    createSessionStore(deps).clear();
    changed(null);
    stop();
    changed(key);
    expect(seen).toEqual([{ kind: 'signedIn', session }, { kind: 'signedOut' }]);
  });
});
