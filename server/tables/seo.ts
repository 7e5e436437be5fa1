import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { files } from './files.ts';
import { sortedText } from './sorted-text.ts';
import { websites } from './websites.ts';

/** Pages belong to the content-management admin, whose ids and types these are. */
export const seo = pgTable(
  'seo',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    websiteId: integer('website_id')
      .notNull()
      .references(() => websites.id, { onDelete: 'cascade' }),
    postType: text('post_type').notNull(),
    postId: text('post_id').notNull(),
    title: text('title'),
    tagline: text('tagline'),
    keywords: text('keywords'),
    imageId: text('image_id').references(() => files.id, { onDelete: 'set null' }),
    permalink: text('permalink'),
  },
  (table) => [
    uniqueIndex('seo_of_page').on(table.websiteId, table.postType, table.postId),
    index('seo_by_title').on(table.websiteId, sortedText(table.title), table.id),
    index('seo_by_type').on(table.websiteId, sortedText(table.postType), table.id),
  ],
);
