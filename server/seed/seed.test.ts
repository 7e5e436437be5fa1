import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldsOf } from '#contract/settings/screen.ts';
import { settingsScreens } from '#contract/settings/index.ts';
import { validateField } from '#contract/settings/validate.ts';
import { readWire } from '#contract/settings/wire.ts';
import { wireValueSchema } from '#contract/entities/setting.ts';
import * as v from 'valibot';
import { accounts, users } from '../tables/identity.ts';
import { agencies, forms, listings, menus, pages, posts, staff, testimonials } from '../tables/content.ts';
import { domains, settings, themes, websites } from '../tables/websites.ts';
import { type Harness, startHarness } from '../testing/harness.ts';
import { agencyName } from './names.ts';
import { demoSignIn, demoWebsites, hasDemo, seedWhenEmpty } from './seed.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

describe('the demo', () => {
  it('has two accounts, and websites of every theme over several years', async () => {
    const sites = await harness.deps.db.select().from(websites).innerJoin(themes, eq(themes.id, websites.themeId)).orderBy(websites.id);
    expect(sites.filter((row) => row.websites.accountId === 1)).toHaveLength(demoWebsites);
    expect(sites.filter((row) => row.websites.accountId === 2)).toHaveLength(1);
    expect(sites.slice(0, 3).map((row) => row.themes.key)).toEqual(['versatile', 'byron', 'minimal']);
    expect(new Set(sites.map((row) => row.websites.name)).size).toBe(sites.length);
    const years = new Set(sites.map((row) => row.websites.createdAt.getUTCFullYear()));
    expect(years.size).toBeGreaterThan(4);
    expect(sites.every((row) => row.websites.createdAt < harness.time.now)).toBe(true);
    const primary = await harness.deps.db.select().from(domains).where(eq(domains.isPrimary, true));
    expect(new Set(primary.map((row) => row.websiteId)).size).toBe(sites.length);
  });

  it('is known by its sign-in, and gone with it', async () => {
    const { db } = harness.deps;
    expect(await hasDemo(db)).toBe(true);
    await db.update(users).set({ email: 'renamed@frontage.test' }).where(eq(users.email, demoSignIn.email));
    expect(await hasDemo(db)).toBe(false);
    await db.update(users).set({ email: demoSignIn.email }).where(eq(users.email, 'renamed@frontage.test'));
  });

  it('has names for a hundred websites', () => {
    expect(new Set(Array.from({ length: 100 }, (_, i) => agencyName(i))).size).toBe(100);
  });

  it.each([1, 2, 3, demoWebsites + 1])(
    'fills website %i: every setting of the catalogue, valid, and some of everything',
    async (websiteId) => {
      const stored = await harness.deps.db.select().from(settings).where(eq(settings.websiteId, websiteId));
      for (const field of settingsScreens.flatMap(fieldsOf).filter((item) => item.secret !== true)) {
        const row = stored.find((setting) => setting.key === field.key);
        const reading = readWire(field, v.parse(wireValueSchema, row?.value));
        expect([field.key, reading.malformed, validateField(field, reading.value)]).toEqual([field.key, undefined, null]);
      }
      for (const table of [menus, forms, pages, posts, listings, staff, testimonials, agencies]) {
        expect(await harness.deps.db.$count(table, eq(table.websiteId, websiteId))).toBeGreaterThan(1);
      }
    },
  );

  it('is made once', async () => {
    await seedWhenEmpty(harness.deps);
    expect(await harness.deps.db.$count(accounts)).toBe(2);
    expect(await harness.deps.db.$count(users)).toBe(2);
  });
});
