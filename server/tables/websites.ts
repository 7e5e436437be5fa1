import { sortedText } from './sorted-text.ts';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts, instant, users } from './identity.ts';
import { searchedText } from './searched-text.ts';

export const themes = pgTable(
  'themes',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    key: text('key').notNull(),
    name: text('name').notNull(),
    description: text('description'),
    version: text('version'),
  },
  (table) => [uniqueIndex('themes_key').on(table.key)],
);

export const websites = pgTable(
  'websites',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    themeId: integer('theme_id').references(() => themes.id),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** Grows with every change of the public site: an earlier rendered page is out of date. */
    siteVersion: integer('site_version').notNull().default(1),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    index('websites_by_name').on(table.accountId, sortedText(table.name), table.id),
    index('websites_found').using('gin', searchedText(table.name)),
    index('websites_by_age').on(table.accountId, table.createdAt, table.id),
  ],
);

export const settings = pgTable(
  'settings',
  {
    websiteId: integer('website_id')
      .notNull()
      .references(() => websites.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    category: text('category').notNull(),
    /** The wire value: a list, or null for nothing. */
    value: jsonb('value'),
    type: text('type'),
    updatedAt: instant('updated_at').notNull(),
    /** Null: written before this column existed, by the seed, or by a deleted user. */
    updatedBy: integer('updated_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [primaryKey({ columns: [table.websiteId, table.key] }), index('settings_category').on(table.websiteId, table.category)],
);

/** One row per category of a website: its version is the ETag, and locking it serialises two saves. */
export const settingCategories = pgTable(
  'setting_categories',
  {
    websiteId: integer('website_id')
      .notNull()
      .references(() => websites.id, { onDelete: 'cascade' }),
    category: text('category').notNull(),
    version: integer('version').notNull(),
  },
  (table) => [primaryKey({ columns: [table.websiteId, table.category] })],
);
