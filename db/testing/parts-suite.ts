import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClientStore } from '../client-store.ts';
import { notes, person } from './persons.ts';
import { numberedLocalId, recordsFixture } from './records-fixture.ts';
import { enqueued } from './saves.ts';
import type { StoreDevice } from './store-device.ts';

const refused = { code: 'not_found', status: 404, message: 'Gone.', fields: {} };
const applied = { kind: 'applied', answer: null, ifMatch: null, read: null } as const;

/** Tests of records that are parts of another one, on the devices of `newDevice`. */
export function describeParts(newDevice: () => StoreDevice): void {
  let store: ClientStore;
  let epoch: number;

  beforeEach(async () => {
    store = await newDevice().open({ now: () => 1_000 });
    epoch = await store.fence.take('u1', 'tab');
  });
  afterEach(() => store.close());

  const fixture = recordsFixture(
    () => store,
    () => epoch,
  );
  const { create, remove, brought, entries, answer, claimed, applyResult } = fixture;
  const of = { ...fixture.of, resource: 'note' } as const;
  const note = (id: string, person_id: string) => ({ id, text: id, person_id });

  async function broughtNotes(...rows: readonly ReturnType<typeof note>[]): Promise<void> {
    const records = await store.records();
    const scope = { ...fixture.scope, resource: notes };
    const known = { query: fixture.query, pagination: null, warnings: {}, revisions: await records.revisions(scope) };
    await records.putPage(scope, { ...known, rows, epoch: await store.dataEpoch('u1') });
  }
  const write = (digit: number, person_id: string) =>
    store.outbox.append({
      ...{ ...of, mutation: 'create', base: { known: [] } },
      body: { localId: numberedLocalId(digit), name: 'New', values: { text: 'New', person_id } },
    });
  const edit = (id: string) =>
    store.outbox.append({ ...of, mutation: 'update', body: { id, name: id, values: { text: 'Edited' } }, base: { text: id } });
  const logged = async () => (await store.readLog('u1')).map(({ outcome }) => outcome);
  const names = async () => (await entries()).map(({ resource, mutation, target }) => `${resource}.${mutation} ${target.id}`);

  describe('parts of a record', () => {
    beforeEach(async () => {
      await brought(person('1'), person('2'));
      await broughtNotes(note('11', '1'), note('12', '1'), note('21', '2'));
    });

    it('leave the outbox with it once its delete is confirmed, whatever has become of their changes; others stay', async () => {
      const rejected = await enqueued(edit('11'));
      await claimed(rejected);
      await applyResult(rejected, { kind: 'conflict', error: { ...refused, code: 'gone' }, read: null });
      await enqueued(store.outbox.append({ ...of, mutation: 'delete', body: { id: '12', name: '12' }, base: {} }));
      await enqueued(write(1, '1'));
      await enqueued(edit('21'));
      const gone = await remove('1');
      await claimed(gone);
      await applyResult(gone, applied);
      expect(await names()).toEqual(['note.update 21']);
      expect((await logged()).filter((outcome) => outcome === 'superseded')).toHaveLength(3);
    });

    it('stay in the outbox where its delete is refused', async () => {
      await enqueued(edit('11'));
      const gone = await remove('1');
      await claimed(gone);
      await applyResult(gone, { kind: 'rejected', error: { ...refused, code: 'in_use', status: 409 } });
      expect(await names()).toEqual(['note.update 11', 'person.delete 1']);
    });

    it('that are being sent at that moment go with their result, and what waits behind them too', async () => {
      const created = await enqueued(write(1, '1'));
      await claimed(created);
      await enqueued(edit(numberedLocalId(1)));
      const edited = await enqueued(edit('11'));
      await claimed(edited);
      const gone = await remove('1');
      await claimed(gone);
      await applyResult(gone, applied);
      expect(await names()).toEqual([`note.create ${numberedLocalId(1)}`, 'note.update 11']);
      await applyResult(edited, { kind: 'conflict', error: { ...refused, code: 'gone' }, read: null });
      await applyResult(created, { kind: 'rejected', error: refused });
      expect(await entries()).toEqual([]);
    });

    it('of a record that was created here go with it under the server’s id', async () => {
      const created = await create(1, { name: 'New' });
      await claimed(created);
      await enqueued(write(2, numberedLocalId(1)));
      const gone = await remove(numberedLocalId(1));
      await applyResult(created, { kind: 'applied', answer: answer(person('7', { name: 'New' })), ifMatch: null, read: null });
      await claimed(gone);
      await applyResult(gone, applied);
      expect(await entries()).toEqual([]);
    });

    it('take no change once this device has deleted it: it would be dropped later without a word', async () => {
      const gone = await remove('1');
      await claimed(gone);
      await applyResult(gone, applied);
      const refusal = { kind: 'refused', code: 'gone', message: 'The person that this belongs to has been deleted.' };
      expect(await edit('11')).toEqual(refusal);
      expect(await write(1, '1')).toEqual(refusal);
      expect(await entries()).toEqual([]);
      await enqueued(edit('21'));
    });

    it('take no change while its delete is pending, and a confirmed delete by somebody else asks about theirs', async () => {
      const gone = await remove('1');
      expect(await edit('11')).toMatchObject({ kind: 'refused', code: 'deleting' });
      expect(await write(1, '1')).toMatchObject({ kind: 'refused', code: 'deleting' });
      await store.outbox.discard(gone);
      const edited = await enqueued(edit('11'));
      await claimed(edited);
      await applyResult(edited, { kind: 'conflict', error: { ...refused, code: 'gone' }, read: null });
      expect(await entries()).toMatchObject([{ opId: edited, status: 'conflict' }]);
    });
  });
}
