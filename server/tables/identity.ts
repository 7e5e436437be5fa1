import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

/** Milliseconds, so that a date survives the round trip through JavaScript unchanged. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const accounts = pgTable('accounts', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull(),
  createdAt: instant('created_at').notNull(),
});

export const users = pgTable(
  'users',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Lower case, in which addresses are compared and unique. */
    email: text('email').notNull(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    /** Of both names; a column, so that lists can be searched and sorted by it. */
    name: text('name').generatedAlwaysAs(sql`nullif(btrim(coalesce(btrim(first_name), '') || ' ' || coalesce(btrim(last_name), '')), '')`),
    passwordHash: text('password_hash').notNull(),
    roles: jsonb('roles').$type<readonly string[]>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [uniqueIndex('users_email').on(table.email), index('users_account').on(table.accountId)],
);

export const tokens = pgTable(
  'tokens',
  {
    /** SHA-256 of the token: somebody who reads this table can't sign in with it. */
    hash: text('hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** Identifies the session in its owner's list. It gives no access. */
    id: uuid('id').notNull().defaultRandom(),
    /** SHA-256 of the handle that can end this session and do nothing else. Null: the session is older than this column. */
    revokeHash: text('revoke_hash'),
    userAgent: text('user_agent'),
    /** The address and time of the last use; written at most once a minute. */
    address: text('address'),
    lastSeenAt: instant('last_seen_at'),
  },
  (table) => [
    index('tokens_user').on(table.userId),
    index('tokens_expiry').on(table.expiresAt),
    uniqueIndex('tokens_id').on(table.id),
    uniqueIndex('tokens_revoke').on(table.revokeHash),
  ],
);

export const passwordResets = pgTable(
  'password_resets',
  {
    hash: text('hash').primaryKey(),
    /** Null for an unknown address: the row makes both cases do the same work. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('password_resets_user').on(table.userId), index('password_resets_expiry').on(table.expiresAt)],
);
