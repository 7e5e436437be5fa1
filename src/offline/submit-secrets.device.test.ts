import { openClientStore, type ClientStore } from '#db/open-client-store.ts';
import { settingsKey } from '#contract/cache-keys.ts';
import { newId } from '#db/new-id.ts';
import { createApiClient } from '#src/io/api-client.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSubmitSecrets } from './submit-secrets.ts';

const writes = [{ key: 'recaptcha_secret_key', value: ['hush'], category: 'form' as const, type: null }];
const key = settingsKey('w1', 'form');
let store: ClientStore;
let sent: { readonly ifMatch: string | null; readonly key: string | null; readonly token: string | null }[];
/** The tokens with which the category was fetched again. */
let refreshTokens: string[];
let token: string;
/** The answers in turn; further calls succeed. */
let answers: (() => Response)[];
let etag: string;
let limit: AbortController;
let isSignedIn: boolean;
let isOffline: boolean;

beforeEach(async () => {
  sent = [];
  refreshTokens = [];
  token = 'first';
  answers = [];
  etag = '"1"';
  limit = new AbortController();
  isSignedIn = true;
  isOffline = false;
  store = await openClientStore({ name: `secrets-${newId()}`, appVersion: 'test' });
  await store.cache.put('u1', key, { websiteId: 'w1', data: [], etag });
});
afterEach(() => store.close());

function submitter() {
  const client = createApiClient({
    baseUrl: 'https://api.test',
    credentials: () => ({ token, accountId: null }),
    onResult: () => undefined,
    fetch: async (input, init) => {
      const { headers } = new Request(input, init);
      sent.push({ ifMatch: headers.get('if-match'), key: headers.get('idempotency-key'), token: headers.get('authorization') });
      return (answers.shift() ?? (() => Response.json({ data: [] })))();
    },
  });
  const submit = createSubmitSecrets({
    client,
    store,
    user: () => ({ userId: 'u1', accountId: null }),
    credentials: () => ({ token, accountId: null }),
    isCurrentUser: () => isSignedIn,
    isOffline: () => isOffline,
    async refresh(_websiteId, _category, _userId, credentials) {
      refreshTokens.push(credentials.token);
      await store.cache.put('u1', key, { websiteId: 'w1', data: [], etag });
      return null;
    },
    timeout: () => limit.signal,
    random: () => 0,
  });
  return () => submit({ websiteId: 'w1', writes });
}

const refusal = (status: number, code: string, message: string) => () => Response.json({ error: { code, message } }, { status });

it('is sent after the pending entries of its settings', async () => {
  const settings = [{ key: 'recaptcha_site_key', value: ['open'], category: 'form' as const, type: null }];
  const pending = await store.outbox.append({
    userId: 'u1',
    accountId: null,
    websiteId: 'w1',
    resource: 'settings',
    mutation: 'update',
    body: { category: 'form', settings },
    base: {},
  });
  if (pending.kind !== 'enqueued') throw new Error(pending.code);
  const submitted = submitter()();
  const epoch = await store.fence.take('u1', 'tab');
  await store.drain.claim(pending.opId, epoch);
  expect(sent).toEqual([]);
  await store.drain.applyResult(pending.opId, epoch, { kind: 'applied', answer: null, ifMatch: null, read: null });
  expect(await submitted).toEqual({ kind: 'saved' });
  expect(sent).toHaveLength(1);
});

it('fails where it would have to wait for longer than a person does', async () => {
  await store.outbox.append({
    userId: 'u1',
    accountId: null,
    websiteId: 'w1',
    resource: 'settings',
    mutation: 'update',
    body: { category: 'form', settings: [{ key: 'recaptcha_site_key', value: ['open'], category: 'form', type: null }] },
    base: {},
  });
  const submitted = submitter()();
  limit.abort();
  expect(await submitted).toMatchObject({ kind: 'failed', message: expect.stringContaining('not on the server yet') });
  expect(sent).toEqual([]);
});

it('fails offline with a message, and sends nothing', async () => {
  isOffline = true;
  expect(await submitter()()).toEqual({
    kind: 'failed',
    message: "This can't be saved offline. Save it again once you are back online.",
    fields: {},
  });
  expect(sent).toEqual([]);
});

it('sends the tag of the cached state, and fetches it again where the tag is outdated', async () => {
  answers.push(() => {
    etag = '"2"';
    return refusal(412, 'precondition_failed', 'Changed.')();
  });
  expect(await submitter()()).toEqual({ kind: 'saved' });
  expect(sent.map(({ ifMatch }) => ifMatch)).toEqual(['"1"', '"2"']);
  expect(new Set(sent.map((one) => one.key)).size).toBe(1);
});

it('is not sent where its user signs out while the cache is read', async () => {
  const { get } = store.cache;
  vi.spyOn(store.cache, 'get').mockImplementation(async (...asked) => {
    isSignedIn = false;
    return get(...asked);
  });
  expect(await submitter()()).toMatchObject({ kind: 'failed', message: 'You have signed out. Nothing was sent.' });
  expect(sent).toEqual([]);
});

it('makes each of its calls with the credentials from its beginning', async () => {
  answers.push(() => {
    // The tag is outdated, and the session has another token when the answer arrives.
    token = 'second';
    etag = '"2"';
    return refusal(412, 'precondition_failed', 'Changed.')();
  });
  expect(await submitter()()).toEqual({ kind: 'saved' });
  expect(sent.map((one) => one.token)).toEqual(['Bearer first', 'Bearer first']);
  expect(new Set(refreshTokens)).toEqual(new Set(['first']));
});

it('is never sent with the token of a user who signs in between its start and its call', async () => {
  const { get } = store.cache;
  vi.spyOn(store.cache, 'get').mockImplementation(async (...asked) => {
    token = 'second';
    return get(...asked);
  });
  await submitter()();
  expect(sent.map((one) => one.token)).toEqual(['Bearer first']);
});

it('is sent again with the same key where no answer came, and with another the next time', async () => {
  answers.push(() => {
    throw new TypeError('Failed to fetch');
  });
  const submit = submitter();
  expect(await submit()).toEqual({ kind: 'saved' });
  expect(await submit()).toEqual({ kind: 'saved' });
  const keys = sent.map((one) => one.key);
  expect(keys[0]).toBe(keys[1]);
  expect(keys[2]).not.toBe(keys[0]);
});

it('reports a refusal with the server’s reason, and is stored nowhere', async () => {
  answers.push(refusal(422, 'validation_failed', 'Not like this.'));
  expect(await submitter()()).toMatchObject({ kind: 'failed', message: 'Not like this.' });
  expect(await store.outbox.list('u1')).toEqual([]);
  expect(JSON.stringify(await store.drafts.list('u1'))).not.toContain('hush');
});
