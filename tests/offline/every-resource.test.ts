import { sql } from 'drizzle-orm';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { idSchema } from '#contract/entities/id.ts';
import type { Field } from '#contract/fields/field.ts';
import { registerResource } from '#contract/resources/bind.ts';
import { crudCalls } from '#contract/resources/crud-calls.ts';
import { defineResource } from '#contract/resources/define.ts';
import { resources } from '#contract/resources/index.gen.ts';
import { createServerApp } from '#server/app.ts';
import { routes } from '#server/calls/routes.ts';
import { resourceRoutes } from '#server/resources/crud.ts';
import { callerOf, type Harness, startHarness } from '#server/testing/harness.ts';
import * as v from 'valibot';
import { afterAll, beforeAll, it } from 'vitest';
import { type Server, tryRecords } from './support/record-trial.ts';

// One more resource: a definition and a table, and no other code that knows it.
const fields: readonly Field[] = [
  { kind: 'text', key: 'title', label: 'Title', required: true },
  { kind: 'number', key: 'desks', label: 'Desks' },
];
const schema = v.object({ id: idSchema, title: v.string(), desks: v.nullable(v.number()) });
const names = { one: 'BranchOffice', many: 'BranchOffices', entity: 'branch-office', collection: 'branch-offices' };
const branchOffices = defineResource({
  name: 'branch-office',
  scope: 'website',
  path: 'content/branch-offices',
  schema,
  calls: crudCalls({ ...names, schema, fields, sortable: ['title'] }),
  fields,
  list: { columns: [{ key: 'title', label: 'Title', sortable: true }], isSearchable: true, defaultSort: 'title' },
  labels: { one: 'branch office', many: 'branch offices', heading: 'Branch Offices', create: 'Create', edit: 'Edit', none: 'None.' },
  nameKey: 'title',
  formWidth: '40rem',
  concurrency: 'etag',
  findCreated: null,
  confirmDelete: 'Delete it?',
});
const table = pgTable('branch_offices', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  websiteId: integer('website_id').notNull(),
  title: text('title').notNull(),
  desks: integer('desks'),
});
const migration = sql`create table branch_offices
  (id integer primary key generated always as identity, website_id integer not null, title text not null, desks integer)`;

let harness: Harness;
let server: Server;
beforeAll(async () => {
  harness = await startHarness();
  // The lists of resources do this for those in the folders.
  registerResource(branchOffices);
  await harness.deps.db.execute(migration);
  const app = createServerApp(harness.deps, [...routes, ...resourceRoutes([{ definition: branchOffices, table }])]);
  server = { app, call: callerOf(app), token: await harness.signIn() };
});
afterAll(() => harness.close());

it.each([...resources, branchOffices].map((resource) => [resource.name, resource] as const))(
  'a %s is listed, created, changed and deleted online, and offline until there is a connection',
  (_, resource) => tryRecords(resource, server),
);
