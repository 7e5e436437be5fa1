import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingOf } from '#contract/settings/index.ts';
import { wireType } from '#contract/fields/index.ts';
import { demoWebsites } from '../seed/seed.ts';
import { acceptedMessage, type UploadType, uploadTypes } from '#contract/uploads.ts';
import { forms, menus } from '../tables/content.ts';
import { files } from '../tables/files.ts';
import { settings } from '../tables/websites.ts';
import { type Harness, messagesOf, startHarness } from '../testing/harness.ts';

let harness: Harness;
let token: string;
const other = demoWebsites + 1;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterAll(() => harness.close());

const save = (key: string, value: readonly unknown[] | null) => {
  const known = settingOf(key);
  const setting = { key, value, category: known?.category, type: known && wireType(known.field) };
  return harness.call('POST', '/api/websites/1/settings/update', { token, body: { data: { settings: [setting] } } });
};
const idsIn = async (table: typeof files | typeof menus | typeof forms, websiteId: number) => {
  const own = eq(table.websiteId, websiteId);
  // Not every setting takes every type.
  const where = table === files ? and(own, eq(files.mimeType, uploadTypes.png.mimeType)) : own;
  return (await harness.deps.db.select({ id: table.id }).from(table).where(where)).map((row) => row.id);
};

describe.each([
  ['an image', files, 'desktop_logo', '7d9f2c8e-0000-4000-8000-000000000000'],
  ['a menu', menus, 'legal_menu', '2147483647'],
  ['a form', forms, 'enquiry', '2147483647'],
] as const)('a setting that names %s', (_, table, key, unknown) => {
  it('takes one of its own website, and none', async () => {
    const [id] = await idsIn(table, 1);
    expect((await save(key, [String(id)])).status).toBe(200);
    expect((await save(key, [{ data: { id } }])).status).toBe(200);
    expect((await save(key, null)).status).toBe(200);
  });

  it('refuses one of another website, of another account, and one that is not there, at its key', async () => {
    const [[second], [foreign]] = [await idsIn(table, 2), await idsIn(table, other)];
    for (const id of [second, foreign, unknown, 'local:7d9f2c8e', "1'--", '0']) {
      const got = await save(key, [String(id)]);
      expect([id, got.status, Object.keys(messagesOf(got))]).toEqual([id, 422, [key]]);
    }
  });
});

describe('a setting that names a file', () => {
  const stored = async (type: UploadType) => {
    const id = crypto.randomUUID();
    const content = { name: `a.${type}`, mimeType: uploadTypes[type].mimeType, bytes: 1, sha256: '', themeFile: false };
    await harness.deps.db.insert(files).values({ id, websiteId: 1, storageKey: `x/${id}`, ...content, createdAt: harness.time.now });
    return id;
  };
  it.each([
    ['apple_touch_icon', 'png', 'pdf'],
    ['favicon', 'ico', 'svg'],
    ['desktop_logo', 'jpg', 'pdf'],
  ] as const)('such as %s takes a %s and no %s', async (key, taken, refused) => {
    const got = await save(key, [await stored(refused)]);
    expect([got.status, messagesOf(got)]).toEqual([422, { [key]: acceptedMessage(key) }]);
    expect((await save(key, [await stored(taken)])).status).toBe(200);
  });
});

it('the demo names pictures of its own', async () => {
  for (const websiteId of [2, 3, other]) {
    const stored = await harness.deps.db.select({ id: files.id }).from(files).where(eq(files.websiteId, websiteId));
    const own = stored.map(({ id }) => id);
    for (const key of ['desktop_logo', 'favicon', 'posts_landing_page_cover_image']) {
      const where = and(eq(settings.websiteId, websiteId), eq(settings.key, key));
      const [row] = await harness.deps.db.select().from(settings).where(where);
      expect(own.map((id) => [id])).toContainEqual(row?.value);
    }
  }
});
