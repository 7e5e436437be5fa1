import * as v from 'valibot';
import { login } from '#contract/calls/authentication.ts';
import { listBlocks } from '#contract/calls/blocks.ts';
import { listSettings } from '#contract/calls/settings.ts';
import { getList, listMenus } from '#contract/calls/lists.ts';
import { listWebsites } from '#contract/calls/websites.ts';
import type { Block } from '#contract/entities/block.ts';
import type { ListName } from '#contract/entities/lists.ts';
import type { Session } from '#contract/entities/session.ts';
import type { Setting } from '#contract/entities/setting.ts';
import type { Json } from '#contract/json.ts';
import { forms } from '#contract/resources/forms.ts';
import type { Account } from './accounts.ts';

/** The API, called directly without the console: assertions with it are about the server's state. */
export interface Api {
  readonly token: string;
  /** The storage that a browser has with this sign-in. */
  readonly session: Session;
  readonly call: (method: string, path: string, body?: Json, headers?: Readonly<Record<string, string>>) => Promise<Response>;
  /** Creates a record, and resolves to its id. Rejects where the API refuses it. */
  readonly create: (path: string, body: Json) => Promise<string>;
  readonly websites: () => Promise<v.InferOutput<typeof listWebsites.answer>>;
  /** All stored values of a category, by key. */
  readonly settings: (websiteId: string, category: string) => Promise<ReadonlyMap<string, Setting>>;
  /** The website's menus, forms and records, by the names that the console shows. */
  readonly choices: (websiteId: string, list: 'menus' | 'forms') => Promise<readonly { readonly id: string; readonly label: string }[]>;
  /** One of the API's lists, with the options of a field. */
  readonly records: (websiteId: string, list: ListName) => Promise<readonly { readonly id: string; readonly label: string }[]>;
  /** The homepage's blocks from the top, including the footer's. */
  readonly blocks: (websiteId: string) => Promise<readonly Block[]>;
  /** The stored value of a setting: its first element, null where nothing is stored. */
  readonly setting: (websiteId: string, category: string, key: string) => Promise<Json>;
  readonly signOut: () => Promise<void>;
}

async function dataOf<Schema extends v.GenericSchema>(answer: Response, schema: Schema): Promise<v.InferOutput<Schema>> {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The API answered ${answer.status} to ${answer.url}: ${text}`);
  return v.parse(v.object({ data: schema }), JSON.parse(text)).data;
}

export async function signedInApi(origin: string, { email, password }: Account): Promise<Api> {
  const send = async (method: string, path: string, body: Json | undefined, headers: Readonly<Record<string, string>>) => {
    const request = {
      method,
      headers: {
        ...(method === 'GET' ? {} : { 'idempotency-key': crypto.randomUUID() }),
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    const ask = () => fetch(`${origin}/api${path}`, request);
    // A server that is killed breaks off its answers: the other one is asked, under the same key.
    return ask().catch(ask);
  };
  const {
    access_token: token,
    user,
    revoke_handle: revokeHandle,
  } = await dataOf(await send('POST', '/login', { email, password }, {}), login.answer);
  if (!token) throw new Error(`The sign-in of ${email} gave no token`);
  const accountId = user?.account_id ?? null;
  const account: Readonly<Record<string, string>> = accountId ? { 'x-account-id': accountId } : {};
  const call: Api['call'] = (method, path, body, headers = {}) =>
    send(method, path, body, { authorization: `Bearer ${token}`, ...account, ...headers });
  return {
    token,
    session: { apiToken: token, accountId, user: user ?? null, revokeHandle: revokeHandle ?? null },
    call,
    create: async (path, body) => (await dataOf(await call('POST', path, body), v.object({ id: v.string() }))).id,
    websites: async () => dataOf(await call('GET', '/websites?per_page=100'), listWebsites.answer),
    settings: async (websiteId, category) => {
      const settings = await dataOf(await call('GET', `/websites/${websiteId}/settings/${category}`), listSettings.answer);
      return new Map(settings.map((setting) => [setting.key, setting]));
    },
    choices: async (websiteId, list) => {
      const path = `/websites/${websiteId}/${list}?per_page=100&sort=name`;
      if (list === 'menus') return (await dataOf(await call('GET', path), listMenus.answer)).map(({ id, name }) => ({ id, label: name }));
      const found = await dataOf(await call('GET', path), v.array(forms.schema));
      return found.map((form) => ({ id: form.id, label: forms.describeOption?.(form) ?? '' }));
    },
    records: async (websiteId, list) => dataOf(await call('GET', `/lists/${list}?website_id=${websiteId}&per_page=100`), getList.answer),
    blocks: async (websiteId) => dataOf(await call('GET', `/websites/${websiteId}/blocks`), listBlocks.answer),
    setting: async (websiteId, category, key) => {
      const settings = await dataOf(await call('GET', `/websites/${websiteId}/settings/${category}`), listSettings.answer);
      return settings.find((setting) => setting.key === key)?.value?.[0] ?? null;
    },
    signOut: async () => {
      await dataOf(await call('POST', '/logout'), v.object({ ok: v.boolean() }));
    },
  };
}
