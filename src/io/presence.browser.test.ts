import { expect, it } from 'vitest';
import { createPresence } from './presence.ts';

it('lists the users of all tabs, until they sign out', async () => {
  const [here, there] = [createPresence(navigator.locks), createPresence(navigator.locks)];
  here.enter('u1');
  there.enter('u2');
  await expect.poll(async () => (await here.users()).toSorted()).toEqual(['u1', 'u2']);
  there.enter('u3');
  await expect.poll(async () => (await here.users()).toSorted()).toEqual(['u1', 'u3']);
  there.enter(null);
  await expect.poll(() => here.users()).toEqual(['u1']);
  here.enter(null);
  await expect.poll(() => here.users()).toEqual([]);
});

it('lists nobody where there are no locks', async () => {
  const presence = createPresence(null);
  presence.enter('u1');
  expect(await presence.users()).toEqual([]);
});
