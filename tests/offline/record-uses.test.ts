import { domains } from '#contract/resources/domains.ts';
import { redirects } from '#contract/resources/redirects.ts';
import { type Harness, startHarness } from '#server/testing/harness.ts';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openConsole } from './support/console-on-api.ts';

const websiteId = '5';
const created = v.object({ data: v.object({ id: v.string() }) });

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterAll(() => harness.close());

async function post(collection: string, body: Readonly<Record<string, string>>): Promise<string> {
  const { status, text, json } = await harness.call('POST', `/api/websites/${websiteId}/${collection}`, { token, body });
  expect([status, text]).toEqual([201, text]);
  return v.parse(created, json).data.id;
}
const query = { page: 0, perPage: 25, sort: null, q: '' };
const signal = new AbortController().signal;

it('the redirects to a domain are found on the server, and those of this device; offline it is known that there may be more', async () => {
  const id = await post('domains', { domain: 'named.example' });
  for (const from of ['/one', '/two']) await post('redirects', { redirects_from: from, redirects_to: `https://named.example/new${from}` });
  await post('redirects', { redirects_from: '/other', redirects_to: '/named.example' });
  const { sourceOf, setOnline, close } = await openConsole({ app: harness.app, token });
  const [source, others] = [sourceOf(domains, websiteId), sourceOf(redirects, websiteId)];
  await source.fetchPage(query, signal);
  const use = { id, labels: { one: 'redirect', many: 'redirects' } };
  expect(await source.findUses([id])).toEqual({ uses: [{ ...use, total: 2, names: ['/one', '/two'] }], isWhole: true });
  setOnline(false);
  // This device has not read the redirects.
  expect(await source.findUses([id])).toEqual({ uses: [], isWhole: false });
  const values = { redirects_from: '/mine', redirects_to: 'https://named.example/', rewrite: false, redirect_to_rewrite: false };
  await others.submit({ change: { kind: 'create', values } }, signal);
  expect(await source.findUses([id])).toEqual({ uses: [{ ...use, total: 1, names: ['/mine'] }], isWhole: false });
  close();
});
