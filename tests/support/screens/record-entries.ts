import { resources } from '#contract/resources/index.gen.ts';
import { accountPath, restOfAccountPath } from '#contract/resources/paths.ts';
import type { ResourceDefinition } from '#contract/resources/define.ts';
import { websiteId } from '../ready-conditions.ts';
import type { ScreenEntry } from './entry.ts';
import { rentalFormOf } from './form-entries.ts';
import { answerEmpty, answerUnused, failReading } from './provoke.ts';
import {
  acceptNoItem,
  addressesOf,
  askToDeleteRecord,
  chooseInFilter,
  openItem,
  refuseChange,
  refuseDelete,
  saveChange,
  saveNew,
} from './provoke-records.ts';

/** The record whose dialogs are opened: the first one of the seed, or the one that `ensureRecords` has made. Of the forms one that has actions. */
const recordIdOf = ({ name }: ResourceDefinition): string => (name === 'form' ? rentalFormOf(websiteId) : '1');

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
    entryOf(resource, { name: many, path: '', offline: true, notOnDevice: true, empty, error: alert }),
    ...(list.isSearchable ? [entryOf(resource, { name: `${many}-no-match`, path: '?q=zzzzzz' })] : []),
    ...(list.filters ?? []).map(({ key, label }) =>
      entryOf(resource, { name: `${many}-by-${key}`, path: '', open: (page) => chooseInFilter(page, label), empty }),
    ),
    ...(calls.remove
      ? [
          entryOf(resource, {
            name: `${name}-delete`,
            path: '',
            dialogOnly: true,
            error: { before: (page) => refuseDelete(page, resource), act: askToDeleteRecord, opensDialog: true },
          }),
        ]
      : []),
  ];
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
  ];
}

function editEntries(resource: ResourceDefinition): readonly ScreenEntry[] {
  const { name, calls, fields } = resource;
  if (!calls.update) return [];
  const path = `/edit/${recordIdOf(resource)}`;
  const refused: NonNullable<ScreenEntry['error']> = {
    before: (page) => refuseChange(page, resource),
    act: (page) => saveChange(page, resource),
    ...overList(resource),
  };
  const items = fields.filter((field) => field.kind === 'items');
  return [
    entryOf(resource, { name: `${name}-edit`, path, offline: true, notOnDevice: true, error: refused }),
    ...items.map(({ key, add }) =>
      entryOf(resource, {
        name: `${name}-edit-${key}`,
        path,
        open: (page) => openItem(page, add),
        error: { act: (page) => acceptNoItem(page, add), opensDialog: true },
      }),
    ),
  ];
}

/** The lists of parts of a record, on its page, and the form of a new part over them. */
function partEntries(resource: ResourceDefinition): readonly ScreenEntry[] {
  return resources
    .filter(({ within }) => within?.resource === resource.name)
    .flatMap((part) => {
      const path = `/edit/${recordIdOf(resource)}/${part.path.split('/').at(-1)}`;
      const addresses = addressesOf(part.calls.list, '?*');
      return [
        entryOf(resource, {
          name: `${part.name}-list`,
          path,
          offline: true,
          empty: { before: (page) => answerEmpty(page, addresses) },
          error: { before: (page) => failReading(page, addresses), act: (page) => page.getByRole('alert').waitFor() },
        }),
        entryOf(resource, {
          name: `${part.name}-new`,
          path: `${path}/new`,
          error: { act: (page) => saveNew(page, part), opensDialog: true },
        }),
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
      path: `/details/${recordIdOf(resource)}`,
      offline: true,
      notOnDevice: true,
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
      path: `/${recordIdOf(resource)}`,
      offline: true,
      notOnDevice: true,
      ...(failed ? { error: failed } : {}),
    }),
  ];
}
