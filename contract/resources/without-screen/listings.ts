import * as v from 'valibot';
import { idSchema } from '../../entities/id.ts';
import type { Field } from '../../fields/field.ts';
import { pictureTypes } from '../../settings/picture-types.ts';
import { crudCalls } from '../crud-calls.ts';
import { defineResource } from '../define.ts';

/** A property that an agency offers, or has sold or let. */
export const listingSchema = v.object({
  id: idSchema,
  address: v.string(),
  suburb: v.string(),
  /** One of the field's options; a listing source may have another. */
  status: v.string(),
  price_text: v.string(),
  headline: v.string(),
  kind: v.string(),
  bedrooms: v.number(),
  bathrooms: v.number(),
  cars: v.number(),
  featured: v.boolean(),
  image_id: v.nullable(idSchema),
  /** The sync that writes it; null: it was added by a person. */
  sync_id: v.nullable(idSchema),
  created_at: v.string(),
});

const amount = { kind: 'number', min: 0, max: 1000, step: 1, default: 0 } as const;

const fields: readonly Field[] = [
  { kind: 'text', key: 'address', label: 'Address', required: true, maxLength: 500 },
  { kind: 'text', key: 'suburb', label: 'Suburb', required: true, maxLength: 500 },
  {
    kind: 'select',
    key: 'status',
    label: 'Status',
    required: true,
    default: 'available',
    options: [
      { value: 'available', label: 'Available' },
      { value: 'under_offer', label: 'Under offer' },
      { value: 'sold', label: 'Sold' },
      { value: 'leased', label: 'Leased' },
    ],
  },
  {
    kind: 'select',
    key: 'kind',
    label: 'Kind',
    required: true,
    default: 'sale',
    help: 'An auction is a sale that ends under the hammer.',
    options: [
      { value: 'sale', label: 'Sale' },
      { value: 'rental', label: 'Rental' },
      { value: 'commercial', label: 'Commercial' },
      { value: 'auction', label: 'Auction' },
    ],
  },
  { kind: 'text', key: 'price_text', label: 'Price', maxLength: 500, default: '', help: 'As visitors read it.' },
  { kind: 'text', key: 'headline', label: 'Headline', maxLength: 500, default: '' },
  { ...amount, key: 'bedrooms', label: 'Bedrooms' },
  { ...amount, key: 'bathrooms', label: 'Bathrooms' },
  { ...amount, key: 'cars', label: 'Cars' },
  { kind: 'checkbox', key: 'featured', label: 'Featured' },
  { kind: 'image', key: 'image_id', label: 'Picture', accept: pictureTypes },
];

/** The fields that each run of a sync writes again. */
export const syncedKeys: readonly string[] = fields.map(({ key }) => key).filter((key) => key !== 'featured' && key !== 'image_id');

export const listings = defineResource({
  name: 'listing',
  scope: 'website',
  path: 'content/listings',
  schema: listingSchema,
  calls: crudCalls({
    one: 'Listing',
    many: 'Listings',
    entity: 'listing',
    collection: 'listings',
    schema: listingSchema,
    fields,
    sortable: ['address', 'suburb', 'status', 'kind', 'created_at'],
  }),
  fields,
  list: {
    columns: [
      { key: 'address', label: 'Address', sortable: true },
      { key: 'suburb', label: 'Suburb', sortable: true },
      { key: 'headline', label: 'Headline' },
      { key: 'status', label: 'Status', kind: 'choice', sortable: true },
      { key: 'kind', label: 'Kind', kind: 'choice', sortable: true },
      { key: 'created_at', label: 'Created At', kind: 'date', sortable: true },
    ],
    isSearchable: true,
    defaultSort: 'address',
  },
  labels: {
    one: 'listing',
    many: 'listings',
    heading: 'Listings',
    create: 'Create New Listing',
    edit: 'Edit Listing',
    none: 'A listing shows a property to your visitors.',
  },
  nameKey: 'address',
  formWidth: '40rem',
  concurrency: 'etag',
  // A sync alone may bring 10,000.
  most: 100_000,
  findCreated: { searchBy: 'address', matching: ['address', 'suburb', 'status', 'kind', 'price_text', 'headline'] },
  confirmDelete: 'Are you sure you want to delete this listing?',
  cannotDelete: ({ sync_id }) => (sync_id === null ? null : 'This listing comes from a listing source, which would add it again.'),
});
