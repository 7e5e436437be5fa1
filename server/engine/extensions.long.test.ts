import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { connectEngine } from '../connect.ts';
import { extensions } from './extensions.ts';
import { memoryEngine } from '../testing/memory-engine.ts';

it.each([
  [
    'with the extension pg_trgm, the parts of searched texts are in an index',
    { extensions },
    [
      'domains_found',
      'redirects_from_found',
      'redirects_to_found',
      'submissions_by_form_found',
      'submissions_by_sender_found',
      'websites_found',
    ],
  ],
  ['a database without it is migrated all the same', {}, []],
])('%s', async (_, options, names) => {
  const { db, close } = await connectEngine(memoryEngine(await PGlite.create(options)));
  const found = await db
    .select({ name: sql<string>`indexname` })
    .from(sql`pg_indexes`)
    .where(sql`indexname like '%_found'`)
    .orderBy(sql`1`);
  expect(found.map(({ name }) => name)).toEqual(names);
  await close();
});
