import { expect, it } from 'vitest';
import { hiddenKeys } from './hidden-fields.ts';
import { recordMutations } from './record-mutations.ts';
import { redirects } from './redirects.ts';

const mutations = recordMutations(redirects);
const update = (values: Record<string, boolean>) => ({
  body: { id: '1', name: '/a', values },
  base: Object.fromEntries(Object.keys(values).map((key) => [key, false])),
});

it('a value is hidden by another one that its condition names, and by none that is not there', () => {
  expect(hiddenKeys(redirects.fields, { redirect_to_rewrite: true, rewrite: false })).toEqual(['redirect_to_rewrite']);
  expect(hiddenKeys(redirects.fields, { redirect_to_rewrite: true, rewrite: true })).toEqual([]);
  expect(hiddenKeys(redirects.fields, { redirect_to_rewrite: true })).toEqual([]);
});

it('two merged updates leave out what the later one hides', () => {
  const merged = mutations.update.merge(update({ redirect_to_rewrite: true }), update({ rewrite: false }));
  expect(merged).toMatchObject({ body: { values: { rewrite: false } }, base: { rewrite: false } });
  expect(merged?.body.values).not.toHaveProperty('redirect_to_rewrite');
});

it('a create that an update was merged into has the blank value in a hidden field, as the server stores it', () => {
  const values = { redirects_from: '/a', redirects_to: '/b', rewrite: true, redirect_to_rewrite: true };
  const create = { body: { localId: 'local:1', name: '/a', values }, base: { known: [] } };
  const amended = mutations.create.amendedBy?.(create, { mutation: 'update', body: update({ rewrite: false }).body });
  expect(amended?.body.values).toEqual({ ...values, rewrite: false, redirect_to_rewrite: false });
});

it('a create is found after a lost answer with the blank value of a hidden field', () => {
  const values = { redirects_from: '/a', redirects_to: '/b', rewrite: false, redirect_to_rewrite: true };
  const create = { body: { localId: 'local:1', name: '/a', values }, base: { known: [], isSearched: true } };
  const stored = { id: '7', ...values, redirect_to_rewrite: false };
  const compared = { maybeOurs: {}, maybeApplied: [], mayHaveBeenApplied: true, createdAt: 0 };
  expect(mutations.create.compare(create, [stored], compared).kind).toBe('done');
});

it('a create that was edited has to be searched for again', () => {
  const create = { body: { localId: 'local:1', name: '/a', values: { redirects_from: '/a' } }, base: { known: ['7'], isSearched: true } };
  const later = { mutation: 'update' as const, body: { id: 'local:1', name: '/b', values: { redirects_from: '/b' } } };
  expect(mutations.create.amendedBy?.(create, later)?.base).toEqual({ known: ['7'] });
});
