import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { forms } from './content.ts';
import { instant } from './identity.ts';
import { sortedText } from './sorted-text.ts';
import { websites } from './websites.ts';

/** What follows a submission of a form. */
export const formActions = pgTable(
  'form_actions',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    websiteId: integer('website_id')
      .notNull()
      .references(() => websites.id, { onDelete: 'cascade' }),
    formId: integer('form_id')
      .notNull()
      .references(() => forms.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** email, redirect or success; each has values of its own. */
    type: text('type').notNull(),
    emailTo: text('email_to'),
    emailReplyTo: text('email_reply_to'),
    emailSubject: text('email_subject'),
    emailMessage: text('email_message'),
    includeSubmissionData: boolean('include_submission_data').notNull().default(false),
    redirectUrl: text('redirect_url'),
    successMessage: text('success_message'),
    position: integer('position').notNull().default(0),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('form_actions_in_order').on(table.formId, table.position, table.id),
    index('form_actions_by_name').on(table.websiteId, sortedText(table.name), table.id),
  ],
);
