import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './identity.ts';
import { websites } from './websites.ts';

export const blocks = pgTable(
  'blocks',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    websiteId: integer('website_id')
      .notNull()
      .references(() => websites.id, { onDelete: 'cascade' }),
    /** Its kind, from the theme's catalogue. */
    key: text('key').notNull(),
    label: text('label').notNull(),
    priority: integer('priority').notNull(),
    static: boolean('static').notNull(),
    /** Null: it can't be hidden. */
    enabled: boolean('enabled'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('blocks_by_priority').on(table.websiteId, table.priority, table.id)],
);

/** The saved settings of a block; the catalogue's default applies to the others. */
export const blockSettings = pgTable(
  'block_settings',
  {
    blockId: integer('block_id')
      .notNull()
      .references(() => blocks.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    /** The wire value: a list, or null for nothing. */
    value: jsonb('value'),
  },
  (table) => [primaryKey({ columns: [table.blockId, table.key] })],
);
