import { expect, it } from 'vitest';
import { localId } from './local-id.ts';
import { recordMutations } from './record-mutations.ts';
import { seo } from './seo.ts';

const mutations = recordMutations(seo);
const file = localId('picture');
const values = { post_type: 'post', post_id: '12', title: null, tagline: null, keywords: null, image_id: file, permalink: null };
const create = { body: { localId: localId('record'), name: 'SEO data', values }, base: { known: [] } };

it('a picture that waits on this device is sent before the record, and the record with the server’s id of it', () => {
  const ids = new Map([[file, '7']]);
  expect(mutations.create.references(create.body)).toEqual({ image_id: file });
  expect(mutations.create.withServerIds(create, ids, []).body.values).toMatchObject({ image_id: '7', post_id: '12' });
  const update = { body: { id: '3', name: 'SEO data', values: { image_id: file } }, base: { image_id: null } };
  expect(mutations.update.references(update.body)).toEqual({ image_id: file });
  expect(mutations.update.withServerIds(update, ids, []).body.values).toEqual({ image_id: '7' });
});

it('a create whose answer was lost is looked up by its page', () => {
  expect(mutations.create.read('5', create.body)).toMatchObject({ query: { post_type: 'post', post_id: '12' } });
});
