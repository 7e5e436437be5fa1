import * as v from 'valibot';
import { idSchema } from '../entities/id.ts';
import type { Field } from '../fields/field.ts';
import type { TextFormat } from '../fields/text-format.ts';
import { hostName, hostNameOf } from '../host-name.ts';
import { isSitePath } from '../rules.ts';
import { crudCalls } from './crud-calls.ts';
import { defineResource } from './define.ts';
import { domainWarnings, loops } from './redirect-loops.ts';

/** A host name under which a website is found. */
const domainSchema = v.object({
  id: idSchema,
  /** Lower case, an international name in its own letters. No other website has it. */
  domain: v.string(),
  /** At most one of a website. */
  is_primary: v.fallback(v.boolean(), false),
  /** Visitors of the domain's homepage are sent to this path of the website. */
  redirect_to_path: v.fallback(v.nullable(v.string()), null),
  /** Visitors stay at the domain, and see there what is at that path. */
  is_microsite: v.fallback(v.boolean(), false),
});

const sitePath: TextFormat = {
  clean: (text) => text.trim(),
  problem: (text) => (isSitePath(text) ? null : 'Enter a path of this website, such as /contact-us.'),
  sample: (n) => `/sample-${n}`,
};

const fields: readonly Field[] = [
  { kind: 'text', key: 'domain', label: 'Domain', required: true, format: hostName, placeholder: 'www.bay.example' },
  {
    kind: 'checkbox',
    key: 'is_primary',
    label: 'Primary',
    help: 'The website’s main domain, which Preview Website opens. It takes the place of the one before.',
  },
  {
    kind: 'text',
    key: 'redirect_to_path',
    label: 'Redirects to path',
    format: sitePath,
    placeholder: '/contact-us',
    help: 'Visitors of this domain’s homepage are sent to this path of the website.',
  },
  {
    kind: 'checkbox',
    key: 'is_microsite',
    label: 'Acts as microsite',
    help: 'Visitors stay at this domain and see there what is at the path.',
  },
];

export const domains = defineResource({
  name: 'domain',
  scope: 'website',
  path: 'admin/domains',
  schema: domainSchema,
  calls: crudCalls({
    one: 'Domain',
    many: 'Domains',
    entity: 'domain',
    collection: 'domains',
    schema: domainSchema,
    fields,
    sortable: ['domain', 'is_primary', 'redirect_to_path', 'is_microsite'],
    asks: true,
  }),
  fields,
  list: {
    columns: [
      { key: 'domain', label: 'Domain', sortable: true, width: '32%' },
      { key: 'is_primary', label: 'Primary', kind: 'tick', sortable: true, width: '6.25rem' },
      { key: 'redirect_to_path', label: 'Redirects to path', sortable: true },
      { key: 'is_microsite', label: 'Acts as microsite', kind: 'tick', sortable: true, width: '7.5rem' },
    ],
    isSearchable: true,
    defaultSort: 'domain',
  },
  labels: {
    one: 'domain',
    many: 'domains',
    heading: 'Domains',
    create: 'Add a Domain',
    edit: 'Edit Domain',
    none: 'A domain is the address under which visitors find the website.',
  },
  nameKey: 'domain',
  formWidth: '40rem',
  concurrency: 'etag',
  most: 1_000,
  normalise: { domain: (value) => (typeof value === 'string' ? hostNameOf(value) : value) },
  // No two websites have the same domain.
  findCreated: { searchBy: 'domain', matching: ['domain', 'is_primary', 'redirect_to_path', 'is_microsite'] },
  oneOf: ['is_primary'],
  isInWebsite: true,
  warnings: domainWarnings,
  warnedBeside: 'redirect',
  asksAbout: loops,
  confirmDelete: 'Are you sure you want to delete this domain?',
  deleteNote: ({ is_primary: isPrimary }) =>
    isPrimary === true ? 'It is the primary domain: until another one is, there is no Preview Website.' : null,
});
