import { index, integer, json, pgTable, text } from 'drizzle-orm/pg-core';
import type { Json } from '#contract/json.ts';
import { forms } from './content.ts';
import { instant } from './identity.ts';
import { searchedText } from './searched-text.ts';
import { sortedText } from './sorted-text.ts';
import { websites } from './websites.ts';

export const submissions = pgTable(
  'submissions',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    websiteId: integer('website_id')
      .notNull()
      .references(() => websites.id, { onDelete: 'cascade' }),
    /** Null: added in the console, or its form was deleted. */
    formId: integer('form_id').references(() => forms.id, { onDelete: 'set null' }),
    /** As the form was called then. */
    formName: text('form_name').notNull(),
    /** By its name and its address, as far as it has them. */
    sentBy: text('sent_by').notNull().default(''),
    /** Of one that was added in the console. */
    name: text('name'),
    // Not jsonb, which would sort the entries.
    fields: json('fields').$type<Json>().notNull(),
    formattedPayload: json('formatted_payload').$type<Json>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('submissions_by_age').on(table.websiteId, table.createdAt, table.id),
    index('submissions_by_name').on(table.websiteId, sortedText(table.formName), table.id),
    index('submissions_of_form_by_age').on(table.websiteId, table.formId, table.createdAt, table.id),
    index('submissions_of_form').on(table.formId, table.id),
    index('submissions_by_sender_found').using('gin', searchedText(table.sentBy)),
    index('submissions_by_form_found').using('gin', searchedText(table.formName)),
  ],
);
