import type { Json } from '#contract/json.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AnyMutation } from '../append.ts';
import type { ClientStore } from '../client-store.ts';
import { person, persons } from './persons.ts';
import { numberedLocalId } from './records-fixture.ts';
import { enqueued } from './saves.ts';
import type { StoreDevice } from './store-device.ts';

/** Tests of records that have the same id in two websites or two accounts, on the devices of `newDevice`. */
export function describeScopes(newDevice: () => StoreDevice): void {
  let store: ClientStore;
  let epoch: number;

  beforeEach(async () => {
    store = await newDevice().open({ now: () => 1_000 });
    epoch = await store.fence.take('u1', 'tab');
  });
  afterEach(() => store.close());

  const of = (websiteId: string, accountId = 'a1') => ({ userId: 'u1', accountId, websiteId }) as const;
  const append = (mutation: AnyMutation) => enqueued(store.outbox.append(mutation));
  const edit = (websiteId: string, values: Readonly<Record<string, Json>>) => {
    const base = Object.fromEntries(Object.keys(values).map((key) => [key, null]));
    return append({ ...of(websiteId), resource: 'person', mutation: 'update', body: { id: '1', name: 'One', values }, base });
  };
  const entries = async (): Promise<readonly OutboxEntry[]> =>
    (await store.outbox.list('u1')).flatMap((read) => (read.kind === 'readable' ? [read.entry] : []));
  const ready = async () => (await store.drain.pick('u1', 9)).entries.map(({ opId }) => opId);
  const refused = { code: 'validation_failed', status: 422, message: 'No.', fields: {} };

  describe('record 1 of two websites', () => {
    it('is two records: their edits stay apart, and neither waits for the other', async () => {
      const [first, second] = [await edit('w1', { phone: '1' }), await edit('w2', { name: 'Two' })];
      expect(await entries()).toMatchObject([
        { opId: first, websiteId: 'w1', body: { values: { phone: '1' } } },
        { opId: second, websiteId: 'w2', body: { values: { name: 'Two' } } },
      ]);
      expect((await entries()).map(({ body }) => body)).toEqual([
        { id: '1', name: 'One', values: { phone: '1' } },
        { id: '1', name: 'One', values: { name: 'Two' } },
      ]);
      expect(await edit('w1', { name: 'Again' })).toBe(first);
      expect(await ready()).toEqual([first, second]);
      await store.drain.claim(first, epoch);
      expect(await ready()).toEqual([second]);
    });

    it('keeps the edits of the other where one is deleted, refused, or in conflict', async () => {
      const [first, second] = [await edit('w1', { phone: '1' }), await edit('w2', { phone: '2' })];
      await store.drain.claim(first, epoch);
      const theirs = { ...refused, code: 'conflict', theirs: { phone: 'theirs' } };
      await store.drain.applyResult(first, epoch, { kind: 'conflict', error: theirs, read: null });
      expect(await edit('w2', { phone: 'newer' })).toBe(second);
      await store.drain.claim(second, epoch);
      await store.drain.applyResult(second, epoch, { kind: 'rejected', error: refused });
      await edit('w1', { phone: 'newest' });
      expect(await entries()).toMatchObject([
        { opId: first, status: 'conflict', body: { values: { phone: 'newest' } } },
        { opId: second, status: 'rejected', body: { values: { phone: 'newer' } } },
      ]);
      const remove = await append({ ...of('w1'), resource: 'person', mutation: 'delete', body: { id: '1', name: 'One' }, base: {} });
      await store.drain.claim(remove, epoch);
      await store.drain.applyResult(remove, epoch, { kind: 'applied', answer: null, ifMatch: null, read: null });
      expect(await entries()).toMatchObject([{ opId: second }]);
    });

    it('has parts that stay where the record of the other website is deleted', async () => {
      const note = (websiteId: string, digit: number) => {
        const values = { text: 'A note', person_id: '1' };
        const body = { localId: numberedLocalId(digit), name: 'A note', values };
        return append({ ...of(websiteId), resource: 'note', mutation: 'create', body, base: { known: [] } });
      };
      const [, kept] = [await note('w1', 1), await note('w2', 2)];
      const remove = await append({ ...of('w1'), resource: 'person', mutation: 'delete', body: { id: '1', name: 'One' }, base: {} });
      await store.drain.claim(remove, epoch);
      await store.drain.applyResult(remove, epoch, { kind: 'applied', answer: null, ifMatch: null, read: null });
      expect(await entries()).toMatchObject([{ opId: kept, websiteId: 'w2' }]);
    });

    it('shows each website its own pending changes', async () => {
      const records = await store.records();
      const scope = (websiteId: string) => ({ ...of(websiteId), resource: persons });
      for (const websiteId of ['w1', 'w2']) {
        const revisions = await records.revisions(scope(websiteId));
        const answer = { query: { page: 0 }, rows: [person('1')], pagination: null, warnings: {}, revisions, epoch: 0 };
        await records.putPage(scope(websiteId), answer);
      }
      await edit('w1', { phone: '1' });
      await edit('w2', { name: 'Two' });
      expect((await records.readRecord(scope('w1'), '1')).values).toMatchObject({ phone: '1', name: '1' });
      expect((await records.readRecord(scope('w2'), '1')).values).toMatchObject({ phone: null, name: 'Two' });
    });
  });

  describe('block 2 of two websites', () => {
    it('is two blocks: settings, a hide, and a delete go each to its own', async () => {
      const block = { blockId: '2', label: 'Banner' };
      const set = (websiteId: string, key: string) => {
        const body = { ...block, settings: [{ key, value: [websiteId] }] };
        return append({ ...of(websiteId), resource: 'block-settings', mutation: 'update', body, base: {} });
      };
      const hide = (websiteId: string) =>
        append({ ...of(websiteId), resource: 'block', mutation: 'update', body: { ...block, enabled: false }, base: {} });
      const all = [await set('w1', 'title'), await set('w2', 'subtitle'), await hide('w1'), await hide('w2')];
      expect(new Set(all).size).toBe(4);
      await append({ ...of('w2'), resource: 'block', mutation: 'delete', body: block, base: {} });
      const sent = (await entries()).map(({ websiteId, resource, mutation, body }) => [websiteId, `${resource}.${mutation}`, body]);
      expect(sent).toEqual([
        ['w1', 'block-settings.update', { ...block, settings: [{ key: 'title', value: ['w1'] }] }],
        ['w2', 'block-settings.update', { ...block, settings: [{ key: 'subtitle', value: ['w2'] }] }],
        ['w1', 'block.update', { ...block, enabled: false }],
        ['w2', 'block.update', { ...block, enabled: false }],
        ['w2', 'block.delete', block],
      ]);
    });
  });

  describe('user 3 of an account', () => {
    const rename = (websiteId: string, accountId: string, values: Readonly<Record<string, Json>>) =>
      append({ ...of(websiteId, accountId), resource: 'user', mutation: 'update', body: { id: '3', name: 'Mia', values }, base: {} });

    it('is one record, whatever website is open, and another one in another account', async () => {
      const first = await rename('w1', 'a1', { first_name: 'Mia' });
      expect(await rename('w2', 'a1', { last_name: 'Moss' })).toBe(first);
      const other = await rename('w2', 'a2', { first_name: 'Ole' });
      expect(await entries()).toMatchObject([
        { opId: first, accountId: 'a1', body: { values: { first_name: 'Mia', last_name: 'Moss' } } },
        { opId: other, accountId: 'a2', body: { values: { first_name: 'Ole' } } },
      ]);
      expect(await ready()).toEqual([first, other]);
    });

    it('is created after the one before, also where that was made on another website', async () => {
      const create = (websiteId: string, digit: number) => {
        const values = { first_name: 'Mia', last_name: 'Moss', email: `${digit}@frontage.test` };
        const body = { localId: numberedLocalId(digit), name: 'Mia Moss', values };
        return append({ ...of(websiteId), resource: 'user', mutation: 'create', body, base: { known: [] } });
      };
      const first = await create('w1', 1);
      await create('w2', 2);
      expect(await ready()).toEqual([first]);
    });
  });
}
