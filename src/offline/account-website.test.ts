import { expect, it } from 'vitest';
import type { PageLoaded } from '#machines/ports.ts';
import { accountWebsite } from './account-website.ts';
import { WebsiteNotOpened, type WebsiteSource } from './website-source.ts';

const page = (...ids: readonly string[]): PageLoaded => ({
  kind: 'page',
  rows: ids.map((id) => ({ id })),
  pagination: { page: 0, per_page: 1, total: ids.length, last_page: 0 },
  fromDevice: false,
  fetchedAt: 0,
});
const open: WebsiteSource['open'] = async (id) => {
  if (id === 'theirs') throw new WebsiteNotOpened('notFound', 'No.');
  if (id === 'unreachable') throw new WebsiteNotOpened('offline', 'Offline.');
  return { id, name: id, theme_id: null, created_at: null, updated_at: null, deleted_at: null, domains: [] };
};
const found = (last: string | null, loaded: PageLoaded = page('1')) => accountWebsite({ open, loadPage: async () => loaded }, last);

it('is the website last opened, else the first', async () => {
  expect(await found('7')).toBe('7');
  expect(await found(null)).toBe('1');
  expect(await found('theirs')).toBe('1');
});

it('fails with the reason where there is none', async () => {
  await expect(found('unreachable')).rejects.toMatchObject({ reason: 'offline' });
  await expect(found(null, { kind: 'offline' })).rejects.toMatchObject({ reason: 'offline' });
  await expect(found(null, { kind: 'failed', message: 'Broken.' })).rejects.toMatchObject({ reason: 'failed', message: 'Broken.' });
  await expect(found(null, page())).rejects.toMatchObject({ reason: 'notFound' });
});
