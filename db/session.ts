import { type Session, sessionSchema } from '#contract/entities/session.ts';
import * as v from 'valibot';

/** The part of Web Storage that is used. Any of it may throw: storage can be full, blocked or missing. */
export type SessionStorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export interface SessionStoreDeps {
  /** Null where the browser refuses it; reading the property itself may throw, so it is a function. */
  readonly local: () => SessionStorageArea | null;
  readonly session: () => SessionStorageArea | null;
  /** Calls back with the key that another tab changed; null: all were cleared. */
  readonly onStorage: (callback: (key: string | null) => void) => () => void;
}

/** A change that another tab made to the stored session. */
export type SessionChange = { readonly kind: 'signedOut' } | { readonly kind: 'signedIn'; readonly session: Session };

/** Stores the session where the user chose. Imports no Dexie: it is part of the sign-in bundle. */
export interface SessionStore {
  /** The session to start with; malformed or unreadable storage reads as none. */
  restore(): { readonly session: Session; readonly keep: boolean } | null;
  /** `keep`: across restarts, in local storage; else for this tab only. False where the session is only in memory. */
  store(session: Session, keep: boolean): boolean;
  clear(): void;
  /** Calls back when another tab signs out, or in with "keep me signed in", also as another user. */
  watch(callback: (change: SessionChange) => void): () => void;
}

const key = 'frontage.session';

/** The session store on Web Storage. None of its calls throws, whatever the browser forbids. */
export function createSessionStore(deps: SessionStoreDeps = browserStorage): SessionStore {
  let memory: Session | null = null;
  return {
    restore() {
      const stored = read(deps.local);
      if (stored) return { session: stored, keep: true };
      const session = read(deps.session) ?? memory;
      return session ? { session, keep: false } : null;
    },
    store(session, keep) {
      memory = session;
      remove(keep ? deps.session : deps.local);
      return write(keep ? deps.local : deps.session, session);
    },
    clear() {
      memory = null;
      remove(deps.local);
      remove(deps.session);
    },
    watch: (callback) =>
      deps.onStorage((changed) => {
        if (changed !== key && changed !== null) return;
        const session = read(deps.local);
        callback(session ? { kind: 'signedIn', session } : { kind: 'signedOut' });
      }),
  };
}

function area(get: () => SessionStorageArea | null): SessionStorageArea | null {
  try {
    return get();
  } catch {
    // SecurityError: the browser blocks site data.
    return null;
  }
}

function read(get: () => SessionStorageArea | null): Session | null {
  try {
    const text = area(get)?.getItem(key);
    if (!text) return null;
    const parsed = v.safeParse(sessionSchema, JSON.parse(text));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

function write(get: () => SessionStorageArea | null, session: Session): boolean {
  try {
    const storage = area(get);
    storage?.setItem(key, JSON.stringify(session));
    return storage !== null;
  } catch {
    return false;
  }
}

function remove(get: () => SessionStorageArea | null): void {
  try {
    area(get)?.removeItem(key);
  } catch {
    // A storage that can't be written holds no session.
  }
}

const browserStorage: SessionStoreDeps = {
  local: () => globalThis.localStorage ?? null,
  session: () => globalThis.sessionStorage ?? null,
  onStorage(callback) {
    const listen = (event: StorageEvent) => callback(event.key);
    globalThis.addEventListener('storage', listen);
    return () => globalThis.removeEventListener('storage', listen);
  },
};
