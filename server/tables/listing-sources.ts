import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { syncs } from './syncs.ts';
import { websites } from './websites.ts';

export const listingSources = pgTable(
  'website_listing_sources',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    websiteId: integer('website_id')
      .notNull()
      .references(() => websites.id, { onDelete: 'cascade' }),
    listingSourceId: integer('listing_source_id')
      .notNull()
      .references(() => syncs.id, { onDelete: 'cascade' }),
    /** JSON, as it was sent. */
    filters: text('filters'),
  },
  (table) => [
    index('website_listing_sources_by_id').on(table.websiteId, table.id),
    index('website_listing_sources_of_sync').on(table.listingSourceId),
  ],
);
