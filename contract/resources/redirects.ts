import * as v from 'valibot';
import { sitemap } from '../calls/sitemap.ts';
import { hostNameOf } from '../host-name.ts';
import { idSchema } from '../entities/id.ts';
import { crudCalls } from './crud-calls.ts';
import { defineResource } from './define.ts';
import type { Field } from '../fields/field.ts';
import { loops, redirectWarnings } from './redirect-loops.ts';

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

/** What people write in From and mean more than one address by. Its promise would not be kept. */
function fromProblem(address: string): string | null {
  if (address.includes('#')) return 'Leave out # and what follows: browsers keep it to themselves, so no redirect can see it.';
  const [pattern] = /\*|(?<=\/):[a-z]\w*/iu.exec(address) ?? [];
  if (pattern === undefined) return null;
  const literal = pattern.replace('*', '%2A').replace(':', '%3A');
  return `A redirect is for one address: ${pattern} does not stand for others. For an address with a ${pattern} in it, write ${literal}.`;
}

const fields: readonly Field[] = [
  {
    kind: 'url',
    accepts: 'any',
    key: 'redirects_from',
    label: 'From',
    required: true,
    placeholder: '/old-page',
    problem: fromProblem,
  },
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
    asks: true,
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
  warnings: redirectWarnings,
  warnedBeside: 'domain',
  asksAbout: loops,
});
