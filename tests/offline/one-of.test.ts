import { domains } from '#contract/resources/domains.ts';
import { type Harness, startHarness } from '#server/testing/harness.ts';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openConsole } from './support/console-on-api.ts';

const websiteId = '5';
const listed = v.object({ data: v.array(v.object({ id: v.string(), domain: v.string(), is_primary: v.boolean() })) });

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterAll(() => harness.close());

const path = `/api/websites/${websiteId}/domains`;
const stored = async () => v.parse(listed, (await harness.call('GET', path, { token })).json).data;
const primaries = async () => (await stored()).flatMap((each) => (each.is_primary ? [each.domain] : []));

/** The ids of `a.example`, which is primary, and `b.example`. */
let [a, b] = ['', ''];
beforeEach(async () => {
  for (const { id } of await stored()) await harness.call('DELETE', `${path}/${id}`, { token });
  for (const domain of ['a.example', 'b.example'])
    await harness.call('POST', path, { token, body: { domain, is_primary: domain === 'a.example' } });
  [a = '', b = ''] = (await stored()).map(({ id }) => id);
});

type Answer = (request: Request, answer: () => Promise<Response>) => Promise<Response>;

/** The console on the reference API. `answer`: what becomes of a write. */
async function open(answer: Answer = (_, answered) => answered()) {
  const opened = await openConsole({ app: harness.app, token }, (request, send) =>
    request.method === 'GET' ? send(request) : answer(request, () => send(request)),
  );
  const source = opened.sourceOf(domains, websiteId);
  await source.fetchPage({ page: 0, perPage: 25, sort: null, q: '' }, new AbortController().signal);
  // The form shows what the pending changes leave.
  const prefer = (id: string) =>
    source.submit(
      { change: { kind: 'update', id, name: 'a domain', values: { is_primary: true }, base: { is_primary: false } } },
      new AbortController().signal,
    );
  const add = (values: { readonly domain: string; readonly is_primary: boolean }) =>
    source.submit(
      { change: { kind: 'create', values: { redirect_to_path: null, is_microsite: false, ...values } } },
      new AbortController().signal,
    );
  const isSent = () => expect.poll(() => opened.store.outbox.counts('u1')).toEqual({ pending: 0, attention: 0 });
  return { prefer, add, isSent, setOnline: opened.setOnline, close: opened.close };
}

it('offline, a flag goes to the record that got it last: the one that had it before a new one', async () => {
  const { add, prefer, setOnline, isSent, close } = await open();
  setOnline(false);
  await add({ domain: 'c.example', is_primary: true });
  await prefer(a);
  setOnline(true);
  await isSent();
  expect((await stored()).map(({ domain }) => domain)).toEqual(['a.example', 'b.example', 'c.example']);
  expect(await primaries()).toEqual(['a.example']);
  close();
});

it('the same where it was given back and forth', async () => {
  const { prefer, setOnline, isSent, close } = await open();
  setOnline(false);
  for (const id of [b, a, b]) await prefer(id);
  setOnline(true);
  await isSent();
  expect(await primaries()).toEqual(['b.example']);
  close();
});

const isOf = (request: Request, id: string) => new URL(request.url).pathname.endsWith(`/domains/${id}`);

it('waits for an earlier change that gives it to another record, whose answer has not come', async () => {
  const asked = Promise.withResolvers<void>();
  const mayAnswer = Promise.withResolvers<void>();
  const { prefer, add, isSent, close } = await open(async (request, answered) => {
    if (!isOf(request, b)) return answered();
    asked.resolve();
    await mayAnswer.promise;
    return answered();
  });
  const first = prefer(b);
  await asked.promise;
  const second = prefer(a);
  // Sent past the one that waits.
  await add({ domain: 'c.example', is_primary: false });
  mayAnswer.resolve();
  await Promise.all([first, second, isSent()]);
  expect(await primaries()).toEqual(['a.example']);
  close();
});

it('the same where that request was lost, and the first record got it again meanwhile', async () => {
  let lost = 0;
  const { prefer, setOnline, isSent, close } = await open(async (request, answered) => {
    if (!isOf(request, b) || lost > 0) return answered();
    lost += 1;
    setOnline(false);
    throw new TypeError('no answer');
  });
  for (const id of [b, a, b, a]) await prefer(id);
  setOnline(true);
  await isSent();
  expect([lost, await primaries()]).toEqual([1, ['a.example']]);
  close();
});
