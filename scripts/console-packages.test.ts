import { expect, it } from 'vitest';
import { consolePackages } from './console-packages.ts';

it('keeps the server’s packages, and names those that only the console’s build needs', () => {
  const names = consolePackages();
  expect(names).toEqual(expect.arrayContaining(['react', 'dexie', '@codemirror/view']));
  for (const needed of ['hono', '@hono/node-server', 'drizzle-orm', 'pg', '@electric-sql/pglite', 'valibot', 'twig', '@node-rs/argon2'])
    expect(names).not.toContain(needed);
});
