import type { DeliveryResult } from '#contract/delivery-result.ts';
import type { Json } from '#contract/json.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import type { RecordValues, Values } from '#contract/resources/define.ts';
import type { ClientStore } from '../client-store.ts';
import { persons } from './persons.ts';
import { enqueued } from './saves.ts';

export const numberedLocalId = (digit: number) => `local:${digit}0000000-1111-4111-8111-111111111111`;

/** The actions of tests of records on a store. `store` returns the open one; `epoch`: of its drainer. */
export function recordsFixture(store: () => ClientStore, epoch: () => number) {
  const scope = { userId: 'u1', resource: persons, websiteId: 'w1', accountId: 'a1' };
  const of = { userId: 'u1', accountId: 'a1', websiteId: 'w1', resource: 'person' } as const;
  const query = { page: 0, per_page: 25 };
  const create = (digit: number, values: Values) =>
    enqueued(
      store().outbox.append({
        ...of,
        mutation: 'create',
        body: { localId: numberedLocalId(digit), name: String(values['name']), values },
        base: { known: [] },
      }),
    );
  const update = (id: string, values: Values, base: Values) =>
    enqueued(store().outbox.append({ ...of, mutation: 'update', body: { id, name: id, values }, base }));
  const remove = (id: string) => enqueued(store().outbox.append({ ...of, mutation: 'delete', body: { id, name: id }, base: {} }));
  const act = (id: string) =>
    enqueued(
      store().outbox.append({
        ...of,
        mutation: 'act',
        body: { id, name: id, act: 'makeFirst', values: { first: true } },
        base: { first: false },
      }),
    );
  const closed = (id: string) =>
    enqueued(
      store().outbox.append({
        ...of,
        mutation: 'act',
        body: { id, name: id, act: 'close', values: { open: false } },
        base: { open: true },
      }),
    );
  const entries = async (): Promise<readonly OutboxEntry[]> =>
    (await store().outbox.list('u1')).flatMap((read) => (read.kind === 'readable' ? [read.entry] : []));
  const ready = async () => (await store().drain.pick('u1', 4)).entries.map(({ opId }) => opId);
  const page = async (rows: readonly RecordValues[]) => {
    const records = await store().records();
    const [revisions, at] = [await records.revisions(scope), await store().dataEpoch('u1')];
    return () => records.putPage(scope, { query, rows, pagination: null, warnings: {}, revisions, epoch: at });
  };
  const brought = async (...rows: readonly RecordValues[]) => (await page(rows))();
  const answer = (data: Json, etag: string | null = null) => ({ kind: 'answered', data, pagination: null, etag }) as const;
  const claimed = async (opId: string) => {
    const claim = await store().drain.claim(opId, epoch());
    if (claim.kind !== 'claimed') throw new Error(claim.kind);
    return claim;
  };
  const applyResult = (opId: string, result: DeliveryResult) => store().drain.applyResult(opId, epoch(), result);
  const read = async (id: string) => (await store().records()).readRecord(scope, id);

  return { scope, of, query, create, update, remove, act, closed, entries, ready, page, brought, answer, claimed, applyResult, read };
}
