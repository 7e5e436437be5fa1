import { expect, it } from 'vitest';
import { resourceAt, resources } from './index.ts';
import { resourcePathOf, resourcePaths } from './paths.ts';

it('names the path of each resource, and no other', () => {
  expect(resourcePaths).toEqual(resources.map(({ path }) => path));
});

it.each([
  ['admin/redirects', 'admin/redirects'],
  ['admin/redirects/edit/5', 'admin/redirects'],
  ['admin/redirects-of-old', null],
  ['admin', null],
])('%s belongs to %s', (path, list) => {
  expect(resourcePathOf(path)).toBe(list);
  expect(resourceAt(path)?.resource.path ?? null).toBe(list);
});
