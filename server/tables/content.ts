import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Json } from '#contract/json.ts';
import { files } from './files.ts';
import { instant } from './identity.ts';
import { sortedText } from './sorted-text.ts';
import { syncs } from './syncs.ts';
import { websites } from './websites.ts';

const ownId = () => integer('id').primaryKey().generatedAlwaysAsIdentity();
const websiteId = () =>
  integer('website_id')
    .notNull()
    .references(() => websites.id, { onDelete: 'cascade' });

/** A picture is deleted with its file. Null: a drawn one is shown in its place. */
const imageId = () => text('image_id').references(() => files.id, { onDelete: 'set null' });

export const menus = pgTable('menus', { id: ownId(), websiteId: websiteId(), name: text('name').notNull() }, (table) => [
  index('menus_by_name').on(table.websiteId, sortedText(table.name), table.id),
]);

/** Two levels at most: `parent` is the position of a top-level item. */
export const menuItems = pgTable(
  'menu_items',
  {
    menuId: integer('menu_id')
      .notNull()
      .references(() => menus.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    parent: integer('parent'),
    label: text('label').notNull(),
    href: text('href').notNull(),
    newTab: boolean('new_tab').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.menuId, table.position] })],
);

export const forms = pgTable(
  'forms',
  {
    id: ownId(),
    websiteId: websiteId(),
    name: text('name').notNull(),
    label: text('label'),
    description: text('description'),
    enableRecaptcha: boolean('enable_recaptcha').notNull().default(false),
    fields: jsonb('fields').$type<readonly Json[]>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('forms_by_name').on(table.websiteId, sortedText(table.name), table.id),
    index('forms_by_label').on(table.websiteId, sortedText(table.label), table.id),
    uniqueIndex('forms_name_unique').on(table.websiteId, table.name),
    index('forms_by_age').on(table.websiteId, table.createdAt, table.id),
  ],
);

export const pages = pgTable(
  'pages',
  { id: ownId(), websiteId: websiteId(), title: text('title').notNull(), slug: text('slug').notNull() },
  (table) => [index('pages_by_title').on(table.websiteId, sortedText(table.title), table.id)],
);

export const posts = pgTable(
  'posts',
  {
    id: ownId(),
    websiteId: websiteId(),
    title: text('title').notNull(),
    excerpt: text('excerpt').notNull(),
    featured: boolean('featured').notNull(),
    publishedAt: instant('published_at').notNull(),
    body: text('body').notNull().default(''),
    imageId: imageId(),
  },
  (table) => [
    index('posts_by_title').on(table.websiteId, sortedText(table.title), table.id),
    index('posts_by_age').on(table.websiteId, table.publishedAt, table.id),
  ],
);

export const listings = pgTable(
  'listings',
  {
    id: ownId(),
    websiteId: websiteId(),
    address: text('address').notNull(),
    suburb: text('suburb').notNull(),
    status: text('status').notNull(),
    priceText: text('price_text').notNull(),
    bedrooms: integer('bedrooms').notNull(),
    bathrooms: integer('bathrooms').notNull(),
    createdAt: instant('created_at').notNull(),
    /** sale, rental, commercial, or auction: a sale that ends under the hammer. */
    kind: text('kind').notNull().default('sale'),
    featured: boolean('featured').notNull().default(false),
    headline: text('headline').notNull().default(''),
    cars: integer('cars').notNull().default(0),
    imageId: imageId(),
    /** Of one that a sync has written: the sync, and its id at the source. */
    syncId: integer('sync_id').references(() => syncs.id, { onDelete: 'cascade' }),
    externalId: text('external_id'),
  },
  (table) => [
    index('listings_by_address').on(table.websiteId, sortedText(table.address), table.id),
    index('listings_by_age').on(table.websiteId, table.createdAt, table.id),
    uniqueIndex('listings_of_sync').on(table.websiteId, table.syncId, table.externalId),
    index('listings_sync').on(table.syncId),
  ],
);

/**
 * Listings that their feed has no longer, so that one that returns gets its id back: settings, links and people name it by that. `websiteId`
 * and the two after it are those of the listing.
 */
export const delistedListings = pgTable(
  'delisted_listings',
  {
    id: integer('id').primaryKey(),
    websiteId: websiteId(),
    syncId: integer('sync_id')
      .notNull()
      .references(() => syncs.id, { onDelete: 'cascade' }),
    externalId: text('external_id').notNull(),
    createdAt: instant('created_at').notNull(),
    featured: boolean('featured').notNull(),
    imageId: imageId(),
    delistedAt: instant('delisted_at').notNull(),
  },
  (table) => [
    index('delisted_listings_of_sync').on(table.syncId, table.externalId),
    index('delisted_listings_of_website').on(table.websiteId),
    index('delisted_listings_by_image').on(table.imageId),
    index('delisted_listings_by_age').on(table.delistedAt),
  ],
);

export const staff = pgTable(
  'staff',
  {
    id: ownId(),
    websiteId: websiteId(),
    name: text('name').notNull(),
    position: text('position').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    featured: boolean('featured').notNull().default(false),
    imageId: imageId(),
  },
  (table) => [index('staff_by_name').on(table.websiteId, sortedText(table.name), table.id)],
);

export const testimonials = pgTable(
  'testimonials',
  {
    id: ownId(),
    websiteId: websiteId(),
    author: text('author').notNull(),
    quote: text('quote').notNull(),
    featured: boolean('featured').notNull(),
  },
  (table) => [index('testimonials_by_author').on(table.websiteId, sortedText(table.author), table.id)],
);

export const agencies = pgTable(
  'agencies',
  { id: ownId(), websiteId: websiteId(), name: text('name').notNull(), address: text('address').notNull(), phone: text('phone').notNull() },
  (table) => [index('agencies_by_name').on(table.websiteId, sortedText(table.name), table.id)],
);
