import { expect, it } from 'vitest';
import { navigation, withResources } from '../navigation.ts';
import { callsOf } from './define.ts';
import { resources } from './index.gen.ts';
import { resourcePathOf } from './paths.ts';

it.each([
  ['admin/redirects', 'admin/redirects'],
  ['admin/redirects/edit/5', 'admin/redirects'],
  ['admin/redirects-of-old', null],
  ['admin', null],
])('%s belongs to %s', (path, list) => {
  expect(resourcePathOf(path)).toBe(list);
});

it.each(resources.map((resource) => [resource.name, resource] as const))('a %s has its name and its path for itself', (name, resource) => {
  const { path, list } = resource;
  expect(resources.filter((each) => each.name === name || (!each.within && `${each.path}/`.startsWith(`${path}/`)))).toEqual([resource]);
  const downloads = (list.downloads ?? []).map(({ call }) => call);
  const own = callsOf(resource).filter((call) => !downloads.includes(call));
  expect(new Set(own.map(({ entity }) => entity))).toEqual(new Set([name]));
});

const entries = navigation.flatMap(({ id, sections }) =>
  sections.flatMap(({ title, entries }) => entries.map((entry, at) => ({ ...entry, id, title, before: entries[at - 1]?.path ?? null }))),
);
const withEntry = resources.flatMap(({ path, navigation: wanted, labels }) => (wanted ? [[labels.heading, path, wanted] as const] : []));
it.each(withEntry)('the entry of %s is in the navigation once, at the place in its definition', (heading, path, wanted) => {
  const place = 'after' in wanted ? {} : { id: wanted.group, title: wanted.section };
  expect(entries.filter((entry) => entry.path === path)).toMatchObject([{ label: wanted.label ?? heading, ...place }]);
});

const own = [{ id: 'settings' as const, title: 'Settings', sections: [{ title: null, entries: [{ label: 'Domains', path: 'domains' }] }] }];
const placed = (...places: Parameters<typeof withResources>[1]) =>
  withResources(own, places).flatMap(({ sections }) => sections.map(({ title, entries }) => [title, ...entries.map(({ path }) => path)]));

it('entries follow those that they name, even of other resources, or end a section', () => {
  const last = { path: 'last', entry: { label: 'Last', id: 'settings', title: null } } as const;
  const behindLast = { path: 'behind-last', entry: { label: 'Behind', after: 'last' } };
  const first = { path: 'first', entry: { label: 'First', after: 'domains' } };
  const second = { path: 'second', entry: { label: 'Second', after: 'domains' } };
  const without = { path: 'without', entry: null };
  expect(placed(behindLast, last, first, second, without)).toEqual([[null, 'domains', 'first', 'second', 'last', 'behind-last']]);
});
