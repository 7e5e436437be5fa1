import { expect, it } from 'vitest';
import { createSemaphore, createSemaphorePerOwner } from './semaphore.ts';

const works = (names: readonly string[]) => names.map((name) => ({ name, ...Promise.withResolvers<string>() }));

it('lets so many through for each owner, and the next as soon as one is done, even where it failed', async () => {
  const through = createSemaphorePerOwner(2, 2);
  const all = works(['a1', 'a2', 'a3', 'a4', 'b1']);
  const begun: string[] = [];
  const done = all.map(({ name, promise }) =>
    through({ owner: name.slice(0, 1) }, () => {
      begun.push(name);
      return promise;
    }),
  );
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  expect(await through({ owner: 'a' }, async () => 'too many')).toEqual({ kind: 'busy' });
  all[1]?.reject(new Error('broken'));
  await expect(done[1]).rejects.toThrow('broken');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  for (const { name, resolve } of all) resolve(name);
  expect(await Promise.all([done[0], done[2], done[3], done[4]])).toEqual(['a1', 'a3', 'a4', 'b1']);
  expect(await through({ owner: 'a' }, async () => 'again')).toBe('again');
});

it('gives owners their turns one after the other, however much one of them has waiting', async () => {
  const through = createSemaphore(1);
  const begun: string[] = [];
  const names = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'];
  await Promise.all(names.map((name) => through({ owner: name.slice(0, 1) }, async () => begun.push(name))));
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

it('drops work whose client disconnected before its turn, but not running work', async () => {
  const through = createSemaphore(1);
  const [first] = works(['first']);
  const [gone, begun] = [new AbortController(), new AbortController()];
  const one = through({ owner: 'a', signal: begun.signal }, async () => first?.promise);
  const two = through({ owner: 'a', signal: gone.signal }, async () => 'not done');
  const three = through({ owner: 'a' }, async () => 'three');
  gone.abort();
  begun.abort();
  expect(await two).toEqual({ kind: 'abandoned' });
  first?.resolve('first');
  expect(await Promise.all([one, three])).toEqual(['first', 'three']);
  expect(await through({ owner: 'a', signal: gone.signal }, async () => 'not done')).toEqual({ kind: 'abandoned' });
});
