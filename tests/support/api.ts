import * as v from 'valibot';
import { login } from '#contract/calls/authentication.ts';
import { listSettings } from '#contract/calls/settings.ts';
import { listWebsites } from '#contract/calls/websites.ts';
import type { Session } from '#contract/entities/session.ts';
import type { Json } from '#contract/json.ts';
import type { Account } from './accounts.ts';

/** The API as an outsider sees it, past the console: what is asserted with it is on the server. */
export interface Api {
  readonly token: string;
  /** What a browser keeps of this sign-in. */
  readonly session: Session;
  readonly call: (method: string, path: string, body?: Json, headers?: Readonly<Record<string, string>>) => Promise<Response>;
  readonly websites: () => Promise<v.InferOutput<typeof listWebsites.answer>>;
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
  const send = (method: string, path: string, body: Json | undefined, headers: Readonly<Record<string, string>>) =>
    fetch(`${origin}/api${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const { access_token: token, user } = await dataOf(await send('POST', '/login', { email, password }, {}), login.answer);
  if (!token) throw new Error(`The sign-in of ${email} gave no token`);
  const accountId = user?.account_id ?? null;
  const account: Readonly<Record<string, string>> = accountId ? { 'x-account-id': accountId } : {};
  const call: Api['call'] = (method, path, body, headers = {}) =>
    send(method, path, body, { authorization: `Bearer ${token}`, ...account, ...headers });
  return {
    token,
    session: { apiToken: token, accountId, user: user ?? null },
    call,
    websites: async () => dataOf(await call('GET', '/websites?per_page=100'), listWebsites.answer),
    setting: async (websiteId, category, key) => {
      const settings = await dataOf(await call('GET', `/websites/${websiteId}/settings/${category}`), listSettings.answer);
      return settings.find((setting) => setting.key === key)?.value?.[0] ?? null;
    },
    signOut: async () => {
      await dataOf(await call('POST', '/logout'), v.object({ ok: v.boolean() }));
    },
  };
}
