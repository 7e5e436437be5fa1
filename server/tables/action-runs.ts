import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { formActions } from './form-actions.ts';
import { instant } from './identity.ts';
import { submissions } from './submissions.ts';

/** The mails that follow a submission, written with it and sent afterwards. */
export const actionRuns = pgTable(
  'action_runs',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    submissionId: integer('submission_id')
      .notNull()
      .references(() => submissions.id, { onDelete: 'cascade' }),
    /** Null: the action was deleted meanwhile. */
    actionId: integer('action_id').references(() => formActions.id, { onDelete: 'set null' }),
    /** As the action was called then. */
    actionName: text('action_name').notNull(),
    /** waiting, sent or failed. */
    state: text('state').notNull(),
    /** Begun so far. */
    attempts: integer('attempts').notNull().default(0),
    /** Of the latest attempt that failed. */
    lastError: text('last_error'),
    /** Of one that is waiting: when it is its turn. While a process runs it: when another may. */
    nextAt: instant('next_at').notNull(),
  },
  (table) => [
    index('action_runs_of_submission').on(table.submissionId, table.id),
    index('action_runs_of_action').on(table.actionId),
    index('action_runs_due').on(table.state, table.nextAt),
  ],
);

/** The keys by which a repeated submission is recognised: hashes of what was sent, and by which rendered form or client. */
export const submissionKeys = pgTable(
  'submission_keys',
  { key: text('key').primaryKey(), expiresAt: instant('expires_at').notNull() },
  (table) => [index('submission_keys_expiry').on(table.expiresAt)],
);
