import type { Field, FieldOf, Option } from '#contract/fields/field.ts';
import { resources } from '#contract/resources/index.gen.ts';
import { accountPath, restOfAccountPath } from '#contract/resources/paths.ts';
import type { ResourceDefinition } from '#contract/resources/define.ts';
import { websiteId } from '../ready-conditions.ts';
import type { ScreenEntry } from './entry.ts';
import { answerEmpty, answerUnused, failReading, holdReading } from './provoke.ts';
import {
  acceptNoItem,
  addressesOf,
  askToDeleteRecord,
  chooseInFilter,
  chooseInForm,
  openItem,
  refuseChange,
  refuseDelete,
  saveChange,
  saveNew,
} from './provoke-records.ts';

/** The record whose dialogs are opened: the first one of the seed, or the one that `ensureRecords` has made. */
const recordId = '1';
/** The form of the seed that has actions, and every kind of field: the parts of a record are those of this one. */
const parentId = '6';

/** Every list of records and every dialog over it, in every state that it can be in, read off the definitions. Parts of records have no list of their own. */
export const recordEntries: readonly ScreenEntry[] = resources
  .filter(({ within }) => !within)
  .flatMap((resource) => [
    ...listEntries(resource),
    ...newEntries(resource),
    ...editEntries(resource),
    ...partEntries(resource),
    ...viewEntries(resource),
    ...detailsEntries(resource),
  ]);

type Rest = Partial<ScreenEntry> & Pick<ScreenEntry, 'name' | 'path'>;

function entryOf({ path }: ResourceDefinition, entry: Rest): ScreenEntry {
  const ofAccount = restOfAccountPath(path);
  const base = ofAccount === null ? `/website/${websiteId}/${path}` : `/${accountPath(ofAccount)}`;
  return { signedIn: true, offline: false, ...entry, path: `${base}${entry.path}` };
}

/** A form that is a page of its own is not over the list. */
function overList({ form }: ResourceDefinition): { readonly opensDialog?: true } {
  return form?.page ? {} : { opensDialog: true };
}

function listEntries(resource: ResourceDefinition): readonly ScreenEntry[] {
  const { name, calls, list } = resource;
  const many = `${name}-list`;
  const addresses = addressesOf(calls.list, '?*');
  const empty = { before: (page) => answerEmpty(page, addresses) } satisfies ScreenEntry['empty'];
  const alert: NonNullable<ScreenEntry['error']> = {
    before: (page) => failReading(page, addresses),
    act: (page) => page.getByRole('alert').waitFor(),
  };
  return [
    entryOf(resource, {
      name: many,
      path: '',
      offline: true,
      notOnDevice: true,
      loading: { before: (page) => holdReading(page, addresses) },
      empty,
      error: alert,
    }),
    ...(list.isSearchable ? [entryOf(resource, { name: `${many}-no-match`, path: '?q=zzzzzz' })] : []),
    ...(list.filters ?? []).map(({ key, label }) =>
      entryOf(resource, { name: `${many}-by-${key}`, path: '', open: (page) => chooseInFilter(page, label), empty }),
    ),
    ...(calls.remove ? [deleteEntry(resource, resource, '')] : []),
  ];
}

/** The question before a record is deleted, over their list, and why the server refuses it. `shown`: the resource at whose screen that is. */
function deleteEntry(shown: ResourceDefinition, deleted: ResourceDefinition, path: string): ScreenEntry {
  return entryOf(shown, {
    name: `${deleted.name}-delete`,
    path,
    dialogOnly: true,
    error: { before: (page) => refuseDelete(page, deleted), act: askToDeleteRecord, opensDialog: true },
  });
}

type Choice = FieldOf<'select' | 'radio'>;

/** The options on which it depends what else a form asks for, but those that a new record has. */
function formsByOption(fields: readonly Field[]): readonly { readonly name: string; readonly field: Choice; readonly option: Option }[] {
  const isAsked = (key: string) => fields.some(({ when }) => when && 'field' in when && when.field === key);
  return fields
    .filter((field): field is Choice => (field.kind === 'select' || field.kind === 'radio') && isAsked(field.key))
    .flatMap((field) =>
      field.options
        .filter(({ value }) => value !== field.default)
        .map((option) => ({ name: `${field.key}-${option.value}`, field, option })),
    );
}

function newEntries(resource: ResourceDefinition): readonly ScreenEntry[] {
  const { name, calls, about, newPath = 'new' } = resource;
  if (!calls.create || about.length > 0) return [];
  const path = `/${newPath}`;
  return [
    entryOf(resource, {
      name: `${name}-new`,
      path,
      offline: true,
      error: { act: (page) => saveNew(page, resource), ...overList(resource) },
    }),
    ...formsByOption(resource.fields).map(({ name: by, field, option }) =>
      entryOf(resource, { name: `${name}-new-${by}`, path, open: (page) => chooseInForm(page, field, option.label) }),
    ),
  ];
}

function editEntries(resource: ResourceDefinition): readonly ScreenEntry[] {
  const { name, calls, fields } = resource;
  if (!calls.update) return [];
  const { read } = calls;
  const path = `/edit/${recordId}`;
  const refused: NonNullable<ScreenEntry['error']> = {
    before: (page) => refuseChange(page, resource),
    act: (page) => saveChange(page, resource),
    ...overList(resource),
  };
  const items = fields.filter((field) => field.kind === 'items');
  return [
    entryOf(resource, {
      name: `${name}-edit`,
      path,
      offline: true,
      notOnDevice: true,
      ...(read ? { loading: { before: (page) => holdReading(page, addressesOf(read)) } } : {}),
      error: refused,
    }),
    ...items.flatMap(({ key, add, fields: asked }) => [
      entryOf(resource, {
        name: `${name}-edit-${key}`,
        path,
        open: (page) => openItem(page, add),
        error: { act: (page) => acceptNoItem(page, add), opensDialog: true },
      }),
      ...formsByOption(asked).map(({ name: by, field, option }) =>
        entryOf(resource, {
          name: `${name}-edit-${key}-${by}`,
          path,
          open: async (page) => {
            await openItem(page, add);
            await chooseInForm(page, field, option.label);
          },
        }),
      ),
    ]),
  ];
}

/** The lists of parts of a record, on its page, and the dialogs over them; of a new record, why it has none yet. */
function partEntries(resource: ResourceDefinition): readonly ScreenEntry[] {
  return resources
    .filter(({ within }) => within?.resource === resource.name)
    .flatMap((part) => {
      const path = `/edit/${parentId}/${part.path.split('/').at(-1)}`;
      const addresses = addressesOf(part.calls.list, '?*');
      return [
        entryOf(resource, {
          name: `${part.name}-list`,
          path,
          offline: true,
          loading: { before: (page) => holdReading(page, addresses) },
          empty: { before: (page) => answerEmpty(page, addresses) },
          error: { before: (page) => failReading(page, addresses), act: (page) => page.getByRole('alert').waitFor() },
        }),
        entryOf(resource, {
          name: `${part.name}-list-of-new`,
          path: `/${resource.newPath ?? 'new'}`,
          open: (page) => page.getByRole('tab', { name: part.labels.heading, exact: true }).click(),
        }),
        entryOf(resource, {
          name: `${part.name}-new`,
          path: `${path}/new`,
          offline: true,
          error: { act: (page) => saveNew(page, part), opensDialog: true },
        }),
        ...formsByOption(part.fields).map(({ name: by, field, option }) =>
          entryOf(resource, {
            name: `${part.name}-new-${by}`,
            path: `${path}/new`,
            open: (page) => chooseInForm(page, field, option.label),
          }),
        ),
        entryOf(resource, {
          name: `${part.name}-edit`,
          path: `${path}/edit/${recordId}`,
          offline: true,
          error: { before: (page) => refuseChange(page, part), act: (page) => saveChange(page, part), opensDialog: true },
        }),
        deleteEntry(resource, part, path),
      ];
    });
}

/** A record at a glance. Empty: nothing uses it, and nothing was sent. */
function detailsEntries(resource: ResourceDefinition): readonly ScreenEntry[] {
  const { name, details } = resource;
  if (!details) return [];
  const addresses = addressesOf(details.call, '?*');
  return [
    entryOf(resource, {
      name: `${name}-details`,
      path: `/details/${parentId}`,
      offline: true,
      notOnDevice: true,
      loading: { before: (page) => holdReading(page, addresses) },
      empty: { before: (page) => answerUnused(page, addresses, details) },
      error: {
        before: (page) => failReading(page, addresses),
        act: (page) =>
          page
            .getByRole('button', { name: /^Try again/u })
            .first()
            .waitFor(),
      },
    }),
  ];
}

function viewEntries(resource: ResourceDefinition): readonly ScreenEntry[] {
  const { name, calls, view } = resource;
  if (!view) return [];
  const { read } = calls;
  const failed: ScreenEntry['error'] = read && {
    before: (page) => failReading(page, addressesOf(read)),
    act: (page) => page.getByRole('alert').waitFor(),
    opensDialog: true,
  };
  return [
    entryOf(resource, {
      name: `${name}-view`,
      path: `/${recordId}`,
      offline: true,
      notOnDevice: true,
      ...(read ? { loading: { before: (page) => holdReading(page, addressesOf(read)) } } : {}),
      ...(failed ? { error: failed } : {}),
    }),
  ];
}
