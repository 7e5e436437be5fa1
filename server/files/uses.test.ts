import { readdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { deleteFile, listFiles, uploadFile } from '#contract/calls/files.ts';
import { limits } from '#contract/limits.ts';
import { demoWebsites, otherSignIn } from '../seed/seed.ts';
import { blocks, blockSettings } from '../tables/blocks.ts';
import { posts } from '../tables/content.ts';
import { files, pendingObjects } from '../tables/files.ts';
import { websites } from '../tables/websites.ts';
import { codeOf, type Got, type Harness, messagesOf, startHarness } from '../testing/harness.ts';
import { multipart, png } from '../testing/uploads.ts';
import { removeAbandonedObjects } from './store.ts';
import { fileSearches } from './uses.ts';

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterAll(() => harness.close());

async function uploaded(name = 'a.png', website = 2) {
  const { body, type } = await multipart([[name, png()]], {});
  const got = await harness.call('POST', `/api/websites/${website}/files`, { token, raw: body, headers: { 'content-type': type } });
  const [file] = v.parse(v.object({ data: uploadFile.answer }), got.json).data;
  if (!file) throw new Error('the upload answered no file');
  return { id: file.id, url: file.url ?? '' };
}
const remove = (id: string, { website = 2, as = token, key }: { website?: number; as?: string; key?: string } = {}) =>
  harness.call('DELETE', `/api/websites/${website}/files/${id}`, { token: as, ...(key ? { headers: { 'idempotency-key': key } } : {}) });
const listed = async (query: string, website = 2) =>
  v.parse(v.object({ data: listFiles.answer }), (await harness.call('GET', `/api/websites/${website}/files?${query}`, { token })).json)
    .data;
const save = (key: string, value: readonly unknown[] | null, category: string) =>
  harness.call('POST', '/api/websites/2/settings/update', {
    token,
    body: { data: { settings: [{ key, value, category, type: category === 'style' ? 'image' : null }] } },
  });
const messageOf = (got: Got) => v.parse(v.object({ error: v.object({ message: v.string() }) }), got.json).error.message;
const stored = async () =>
  (await readdir(join(harness.deps.uploadsDir, '../files'), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    .length;

describe('where a file is used', () => {
  it('is listed for a setting, with the screen that it is on', async () => {
    const { id } = await uploaded('footer-logo.png');
    expect((await save('desktop_logo', [id], 'style')).status).toBe(200);
    const [file] = await listed('q=footer-logo');
    expect(file).toMatchObject({ id, used_in_total: 1, used_in: [{ path: 'design/styles' }] });
    expect(file?.used_in?.[0]?.label).toMatch(/^Company Branding: /u);
  });

  it('is listed for a block, with the block to open', async () => {
    const { id } = await uploaded('block.png');
    const [block] = await harness.deps.db.select().from(blocks).where(eq(blocks.websiteId, 2)).limit(1);
    if (!block) throw new Error('the seed has no block');
    await harness.deps.db.insert(blockSettings).values({ blockId: block.id, key: 'unheard_of', value: ['x', id] });
    const [file] = await listed('q=block.png');
    expect(file?.used_in).toEqual([{ label: `Homepage: ${block.label}, unheard_of`, path: `design/homepage/blocks/${block.id}` }]);
  });

  it('is listed for content, and for an address within a text', async () => {
    const { url } = await uploaded('within.png');
    expect((await save('custom_css', [`body { background: url("${url}") }`], 'css')).status).toBe(200);
    await harness.deps.db
      .insert(posts)
      .values({ websiteId: 2, title: 'Spring', excerpt: '', featured: false, publishedAt: harness.time.now, body: `<img src="${url}">` });
    const [file] = await listed('q=within.png');
    expect(file?.used_in).toEqual([
      { label: 'Custom CSS: Custom CSS', path: 'design/custom' },
      { label: 'Posts: Spring', path: null },
    ]);
  });

  it.each(['%2D', '%2d'])('is listed for an address whose hyphens are written %s', async (hyphen) => {
    const { id, url } = await uploaded(`encoded-${hyphen.charAt(2)}.png`);
    expect((await save('custom_css', [`body { background: url("${url.replace(id, id.replaceAll('-', hyphen))}") }`], 'css')).status).toBe(
      200,
    );
    expect((await remove(id)).status).toBe(409);
  });

  it('names the first places of many, and says how many there are', async () => {
    const { id } = await uploaded('everywhere.png');
    const many = Array.from({ length: limits.usesListed + 5 }, (_, i) => ({
      ...{ websiteId: 2, title: `Post ${i}`, excerpt: '', featured: false, publishedAt: harness.time.now, imageId: id },
    }));
    await harness.deps.db.insert(posts).values(many);
    const [file] = await listed('q=everywhere');
    expect([file?.used_in?.length, file?.used_in_total]).toEqual([limits.usesListed, limits.usesListed + 5]);
    expect(messageOf(await remove(id))).toMatch(
      new RegExp(`^“everywhere.png” is in use: Posts: Post .+; and ${limits.usesListed + 2} more places\\. Take it out there`, 'u'),
    );
  });

  it('is nowhere for a file that nothing names, nor for one that only another website names', async () => {
    const { id } = await uploaded('nowhere.png');
    await harness.deps.db
      .insert(posts)
      .values({ websiteId: 3, title: 'Elsewhere', excerpt: id, featured: false, publishedAt: harness.time.now });
    expect((await listed('q=nowhere'))[0]).toMatchObject({ used_in: [], used_in_total: 0 });
  });

  it('is looked for in every table of a website', async () => {
    const folder = join(import.meta.dirname, '../tables');
    const modules: unknown[] = await Promise.all(readdirSync(folder).map((name) => import(join(folder, name))));
    const tables = modules.flatMap((module) => Object.values(module ?? {}).flatMap((value) => (is(value, PgTable) ? [value] : [])));
    const ofWebsites = tables.filter((table) => {
      const { columns, foreignKeys } = getTableConfig(table);
      return columns.some((column) => column.name === 'website_id') || foreignKeys.some((key) => key.reference().foreignTable === websites);
    });
    const searched = new Set(fileSearches.map(({ source }) => source.name));
    const missing = ofWebsites.map((table) => getTableConfig(table).name).filter((name) => !searched.has(name));
    expect(missing.sort(), 'tables of a website that may name files and are not searched').toEqual([
      'files',
      // It has only the ids of popups, forms and pages.
      'popup_triggers',
      'rendered_pages',
    ]);
    expect(searched.has('block_settings') && searched.has('menu_items'), 'by the row they belong to').toBe(true);
  });
});

describe('a file that nothing uses', () => {
  it('is deleted with its bytes, and its room is free again', async () => {
    const { id, url } = await uploaded();
    const before = await stored();
    const got = await remove(id);
    expect([got.status, v.parse(v.object({ data: deleteFile.answer }), got.json).data]).toEqual([200, { id }]);
    await harness.deps.background.idle();
    expect([await stored(), await harness.deps.db.$count(pendingObjects)]).toEqual([before - 1, 0]);
    expect((await harness.call('GET', url)).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
  });

  it('is deleted once for its key, and the repeat gets the same answer', async () => {
    const { id } = await uploaded();
    const first = await remove(id, { key: 'delete-1' });
    const again = await remove(id, { key: 'delete-1' });
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([200, first.text, 'true']);
  });

  it('whose bytes the storage failed to delete is removed by the next clean-up', async () => {
    const { id } = await uploaded();
    const before = await stored();
    const stuck = vi.spyOn(harness.deps.storage, 'remove').mockRejectedValueOnce(new Error('the bucket is away'));
    expect((await remove(id)).status).toBe(200);
    await harness.deps.background.idle();
    stuck.mockRestore();
    expect([await stored(), await harness.deps.db.$count(pendingObjects)]).toEqual([before, 1]);
    await removeAbandonedObjects(harness.deps, new Date(harness.time.now.getTime() + 7_200_000));
    expect([await stored(), await harness.deps.db.$count(pendingObjects)]).toEqual([before - 1, 0]);
  });
});

describe('a delete', () => {
  it('of a file in use is refused with where, and everything stays', async () => {
    const { id, url } = await uploaded('in-use.png');
    await save('mobile_logo', [id], 'style');
    const got = await remove(id);
    expect([got.status, codeOf(got)]).toEqual([409, 'conflict']);
    expect(messageOf(got)).toMatch(/^“in-use.png” is in use: Company Branding: .+\. Take it out there, then delete it\.$/u);
    expect((await harness.call('GET', url)).status).toBe(200);
    await save('mobile_logo', null, 'style');
    expect((await remove(id)).status).toBe(200);
  });

  it('and a save that names the file, sent together, never both succeed', async () => {
    for (let i = 0; i < 5; i += 1) {
      const { id } = await uploaded(`race-${i}.png`);
      const [saved, gone] = await Promise.all([save('mobile_logo', [id], 'style'), remove(id)]);
      if (saved.status !== 200) expect(messagesOf(saved)['mobile_logo']).toMatch(/ is not there any more\. Choose it again\.$/u);
      expect([saved.status, gone.status], `round ${i}`).toSatisfy(
        ([first, second]) => (first === 200 && second === 409) || (first === 422 && second === 200),
      );
    }
  });

  it('reaches no other account’s files, and none of another website', async () => {
    const { id } = await uploaded();
    const other = await harness.signIn(otherSignIn);
    for (const got of [
      await remove(id, { as: other }),
      await remove(id, { as: other, website: demoWebsites + 1 }),
      await remove(id, { website: 3 }),
      await remove('not-an-id'),
    ])
      expect([got.status, codeOf(got)]).toEqual([404, 'not_found']);
    expect((await harness.call('DELETE', `/api/websites/2/files/${id}`)).status).toBe(401);
    expect(await harness.deps.db.$count(files, eq(files.id, id))).toBe(1);
  });
});

it('the list is sorted by size', async () => {
  const sizes = (await listed('sort=-bytes&per_page=100')).map((file) => file.bytes ?? 0);
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  expect(sizes.length).toBeGreaterThan(3);
});
