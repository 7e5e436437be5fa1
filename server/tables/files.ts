import { sortedText } from './sorted-text.ts';
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './identity.ts';
import { websites } from './websites.ts';

export const files = pgTable(
  'files',
  {
    /** A random UUID, also in the file's public address: it can't be guessed. */
    id: text('id').primaryKey(),
    websiteId: integer('website_id')
      .notNull()
      .references(() => websites.id, { onDelete: 'cascade' }),
    /** Key in the storage. */
    storageKey: text('storage_key').notNull(),
    name: text('name').notNull(),
    mimeType: text('mime_type').notNull(),
    bytes: integer('bytes').notNull(),
    /** SHA-256 of the stored content, in hex. */
    sha256: text('sha256').notNull(),
    /** Pixels. */
    width: integer('width'),
    height: integer('height'),
    /** What was left out of the file, a sentence each. */
    remarks: text('remarks').array().notNull().default([]),
    settingKey: text('setting_key'),
    category: text('category'),
    type: text('type'),
    themeFile: boolean('theme_file').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('files_by_name').on(table.websiteId, sortedText(table.name), table.id),
    index('files_by_age').on(table.websiteId, table.createdAt, table.id),
    // Also used for the sum of an account's files.
    index('files_by_size').on(table.websiteId, table.bytes, table.id),
  ],
);

/**
 * Objects that are being written to the storage: recorded before the first byte is written and deleted in the transaction that inserts
 * their file's row. Remaining rows were left behind by a crash.
 */
export const pendingObjects = pgTable(
  'pending_objects',
  { storageKey: text('storage_key').primaryKey(), createdAt: instant('created_at').notNull() },
  (table) => [index('pending_objects_by_age').on(table.createdAt)],
);
