import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { endWithPage } from './end-with-page.ts';
import { openExisting } from './open-native.ts';
import { openClientStore } from './open-client-store.ts';

const page = new EventTarget();
const leave = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event('pagehide'), { persisted }));

beforeEach(() => {
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => vi.unstubAllGlobals());

/** A connection on which a transaction that reads and one that writes are under way. */
async function working() {
  const name = `page-${crypto.randomUUID()}`;
  (await openClientStore({ name, appVersion: 'test' })).close();
  const connection = await openExisting(name);
  if (!connection) throw new Error('there is no store');
  onTestFinished(() => connection.close());
  const onClosed = vi.fn();
  endWithPage(connection, onClosed);
  const ends = (['readonly', 'readwrite'] as const).map((mode) => {
    const transaction = connection.transaction(mode === 'readonly' ? 'log' : 'meta', mode);
    const request =
      mode === 'readonly' ? transaction.objectStore('log').count() : transaction.objectStore('meta').put({ key: 'k', value: 1 });
    // Else the error of an aborted request is reported as not handled.
    request.onerror = (event) => event.preventDefault();
    return new Promise<string>((resolve) => {
      transaction.oncomplete = () => resolve('complete');
      transaction.onabort = () => resolve('abort');
    });
  });
  return { connection, onClosed, ends };
}

describe('a page that is left', () => {
  it('for good aborts its reads, and lets its writes finish', async () => {
    const { ends, onClosed, connection } = await working();
    leave(false);
    expect(await Promise.all(ends)).toEqual(['abort', 'complete']);
    expect(onClosed).not.toHaveBeenCalled();
    expect(() => connection.transaction('meta')).not.toThrow();
  });

  it('and kept for Back aborts all, and closes its connection', async () => {
    const { ends, onClosed, connection } = await working();
    leave(true);
    expect(await Promise.all(ends)).toEqual(['abort', 'abort']);
    expect(onClosed).toHaveBeenCalledOnce();
    expect(() => connection.transaction('meta')).toThrow();
  });
});
