import type { SyncEvent } from '#machines/sync/sync.types.ts';
import { expect, it, vi } from 'vitest';
import { createSignOut } from './sign-out.ts';

function start() {
  const sent: SyncEvent['type'][] = [];
  const { promise: seized, resolve } = Promise.withResolvers<() => void>();
  const release = vi.fn();
  const discardUnsent = vi.fn(() => Promise.resolve());
  const sync = { send: ({ type }: SyncEvent) => sent.push(type) };
  const signOut = createSignOut({ sync, seize: () => seized, discardUnsent });
  return { signOut, sent, release, discardUnsent, seize: () => resolve(release) };
}

it('stops this tab at once, and the others before it resolves; at its end all go on', async () => {
  const { signOut, sent, release, seize } = start();
  const begun = signOut.begin('u1', 'keep');
  expect(sent).toEqual(['sending.stopped']);
  seize();
  await begun;
  expect(release).not.toHaveBeenCalled();
  signOut.end();
  expect(release).toHaveBeenCalledTimes(1);
  expect(sent).toEqual(['sending.stopped', 'sending.resumed']);
});

it('discards at once where that was chosen, before it waits for other tabs', async () => {
  const { signOut, discardUnsent, seize } = start();
  const begun = signOut.begin('u1', 'discard');
  expect(discardUnsent).toHaveBeenCalledExactlyOnceWith('u1');
  seize();
  await begun;
});

it('releases the lock also where the device could not discard', async () => {
  const { signOut, discardUnsent, release, seize } = start();
  discardUnsent.mockRejectedValueOnce(new Error('device'));
  const begun = signOut.begin('u1', 'discard');
  seize();
  await expect(begun).rejects.toThrow('device');
  signOut.end();
  expect(release).toHaveBeenCalledTimes(1);
});

it('releases a lock that is granted after its end', async () => {
  const { signOut, discardUnsent, release, seize } = start();
  const begun = signOut.begin('u1', 'keep');
  signOut.end();
  seize();
  await begun;
  expect(release).toHaveBeenCalledTimes(1);
  expect(discardUnsent).not.toHaveBeenCalled();
});
