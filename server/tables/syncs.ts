import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Json } from '#contract/json.ts';
import type { RunResult } from '#contract/resources/syncs.ts';
import { accounts, instant } from './identity.ts';
import { sortedText } from './sorted-text.ts';

export const syncs = pgTable(
  'syncs',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    label: text('label').notNull(),
    sourceName: text('source_name').notNull(),
    /** Seconds. */
    syncFrequency: integer('sync_frequency').notNull(),
    /** It contains credentials, so that the API does not answer it. */
    sourceOptions: jsonb('source_options').$type<Readonly<Record<string, Json>>>().notNull(),
    /** When the last run ended. */
    lastRun: instant('last_run'),
    lastError: text('last_error'),
    /** Of a run that did not fail. */
    lastResult: jsonb('last_result').$type<RunResult>(),
    /** How many listings the last run would have removed; null: it was not held back. */
    wouldRemove: integer('would_remove'),
    /** Of the run that goes on. */
    runningSince: instant('running_since'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('syncs_by_label').on(table.accountId, sortedText(table.label), table.id),
    index('syncs_running').on(table.runningSince),
  ],
);
