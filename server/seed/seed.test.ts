import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formFieldTypes, isInput, readFormFields } from '#contract/forms/form-field.ts';
import { formProblems } from '#contract/forms/form-problems.ts';
import { payloadEntries } from '#contract/resources/submissions.ts';
import { fieldsOf } from '#contract/settings/screen.ts';
import { settingsScreens } from '#contract/settings/index.ts';
import { readWire, validateField } from '#contract/fields/index.ts';
import { wireValueSchema } from '#contract/entities/setting.ts';
import * as v from 'valibot';
import { accounts, users } from '../tables/identity.ts';
import { checkBlockWrites } from '../blocks/check.ts';
import { loadBlocks, themeOf } from '../blocks/store.ts';
import { detailsOfSubmissions } from '../forms/form-details.ts';
import { composeMail } from '../forms/action-mail.ts';
import { unknownIn } from '../settings/references.ts';
import { actionRuns } from '../tables/action-runs.ts';
import { blocks, blockSettings } from '../tables/blocks.ts';
import { files } from '../tables/files.ts';
import { agencies, forms, listings, menuItems, menus, pages, posts, staff, testimonials } from '../tables/content.ts';
import { domains } from '../tables/domains.ts';
import { formActions } from '../tables/form-actions.ts';
import { submissions } from '../tables/submissions.ts';
import { settings, themes, websites } from '../tables/websites.ts';
import { type Harness, startHarness } from '../testing/harness.ts';
import { agencyName } from './names.ts';
import { rentalFields } from './rental-form.ts';
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

  it.each([1, 2, 3, demoWebsites + 1])('fills the blocks of website %i with values that its own calls would take', async (websiteId) => {
    const { db } = harness.deps;
    const theme = await themeOf(db, websiteId);
    const own = await loadBlocks(db, { id: websiteId, theme });
    const rows = await db
      .select()
      .from(blockSettings)
      .innerJoin(blocks, eq(blocks.id, blockSettings.blockId))
      .where(eq(blocks.websiteId, websiteId));
    expect(rows.length).toBeGreaterThan(8);
    for (const block of own) {
      const saved = rows.filter((row) => String(row.blocks.id) === block.id);
      const writes = saved.map(({ block_settings: { key, value } }) => ({ key, value: v.parse(wireValueSchema, value) }));
      const checked = checkBlockWrites(block, theme, writes);
      expect(checked).toMatchObject({ kind: 'writes', writes });
      if (checked.kind === 'writes') expect(await unknownIn(db, websiteId, checked.writes)).toEqual({});
    }
  });

  it.each([1, 2, 3, demoWebsites + 1])(
    'gives website %i pictures that it holds, and menus that every theme has room for',
    async (websiteId) => {
      const { db, storage } = harness.deps;
      const own = await db.select().from(files).where(eq(files.websiteId, websiteId));
      const ids = new Set(own.map((file) => file.id));
      for (const table of [listings, staff, posts]) {
        const rows = await db.select({ imageId: table.imageId }).from(table).where(eq(table.websiteId, websiteId));
        expect(rows.every((row) => row.imageId !== null && ids.has(row.imageId))).toBe(true);
      }
      for (const file of own) {
        const text = await new Response(await storage.get(file.storageKey)).text();
        // Nothing in a drawing is fetched, and nothing runs.
        if (file.mimeType === 'image/svg+xml')
          expect(text.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|<script|\son\w+=|<image|NaN|undefined/u);
      }
      const items = await db
        .select()
        .from(menuItems)
        .innerJoin(menus, eq(menus.id, menuItems.menuId))
        .where(eq(menus.websiteId, websiteId));
      for (const ofMenu of Map.groupBy(items, (row) => row.menus.id).values()) {
        const tops = ofMenu.filter((row) => row.menu_items.parent === null);
        expect(tops.length).toBeLessThanOrEqual(5);
        for (const top of tops)
          expect(ofMenu.filter((row) => row.menu_items.parent === top.menu_items.position).length).toBeLessThanOrEqual(7);
      }
      const rows = await db.select().from(listings).where(eq(listings.websiteId, websiteId));
      expect(new Set(rows.map((row) => row.kind))).toEqual(new Set(['sale', 'rental', 'commercial', 'auction']));
      expect(rows.every((row) => row.status !== 'leased' || row.kind === 'rental')).toBe(true);
    },
  );

  it.each([1, 2, 3, demoWebsites + 1])(
    'gives website %i a form with every kind of field and action, and what came by it',
    async (websiteId) => {
      const { db } = harness.deps;
      const [form] = await db
        .select()
        .from(forms)
        .where(and(eq(forms.websiteId, websiteId), eq(forms.name, 'rental-application')));
      const entries = readFormFields(form?.fields);
      expect([...new Set(entries.map(({ type }) => type))].toSorted()).toEqual([...formFieldTypes].toSorted());
      expect(formProblems(entries)).toEqual([]);
      const actions = await db
        .select()
        .from(formActions)
        .where(eq(formActions.formId, form?.id ?? 0));
      expect(new Set(actions.map(({ type }) => type))).toEqual(new Set(['email', 'redirect', 'success']));
      const mail = actions.filter(({ type }) => type === 'email');
      const sent = await db
        .select()
        .from(submissions)
        .where(eq(submissions.formId, form?.id ?? 0));
      for (const { formattedPayload, formName } of sent) {
        const payload = payloadEntries(formattedPayload);
        expect(payload).toHaveLength(rentalFields.filter(isInput).length);
        for (const action of mail) expect(composeMail(action, formName, payload)).toMatchObject({ kind: 'mail' });
      }
      const times = sent.map(({ createdAt }) => createdAt.getTime());
      expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(6 * 7 * 86_400_000);
      expect(Math.max(...times)).toBeLessThan(harness.time.now.getTime());
      const [contact] = await db
        .select({ id: forms.id })
        .from(forms)
        .where(and(eq(forms.websiteId, websiteId), eq(forms.name, 'contact')));
      for (const id of [contact?.id ?? 0, form?.id ?? 0]) {
        const { submissions_by_week: weeks } = await detailsOfSubmissions(db, id, harness.time.now, 'UTC');
        expect(weeks.slice(-9).filter(({ submissions: count }) => count > 0).length).toBeGreaterThan(5);
      }
      // A demo begins without sending anything.
      expect(await db.$count(actionRuns, eq(actionRuns.state, 'waiting'))).toBe(0);
      expect(
        await db.$count(
          actionRuns,
          inArray(
            actionRuns.submissionId,
            sent.map(({ id }) => id),
          ),
        ),
      ).toBe(sent.length * mail.length);
    },
  );

  it('is created once', async () => {
    await seedWhenEmpty(harness.deps);
    expect(await harness.deps.db.$count(accounts)).toBe(2);
    expect(await harness.deps.db.$count(users)).toBe(2);
  });
});
