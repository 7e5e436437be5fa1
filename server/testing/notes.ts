import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { boolean, doublePrecision, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import * as v from 'valibot';
import { call } from '#contract/calls/define.ts';
import { idSchema } from '#contract/entities/id.ts';
import { crudCalls } from '#contract/resources/crud-calls.ts';
import { defineResource, type ResourceDefinition } from '#contract/resources/define.ts';
import type { Field } from '#contract/fields/field.ts';
import type { Database } from '../connect.ts';
import { fail } from '../http/reply.ts';
import type { ResourceHooks, ServedResource } from '../resources/resource.ts';
import { instant } from '../tables/identity.ts';

/** Resources for tests only: one of a website that uses everything a definition can say, one that it references, and one of the account. */

const labels = (one: string) => ({ one, many: `${one}s`, heading: one, create: one, edit: one, none: '' });
const screen = { findCreated: null, confirmDelete: '?', formWidth: '40rem', concurrency: 'etag' } as const;

const folderFields: readonly Field[] = [{ kind: 'text', key: 'name', label: 'Name', required: true }];
const folderSchema = v.object({ id: idSchema, name: v.string() });
const folder = defineResource({
  ...screen,
  name: 'folder',
  scope: 'website',
  path: 'folders',
  schema: folderSchema,
  calls: crudCalls({
    one: 'Folder',
    many: 'Folders',
    entity: 'page',
    collection: 'folders',
    schema: folderSchema,
    fields: folderFields,
    sortable: ['name'],
  }),
  fields: folderFields,
  list: { columns: [{ key: 'name', label: 'Name', sortable: true }], isSearchable: false, defaultSort: 'name' },
  labels: labels('folder'),
  nameKey: 'name',
});
const folders = pgTable('test_folders', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  websiteId: integer('website_id').notNull(),
  name: text('name').notNull(),
});

const noteFields: readonly Field[] = [
  { kind: 'text', key: 'title', label: 'Title', required: true, maxLength: 50 },
  { kind: 'multiline', key: 'body', label: 'Body' },
  { kind: 'url', key: 'link', label: 'Link', accepts: 'web' },
  { kind: 'email', key: 'email', label: 'Email' },
  { kind: 'number', key: 'place', label: 'Place', min: 0 },
  { kind: 'number', key: 'weight', label: 'Weight', min: 0, max: 1, default: 0.5 },
  {
    kind: 'select',
    key: 'state',
    label: 'State',
    options: [
      { value: 'open', label: 'Open' },
      { value: 'closed', label: 'Closed' },
    ],
    default: 'open',
  },
  { kind: 'checkbox', key: 'is_urgent', label: 'Urgent' },
  { kind: 'text', key: 'reason', label: 'Reason', required: true, when: { field: 'is_urgent', is: [true] } },
  { kind: 'text', key: 'keywords', label: 'Keywords', when: { setting: { category: 'seo', key: 'seo_enable_keywords' }, is: [true] } },
  { kind: 'text', key: 'byron_only', label: 'Byron', when: { theme: ['byron'] } },
  { kind: 'text', key: 'code', label: 'Code' },
  { kind: 'text', key: 'pin', label: 'Pin', secret: true },
  { kind: 'record', key: 'folder_id', label: 'Folder', list: 'agency' },
  { kind: 'form', key: 'form_id', label: 'Form' },
  { kind: 'records', key: 'staff_ids', label: 'Staff', list: 'staff' },
];
const noteSchema = v.object({
  id: idSchema,
  title: v.string(),
  body: v.nullable(v.string()),
  link: v.nullable(v.string()),
  email: v.nullable(v.string()),
  place: v.nullable(v.number()),
  weight: v.number(),
  state: v.string(),
  is_urgent: v.boolean(),
  reason: v.nullable(v.string()),
  keywords: v.nullable(v.string()),
  byron_only: v.nullable(v.string()),
  code: v.nullable(v.string()),
  // Named by mistake: answers must not contain it all the same.
  pin: v.fallback(v.optional(v.string()), undefined),
  folder_id: v.nullable(idSchema),
  form_id: v.nullable(idSchema),
  staff_ids: v.array(idSchema),
  created_at: v.string(),
  updated_at: v.string(),
});

const closeNote = call({
  name: 'closeNote',
  method: 'POST',
  path: '/notes/{id}/close',
  entity: 'page',
  auth: 'bearer',
  waits: true,
  summary: 'Close a note',
  answer: noteSchema,
  errors: ['unauthenticated', 'not_found', 'precondition_failed'],
});

const note = defineResource({
  ...screen,
  name: 'note',
  scope: 'website',
  path: 'notes',
  schema: noteSchema,
  calls: crudCalls({
    one: 'Note',
    many: 'Notes',
    entity: 'page',
    collection: 'notes',
    schema: noteSchema,
    fields: noteFields,
    sortable: ['title', 'place', 'is_urgent', 'created_at'],
  }),
  fields: noteFields,
  list: {
    columns: [
      { key: 'title', label: 'Title', sortable: true },
      { key: 'link', label: 'Link' },
      { key: 'place', label: 'Place', sortable: true },
      { key: 'is_urgent', label: 'Urgent', kind: 'tick', sortable: true },
      { key: 'created_at', label: 'Created', kind: 'date', sortable: true },
    ],
    isSearchable: true,
    defaultSort: '-title',
  },
  labels: labels('note'),
  nameKey: 'title',
  references: { folder_id: 'folder' },
  acts: { close: { call: closeNote, label: 'Close', puts: { state: 'closed' } } },
  most: 12,
  warnings: (record, others) =>
    others.some(({ id, slug }) => id !== record['id'] && slug === record['slug']) ? ['Another note has this title.'] : [],
});

export const notes = pgTable(
  'test_notes',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    websiteId: integer('website_id').notNull(),
    title: text('title').notNull(),
    // The properties have other names: columns are identified by their names in the database.
    text: text('body'),
    link: text('link'),
    email: text('email'),
    place: integer('place'),
    weight: doublePrecision('weight').notNull(),
    state: text('state').notNull(),
    isUrgent: boolean('is_urgent').notNull(),
    reason: text('reason'),
    keywords: text('keywords'),
    byronOnly: text('byron_only'),
    code: text('code'),
    pin: text('pin'),
    folderId: integer('folder_id').references(() => folders.id),
    formId: integer('form_id'),
    staffIds: jsonb('staff_ids').notNull(),
    slug: text('slug').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [uniqueIndex('test_notes_code').on(table.code)],
);

/** The calls of `afterWrite`: titles before and after. */
export const written: (readonly [string | null, string])[] = [];

const slugOf = (title: unknown): string => String(title).toLowerCase().replaceAll(/\W+/gu, '-');

const noteHooks: ResourceHooks = {
  beforeWrite: async (_, values) =>
    values['title'] === 'Forbidden' ? { fields: { title: 'Not this one.' } } : { columns: { slug: slugOf(values['title']) } },
  afterWrite: async (_, row, before) => void written.push([before && String(before['title']), String(row['title'])]),
  beforeDelete: async (_, row) => (row['title'] === 'Keep me' ? fail('conflict', 'It stays.') : null),
  related: async (db, { websiteId }, records) => {
    const slugs = records.map(({ title }) => slugOf(title));
    const same = and(eq(notes.websiteId, websiteId ?? 0), inArray(notes.slug, slugs));
    const rows = await db.select({ id: notes.id, slug: notes.slug }).from(notes).where(same);
    return { records: rows.map(({ id, slug }) => ({ id: String(id), slug })), beside: [] };
  },
};

const tagFields: readonly Field[] = [{ kind: 'text', key: 'label', label: 'Label', required: true }];
const tagSchema = v.object({ id: idSchema, label: v.string() });
const ofWebsite = crudCalls({
  one: 'Tag',
  many: 'Tags',
  entity: 'page',
  collection: 'tags',
  schema: tagSchema,
  fields: tagFields,
  sortable: ['label'],
});
const tag: ResourceDefinition = defineResource({
  ...screen,
  name: 'tag',
  scope: 'account',
  path: 'tags',
  schema: tagSchema,
  // Its list is reached through a website, as that of users is.
  calls: { ...ofWebsite, create: { ...ofWebsite.create, path: '/tags' }, remove: { ...ofWebsite.remove, path: '/tags/{id}' } },
  fields: tagFields,
  list: { columns: [{ key: 'label', label: 'Label', sortable: true }], isSearchable: true, defaultSort: 'label' },
  labels: labels('tag'),
  nameKey: 'label',
  most: 2,
});
const tags = pgTable('test_tags', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  accountId: integer('account_id').notNull(),
  label: text('label').notNull(),
});

export const testResources: readonly ServedResource[] = [
  { definition: note, table: notes, hooks: noteHooks },
  { definition: folder, table: folders },
  { definition: tag, table: tags },
];

const own = sql`id integer primary key generated always as identity`;
const ddl: readonly SQL[] = [
  sql`create table test_folders (${own}, website_id integer not null, name text not null)`,
  sql`create table test_notes (${own}, website_id integer not null, title text not null, body text, link text, email text, place integer,
    weight double precision not null, state text not null, is_urgent boolean not null, reason text, keywords text, byron_only text, code text, pin text,
    folder_id integer references test_folders (id), form_id integer, staff_ids jsonb not null, slug text not null,
    created_at timestamptz(3) not null, updated_at timestamptz(3) not null)`,
  sql`create unique index test_notes_code on test_notes (code)`,
  sql`create table test_tags (${own}, account_id integer not null, label text not null)`,
];

export async function createTestTables(db: Database): Promise<void> {
  for (const statement of ddl) await db.execute(statement);
}
