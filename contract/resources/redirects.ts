import * as v from 'valibot';
import { sitemap } from '../calls/websites.ts';
import { idSchema } from '../entities/id.ts';
import type { Json } from '../json.ts';
import { crudCalls, defineResource, type RecordValues, type Values } from './define.ts';
import type { Field } from '../fields/field.ts';

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
      { key: 'redirects_from', label: 'From', sortable: true },
      { key: 'redirects_to', label: 'To', sortable: true },
      { key: 'rewrite', label: 'Rewrite', kind: 'tick', sortable: true, width: '6.5rem' },
      { key: 'redirect_to_rewrite', label: 'Redirect to Rewrite', kind: 'tick', sortable: true, width: '8rem' },
    ],
    isSearchable: true,
    defaultSort: 'redirects_from',
    downloads: [{ label: 'Download Sitemap', call: sitemap, fileName: 'sitemap.xml', type: 'application/xml' }],
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

type ByAddress = ReadonlyMap<string, readonly Values[]>;

/** Computed once for each list: every record of a page uses the same one. */
const byAddressOf = new WeakMap<readonly RecordValues[], ByAddress>();

function byAddress(records: readonly RecordValues[]): ByAddress {
  const known = byAddressOf.get(records) ?? Map.groupBy(records, (record) => addressKey(record['redirects_from']));
  byAddressOf.set(records, known);
  return known;
}

/**
 * Two from one address; one that leads to another one's address, which is a chain, or a loop where it leads back. A rewrite ends a chain,
 * because its visitors stay at their address.
 */
function warnings(record: Values, others: readonly RecordValues[]): readonly string[] {
  const from = addressKey(record['redirects_from']);
  if (from === '') return [];
  const known = byAddress(others);
  const besides = (key: string) => known.get(key)?.find((other) => other['id'] !== record['id']);
  const found = besides(from) ? ['Another redirect begins at this address.'] : [];
  const beginsAt = (key: string) => (key === from ? record : besides(key));
  const nextOf = ({ redirects_to, rewrite }: Values) => {
    const to = addressKey(redirects_to);
    if (rewrite === true || to === '') return undefined;
    // A redirect without a query matches any.
    return beginsAt(to) ?? beginsAt(to.replace(/\?.*$/u, ''));
  };
  const passed = new Set<Values>();
  let at: Values | undefined = record;
  while (at && !passed.has(at)) {
    passed.add(at);
    at = nextOf(at);
  }
  if (at === record) return [...found, 'This is a loop: visitors are led back to where they began.'];
  if (at) return [...found, 'This leads into a loop: visitors never arrive.'];
  const redirected = [...passed].filter(({ rewrite }) => rewrite !== true);
  return redirected.length > 1 ? [...found, 'The second address is redirected too: lead straight to where that ends.'] : found;
}
