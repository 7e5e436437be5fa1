import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { blockCatalogue } from '#contract/blocks/catalogue.ts';
import { makeAccount } from '../seed/account.ts';
import { blocks } from '../tables/blocks.ts';
import { websites } from '../tables/websites.ts';
import { type Harness, startHarness } from '../testing/harness.ts';
import { addMissingBlocks } from './defaults.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

const keysOf = async (websiteId: number) => {
  const rows = await harness.deps.db.select().from(blocks).where(eq(blocks.websiteId, websiteId)).orderBy(blocks.priority);
  return rows.map((row) => row.key);
};

it('gives websites of a data folder of before their theme’s blocks, once, and leaves the others alone', async () => {
  const { db } = harness.deps;
  await db.delete(blocks).where(inArray(blocks.websiteId, [1, 2, 3]));
  await db.delete(blocks).where(eq(blocks.key, 'about_us'));
  await db.update(websites).set({ themeId: null }).where(eq(websites.id, 3));
  const others = await keysOf(5);
  await addMissingBlocks(db, harness.time.now);
  await addMissingBlocks(db, harness.time.now);
  expect(await keysOf(1)).toEqual(blockCatalogue.versatile.map((kind) => kind.key));
  expect(await keysOf(2)).toEqual(blockCatalogue.byron.map((kind) => kind.key));
  expect(await keysOf(3)).toEqual([]);
  expect(await keysOf(5)).toEqual(others);
  expect(others).not.toContain('about_us');
});

it('a new account’s website begins with them', async () => {
  const wanted = {
    account: 'Bay',
    email: 'you@bay.example',
    password: 'long-enough',
    website: 'Bay',
    domain: 'www.bay.example',
    theme: 'byron',
  } as const;
  expect(await makeAccount(harness.deps, wanted)).toEqual({ kind: 'made' });
  const [site] = await harness.deps.db.select().from(websites).where(eq(websites.name, 'Bay'));
  expect(await keysOf(site?.id ?? 0)).toEqual(blockCatalogue.byron.map((kind) => kind.key));
});
