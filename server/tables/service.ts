import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, users } from './identity.ts';
import { websites } from './websites.ts';

/** Keys that all processes share, created once by the first process. */
export const serverSecrets = pgTable('server_secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});

export const rateLimits = pgTable(
  'rate_limits',
  {
    /** A keyed hash: no address is stored in clear text. */
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('rate_limits_expiry').on(table.expiresAt)],
);

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    /** HMAC of method, address and body. */
    fingerprint: text('fingerprint').notNull(),
    /** Null only inside the transaction of the request. */
    status: integer('status'),
    /** The sent body, byte for byte. Null with a status: it was too long to store. */
    body: text('body'),
    etag: text('etag'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] }), index('idempotency_keys_expiry').on(table.expiresAt)],
);

/** Rendered pages of the public site, emptied by Clear Cache and by every save that changes the site. */
export const renderedPages = pgTable(
  'rendered_pages',
  {
    websiteId: integer('website_id')
      .notNull()
      .references(() => websites.id, { onDelete: 'cascade' }),
    path: text('path').notNull(),
    html: text('html').notNull(),
    etag: text('etag').notNull().default(''),
    /** The website's `site_version` from which it was rendered. The page is served as long as that is current. */
    siteVersion: integer('site_version').notNull().default(0),
    /** The renderer's name, see `rendererOf`. Only processes with the same name serve the page. */
    renderer: text('renderer').notNull().default(''),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.websiteId, table.path] })],
);
