import { expect, it } from 'vitest';
import { createGates } from './gate.ts';

it('lets so many through for each key, and the next as soon as one is done, even where it failed', async () => {
  const through = createGates(2);
  const works = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => ({ name, ...Promise.withResolvers<string>() }));
  const begun: string[] = [];
  const done = works.map(({ name, promise }) =>
    through(name.slice(0, 1), () => {
      begun.push(name);
      return promise;
    }),
  );
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  works[1]?.reject(new Error('broken'));
  await expect(done[1]).rejects.toThrow('broken');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  for (const { name, resolve } of works) resolve(name);
  expect(await Promise.all([done[0], done[2], done[3], done[4]])).toEqual(['a1', 'a3', 'a4', 'b1']);
  expect(await through('a', async () => 'again')).toBe('again');
});
