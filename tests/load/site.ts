import { fillPath } from '#contract/calls/define.ts';
import { fromTop } from '#contract/blocks/order.ts';
import { bulkUpdateBlocks, listBlocks } from '#contract/calls/blocks.ts';
import { listSettings, updateSettings } from '#contract/calls/settings.ts';
import { clearCache, listWebsites } from '#contract/calls/websites.ts';
import { primaryDomain } from '#contract/entities/website.ts';
import type { Account } from '../support/accounts.ts';
import { signedInApi } from '../support/api.ts';
import type { Sent } from './connections.ts';

/** Requests about one website. Reads are the same each time; `n` makes every write different. */
export interface SiteRequests {
  readonly websites: Sent;
  readonly settings: Sent;
  readonly blocks: Sent;
  readonly page: Sent;
  readonly staticFile: Sent;
  readonly saveSettings: (n: number) => Sent;
  readonly reorder: (n: number) => Sent;
  readonly clearCache: Sent;
}

/** How many websites the clients share: a page of each theme in the demo. */
const sites = 3;

/** Signs in and finds websites whose homepage this server serves. Throws where there is none, or no built console. */
export async function sitesOf(origin: string, account: Account): Promise<readonly SiteRequests[]> {
  const api = await signedInApi(origin, account);
  const headers: Readonly<Record<string, string>> = {
    authorization: `Bearer ${api.token}`,
    ...(api.session.accountId === null ? {} : { 'x-account-id': api.session.accountId }),
  };
  const get = (path: string): Sent => ({ method: 'GET', path, headers });
  const write = (method: string, path: string, body: unknown): Sent => ({
    method,
    path,
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(body),
  });
  const staticFile = await staticFileOf(origin);
  const found: SiteRequests[] = [];
  for (const website of (await api.websites()).toSorted((a, b) => Number(a.id) - Number(b.id))) {
    const page = `/sites/${encodeURIComponent(primaryDomain(website) ?? '')}/`;
    const answer = await fetch(origin + page, { redirect: 'manual' });
    await answer.text();
    if (!answer.ok) continue;
    const ids = fromTop(await api.blocks(website.id)).map((block) => block.id);
    const params = { websiteId: website.id };
    const path = (call: { readonly path: string }, more: Readonly<Record<string, string>> = {}) =>
      `/api${fillPath(call.path, { ...params, ...more })}`;
    found.push({
      websites: get(`/api${listWebsites.path}?per_page=25`),
      settings: get(path(listSettings, { selector: 'social' })),
      blocks: get(path(listBlocks)),
      page: { method: 'GET', path: page },
      staticFile,
      saveSettings: (n) =>
        write('POST', path(updateSettings), {
          data: { settings: [{ key: 'fb_link', value: [`https://www.facebook.com/load-${n}`], category: 'social', type: null }] },
        }),
      reorder: (n) => {
        const turned = [...ids.slice(n % ids.length), ...ids.slice(0, n % ids.length)];
        return write('PATCH', path(bulkUpdateBlocks), { items: turned.map((id, at) => ({ id, priority: at + 1 })) });
      },
      clearCache: get(path(clearCache)),
    });
    if (found.length === sites) return found;
  }
  if (found.length === 0) throw new Error('No website of this account has a public homepage on this server.');
  return found;
}

/** The console's main script, as a browser asks for it. */
async function staticFileOf(origin: string): Promise<Sent> {
  const page = await (await fetch(`${origin}/`, { headers: { accept: 'text/html' } })).text();
  const [path] = /\/assets\/[\w.-]+\.js/u.exec(page) ?? [];
  if (path === undefined) throw new Error(`The console that ${origin} serves is not built.`);
  return { method: 'GET', path, headers: { 'accept-encoding': 'br, gzip' } };
}
