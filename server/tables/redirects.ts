import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { searchedText } from './searched-text.ts';
import { sortedText } from './sorted-text.ts';
import { websites } from './websites.ts';

/** Addresses are compared by their keys, see `storedKeys`: an index needs keys of one length for all addresses. */
export const redirects = pgTable(
  'redirects',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    websiteId: integer('website_id')
      .notNull()
      .references(() => websites.id, { onDelete: 'cascade' }),
    redirectsFrom: text('redirects_from').notNull(),
    redirectsTo: text('redirects_to').notNull(),
    rewrite: boolean('rewrite').notNull(),
    redirectToRewrite: boolean('redirect_to_rewrite').notNull(),
    fromKey: text('from_key').notNull(),
    /** What a visitor's address is looked up by, see `anchorOf`. Null: a row of an earlier version, which the next start reads anew. */
    fromAnchor: text('from_anchor'),
    /** The anchor of the second address. Null: not an address of the website. */
    toKey: text('to_key'),
  },
  (table) => [
    uniqueIndex('redirects_from_key').on(table.websiteId, table.fromKey),
    index('redirects_from_anchor').on(table.websiteId, table.fromAnchor),
    index('redirects_to_key').on(table.websiteId, table.toKey),
    index('redirects_by_from').on(table.websiteId, sortedText(table.redirectsFrom), table.id),
    index('redirects_by_to').on(table.websiteId, sortedText(table.redirectsTo), table.id),
    index('redirects_from_found').using('gin', searchedText(table.redirectsFrom)),
    index('redirects_to_found').using('gin', searchedText(table.redirectsTo)),
  ],
);
