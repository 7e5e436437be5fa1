import * as v from 'valibot';
import { sitemap } from '../calls/sitemap.ts';
import { hostNameOf } from '../host-name.ts';
import { idSchema } from '../entities/id.ts';
import type { Json } from '../json.ts';
import { crudCalls } from './crud-calls.ts';
import { defineResource, type RecordValues, type Values } from './define.ts';
import type { Field } from '../fields/field.ts';
import { effectOn, type KeyedRedirect } from './redirect-effect.ts';

/** Redirects visitors from one address of a website to another. */
const redirectSchema = v.object({
  id: idSchema,
  /** A path of the website, or an address on one of its domains. */
  redirects_from: v.string(),
  /** A path of the website, or any http(s) address. */
  redirects_to: v.string(),
  /** The visitor stays at the requested address, and sees the content of the other. */
  rewrite: v.fallback(v.boolean(), false),
  /** With `rewrite`: visitors of the other address are redirected to this one. */
  redirect_to_rewrite: v.fallback(v.boolean(), false),
});

const fields: readonly Field[] = [
  { kind: 'url', accepts: 'any', key: 'redirects_from', label: 'From', required: true, placeholder: '/old-page' },
  { kind: 'url', accepts: 'any', key: 'redirects_to', label: 'To', required: true, placeholder: '/new-page' },
  {
    kind: 'checkbox',
    key: 'rewrite',
    label: 'Rewrite',
    help: 'Visitors stay at the first address and see there what is at the second.',
  },
  {
    kind: 'checkbox',
    key: 'redirect_to_rewrite',
    label: 'Redirect to Rewrite',
    help: 'Who asks for the second address is sent to the first.',
    when: { field: 'rewrite', is: [true] },
    offReason: 'Only with Rewrite.',
  },
];

export const redirects = defineResource({
  name: 'redirect',
  scope: 'website',
  path: 'admin/redirects',
  navigation: { after: 'admin/domains' },
  schema: redirectSchema,
  calls: crudCalls({
    one: 'Redirect',
    many: 'Redirects',
    entity: 'redirect',
    collection: 'redirects',
    schema: redirectSchema,
    fields,
    sortable: ['redirects_from', 'redirects_to', 'rewrite', 'redirect_to_rewrite'],
  }),
  fields,
  list: {
    columns: [
      { key: 'redirects_from', label: 'From', sortable: true, width: '32%' },
      { key: 'redirects_to', label: 'To', sortable: true },
      { key: 'rewrite', label: 'Rewrite', kind: 'tick', sortable: true, width: '6.25rem' },
      { key: 'redirect_to_rewrite', label: 'Redirect to Rewrite', kind: 'tick', sortable: true, width: '7.5rem' },
    ],
    isSearchable: true,
    defaultSort: 'redirects_from',
    downloads: [{ label: 'Download Sitemap', call: sitemap, fileName: 'sitemap.xml', type: 'application/xml', opens: 'window' }],
  },
  labels: {
    one: 'redirect',
    many: 'redirects',
    heading: 'Redirects',
    create: 'Create New Redirect',
    edit: 'Edit Redirect',
    none: 'A redirect sends visitors of an old address to its new one.',
  },
  nameKey: 'redirects_from',
  formWidth: '40rem',
  concurrency: 'etag',
  most: 100_000,
  // An address has at most one redirect.
  findCreated: { searchBy: 'redirects_from', matching: ['redirects_from', 'redirects_to', 'rewrite', 'redirect_to_rewrite'] },
  mentions: {
    domain: {
      searchFor: ({ domain }) => String(domain ?? ''),
      names: (redirect, { domain }) =>
        [redirect['redirects_from'], redirect['redirects_to']].some(
          (address) => typeof address === 'string' && hostNameOf(address) === domain,
        ),
    },
  },
  confirmDelete: 'Are you sure you want to delete this redirect?',
  warnings,
});

/**
 * The key by which addresses count as equal: whatever their percent-encoding, and with or without a slash at the end. Empty for an invalid
 * path; an address of another host keeps its host.
 */
export function addressKey(address: Json | undefined): string {
  const text = typeof address === 'string' ? address.trim() : '';
  const [, host = '', path = '', search = ''] = /^(?:https?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?/iu.exec(text) ?? [];
  if (host === '' && !path.startsWith('/')) return '';
  const parts = path.split('/').filter((part) => part !== '');
  return `${host.toLowerCase()}/${parts.map((part) => encodeURIComponent(decodedPart(part).toWellFormed())).join('/')}${search}`;
}

/** A part of a path without its percent-encoding; unchanged where its encoding is invalid. */
export function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The path of a key, and its query. */
function splitKey(key: string): { readonly path: string; readonly query: string } {
  const at = key.indexOf('?');
  return at < 0 ? { path: key, query: '' } : { path: key.slice(0, at), query: key.slice(at) };
}

interface Keyed extends KeyedRedirect {
  readonly record: Values;
}

function keyed(record: Values): Keyed {
  const [fromKey, toKey] = [addressKey(record['redirects_from']), addressKey(record['redirects_to'])];
  return { record, fromKey, toKey, rewrite: record['rewrite'] === true, redirectToRewrite: record['redirect_to_rewrite'] === true };
}

type ByKey = ReadonlyMap<string, readonly Keyed[]>;

/** Computed once for each list: every record of a page uses the same one. */
const byKeyOf = new WeakMap<readonly RecordValues[], ByKey>();

/** The redirects of a list by the keys at which they can apply. */
function byKey(records: readonly RecordValues[]): ByKey {
  const known = byKeyOf.get(records);
  if (known) return known;
  const found = new Map<string, Keyed[]>();
  for (const redirect of records.map(keyed)) {
    const keys = [redirect.fromKey, ...(redirect.rewrite && redirect.redirectToRewrite ? [redirect.toKey ?? ''] : [])];
    for (const key of keys) if (key !== '') found.set(key, [...(found.get(key) ?? []), redirect]);
  }
  byKeyOf.set(records, found);
  return found;
}

/**
 * Two from one address; one that leads to another one's address, which is a chain, or a loop where it leads back. A rewrite ends a chain,
 * because its visitors stay at their address. The visitor's query is passed on as the website does it, so that a loop with that query
 * alone is found too, at the redirect that names it.
 */
function warnings(record: Values, others: readonly RecordValues[]): readonly string[] {
  const self = keyed(record);
  if (self.fromKey === '') return [];
  const known = byKey(others);
  const at = (key: string) => (known.get(key) ?? []).filter((other) => other.record['id'] !== record['id']);
  const found = at(self.fromKey).some(({ fromKey }) => fromKey === self.fromKey) ? ['Another redirect begins at this address.'] : [];
  const leadsBack = self.rewrite && self.redirectToRewrite && self.toKey !== null && self.toKey !== '';
  /** Each address that a visitor passes, with the redirect that applies there. */
  const passed = new Map<string, Keyed>();
  const start = leadsBack ? (self.toKey ?? '') : self.fromKey;
  let key = start;
  while (!passed.has(key)) {
    const { path, query } = splitKey(key);
    const effect = effectOn([self, ...at(key), ...at(path)], { exact: key, bare: path });
    // A rewrite shows its second address at the first.
    if (!effect || (effect.redirect.rewrite && !effect.isBack)) return [...found, ...(isChain(passed, self, leadsBack) ? [chain] : [])];
    passed.set(key, effect.redirect);
    const target = effect.isBack ? effect.redirect.fromKey : (effect.redirect.toKey ?? '');
    if (target === '') return [...found, ...(isChain(passed, self, leadsBack) ? [chain] : [])];
    key = effect.passesQuery && splitKey(target).query === '' ? `${target}${query}` : target;
  }
  // An own address whose visitors another redirect takes is not on the way.
  if (passed.get(start) !== self) return found;
  const circle = [...passed.values()].slice([...passed.keys()].indexOf(key));
  return [
    ...found,
    circle.includes(self) ? 'This is a loop: visitors are led back to where they began.' : 'This leads into a loop: visitors never arrive.',
  ];
}

const chain = 'The second address is redirected too: lead straight to where that ends.';

function isChain(passed: ReadonlyMap<string, Keyed>, self: Keyed, leadsBack: boolean): boolean {
  return !leadsBack && passed.size > 1 && passed.values().next().value === self;
}
