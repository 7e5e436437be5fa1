import { seo } from '#contract/resources/seo.ts';
import { callerOf, type Harness, startHarness } from '#server/testing/harness.ts';
import { createServerApp } from '#server/app.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openConsole } from './support/console-on-api.ts';

// Records that are known by what they are about: SEO data of a page.

const websiteId = '5';
const about = (id: string) => ({ post_type: 'post', post_id: id });
const values = (id: string, title: string) => ({
  ...about(id),
  ...{ title, tagline: null, keywords: null, image_id: null, permalink: null },
});

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterAll(() => harness.close());

async function open() {
  const app = createServerApp(harness.deps);
  const console = await openConsole({ app, token });
  const stored = async (id: string) =>
    (await callerOf(app)('GET', `/api/websites/${websiteId}/seo?post_type=post&post_id=${id}`, { token })).json;
  return { ...console, source: console.sourceOf(seo, websiteId), stored };
}

const signal = new AbortController().signal;

it('is found on the server, on this device, and as one that only this device has', async () => {
  const { close, setOnline, source, store, stored } = await open();
  expect(await source.find(about('1'))).toEqual({ kind: 'found', id: null });
  setOnline(false);
  expect(await source.find(about('1'))).toEqual({ kind: 'found', id: null });
  expect(await source.find(about('2'))).toMatchObject({ kind: 'failed', code: 'offlineNeverLoaded' });
  const created = await source.submit({ change: { kind: 'create', values: values('1', 'Mine') } }, signal);
  expect(created).toMatchObject({ kind: 'pending' });
  expect(await source.find(about('1'))).toEqual({ kind: 'found', id: 'id' in created ? created.id : '' });
  setOnline(true);
  await expect.poll(() => stored('1')).toMatchObject({ data: [{ title: 'Mine' }], pagination: { total: 1 } });
  await expect.poll(async () => store.outbox.counts('u1')).toMatchObject({ pending: 0, attention: 0 });
  const { id } = await source.find(about('1')).then((found) => (found.kind === 'found' ? found : { id: null }));
  expect(id).toMatch(/^\d+$/u);
  expect(await source.find(about('11'))).toEqual({ kind: 'found', id: null });
  close();
});

it('is known not to be there once the whole list was made available offline', async () => {
  const { close, setOnline, source } = await open();
  expect(await source.prefetch()).toBeNull();
  setOnline(false);
  expect(await source.find(about('77'))).toEqual({ kind: 'found', id: null });
  close();
});

it('that somebody else created meanwhile is not overwritten by a create from offline', async () => {
  const [mine, theirs] = [await open(), await open()];
  expect(await mine.source.find(about('5'))).toEqual({ kind: 'found', id: null });
  mine.setOnline(false);
  await mine.source.submit({ change: { kind: 'create', values: values('5', 'Mine') } }, signal);
  await theirs.source.submit({ change: { kind: 'create', values: values('5', 'Theirs') } }, signal);
  mine.setOnline(true);
  await expect.poll(async () => mine.store.outbox.counts('u1')).toMatchObject({ pending: 0, attention: 1 });
  expect(await mine.stored('5')).toMatchObject({ data: [{ title: 'Theirs' }], pagination: { total: 1 } });
  mine.close();
  theirs.close();
});
