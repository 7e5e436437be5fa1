import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Json } from '#contract/json.ts';
import { forms, pages } from './content.ts';
import { sortedText } from './sorted-text.ts';
import { websites } from './websites.ts';

/** A form that a popup shows can't be deleted: the delete is refused where it would leave the popup without it. */
export const popups = pgTable(
  'popups',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    websiteId: integer('website_id')
      .notNull()
      .references(() => websites.id, { onDelete: 'cascade' }),
    type: text('type').notNull(),
    name: text('name').notNull(),
    title: text('title').notNull(),
    content: text('content'),
    position: text('position').notNull(),
    animation: text('animation').notNull(),
    size: text('size'),
    formId: integer('form_id').references(() => forms.id),
    cssClass: text('css_class'),
    /** The list that the API answers, in its order. */
    triggers: jsonb('triggers').$type<readonly Json[]>().notNull(),
  },
  (table) => [
    index('popups_by_name').on(table.websiteId, sortedText(table.name), table.id),
    index('popups_by_title').on(table.websiteId, sortedText(table.title), table.id),
    index('popups_of_form').on(table.formId),
  ],
);

/** The forms and pages that triggers name, so that the database refuses to delete them. Written with each popup. */
export const popupTriggers = pgTable(
  'popup_triggers',
  {
    /** So that they are deleted with a website, before its forms and pages: these could not be otherwise. */
    websiteId: integer('website_id')
      .notNull()
      .references(() => websites.id, { onDelete: 'cascade' }),
    popupId: integer('popup_id')
      .notNull()
      .references(() => popups.id, { onDelete: 'cascade' }),
    formId: integer('form_id').references(() => forms.id),
    pageId: integer('page_id').references(() => pages.id),
  },
  (table) => [
    index('popup_triggers_of_popup').on(table.popupId),
    index('popup_triggers_of_form').on(table.formId),
    index('popup_triggers_of_page').on(table.pageId),
    index('popup_triggers_of_website').on(table.websiteId),
  ],
);
