import * as v from 'valibot';
import { sitemap } from '../calls/websites.ts';
import { idSchema } from '../entities/id.ts';
import type { Json } from '../json.ts';
import { crudCalls, defineResource, type RecordValues, type Values } from './define.ts';
import type { Field } from '../settings/field.ts';

/** Sends who asks for one address of a website to another. */
const redirectSchema = v.object({
  id: idSchema,
  /** A path of the website, or an address on one of its domains. */
  redirects_from: v.string(),
  /** A path of the website, or any http(s) address. */
  redirects_to: v.string(),
  /** The visitor stays at the address that was asked for, and sees there what is at the other. */
  rewrite: v.fallback(v.boolean(), false),
  /** With `rewrite`: who asks for the other address itself is sent to this one. */
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
      { key: 'redirects_from', label: 'From', sortable: true, width: '36%' },
      { key: 'redirects_to', label: 'To', sortable: true, width: '32%' },
      { key: 'rewrite', label: 'Rewrite', kind: 'tick', sortable: true, width: '10%' },
      { key: 'redirect_to_rewrite', label: 'Redirect to Rewrite', kind: 'tick', sortable: true, width: '14%' },
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
  normalise: { redirects_from: trimmed, redirects_to: trimmed },
  // An address has at most one redirect.
  findCreated: { searchBy: 'redirects_from', matching: ['redirects_from', 'redirects_to', 'rewrite', 'redirect_to_rewrite'] },
  confirmDelete: 'Are you sure you want to delete this redirect?',
  warnings,
});

function trimmed(value: Json): Json {
  return typeof value === 'string' ? value.trim() : value;
}

/**
 * Which addresses are one: whatever their percent-encoding, with a slash at the end or without. Empty for what names no path; an address
 * of another host keeps its host.
 */
export function addressKey(address: Json | undefined): string {
  const text = typeof address === 'string' ? address.trim() : '';
  const [, host = '', path = '', search = ''] = /^(?:https?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?/iu.exec(text) ?? [];
  if (host === '' && !path.startsWith('/')) return '';
  const parts = path.split('/').filter((part) => part !== '');
  return `${host.toLowerCase()}/${parts.map((part) => encodeURIComponent(decoded(part))).join('/')}${search}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Two from one address, one that leads to another one's address (a chain), and those that lead back to themselves (a loop). */
function warnings(record: Values, others: readonly RecordValues[]): readonly string[] {
  const from = addressKey(record['redirects_from']);
  if (from === '') return [];
  const found: string[] = [];
  const rest = others.filter(({ id }) => id !== record['id']);
  if (rest.some((other) => addressKey(other['redirects_from']) === from)) found.push('Another redirect begins at this address.');
  const next = new Map(rest.map((other) => [addressKey(other['redirects_from']), addressKey(other['redirects_to'])]));
  const passed = new Set([from]);
  let at = addressKey(record['redirects_to']);
  while (at !== '' && !passed.has(at) && next.has(at)) {
    passed.add(at);
    at = next.get(at) ?? '';
  }
  if (passed.has(at)) found.push('This is a loop: visitors are led back to where they began.');
  else if (passed.size > 1) found.push('The second address is redirected too: lead straight to where that ends.');
  return found;
}
