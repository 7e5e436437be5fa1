import type { Json } from '#contract/json.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import type { DeliveryResult } from '#contract/delivery-result.ts';
import { afterEach, beforeEach, expect } from 'vitest';
import type { AnyMutation, NewMutation } from '../append.ts';
import type { ClientStore } from '../client-store.ts';
import { updateBlockSettingsMutation } from '#contract/resources/block-settings-mutation.ts';
import { updateSettingsMutation } from '#contract/resources/settings-mutation.ts';
import { readable } from '../outbox-entries.ts';
import { indexedDbDevice } from './indexed-db-device.ts';

type Texts = Readonly<Record<string, string | null>>;
const wire = (text: string | null) => (text === null ? null : [text]);
const wires = (values: Texts): Record<string, Json> => Object.fromEntries(Object.entries(values).map(([key, text]) => [key, wire(text)]));

/** A save of social links. */
export function save(values: Texts, base: Texts): NewMutation<'settings.update'> {
  const settings = Object.entries(values).map(([key, text]) => ({ key, value: wire(text), category: 'social' as const, type: null }));
  const body = { category: 'social' as const, settings };
  return { userId: 'u1', accountId: 'a1', websiteId: 'w1', resource: 'settings', mutation: 'update', body, base: wires(base) };
}

/** A save of settings of block 7. */
export function saveBlock(values: Texts): NewMutation<'block-settings.update'> {
  const settings = Object.entries(values).map(([key, text]) => ({ key, value: wire(text) }));
  const body = { blockId: '7', label: 'Staff', settings };
  return { userId: 'u1', accountId: 'a1', websiteId: 'w1', resource: 'block-settings', mutation: 'update', body, base: {} };
}

export const hide: NewMutation<'block.update'> = {
  ...{ userId: 'u1', accountId: 'a1', websiteId: 'w1', base: {} },
  ...{ resource: 'block', mutation: 'update', body: { blockId: '7', label: 'Staff', enabled: false } },
};

export async function enqueued(
  result: ReturnType<ClientStore['outbox']['append']> | ReturnType<ClientStore['outbox']['resolve']>,
): Promise<string> {
  const value = await result;
  if (value.kind !== 'enqueued') throw new Error(value.kind === 'refused' ? value.code : value.kind);
  return value.opId;
}

/** The error of a change that the server did not apply. */
export const error = (more: Partial<NonNullable<OutboxEntry['lastError']>> = {}) => ({
  code: 'conflict',
  message: '',
  fields: {},
  ...more,
});

/** A new store for each test, with the actions of tests of conflicts. */
export function conflictFixture() {
  let store: ClientStore;
  let epoch: number;
  beforeEach(async () => {
    store = await indexedDbDevice().open({ now: () => 1_000 });
    epoch = await store.fence.take('u1', 'tab');
  });
  afterEach(() => store.close());

  async function claim(opId: string): Promise<void> {
    expect((await store.drain.claim(opId, epoch)).kind).toBe('claimed');
  }

  /** Somebody else changed these fields while the change was on its way. */
  async function collide(opId: string, theirs: Readonly<Record<string, Json>>): Promise<void> {
    await store.drain.applyResult(opId, epoch, { kind: 'conflict', error: error({ theirs }), read: null });
  }

  /** One indeterminate attempt. */
  async function fail(opId: string): Promise<void> {
    await claim(opId);
    await store.drain.applyResult(opId, epoch, { kind: 'indeterminate', at: null, error: error({ code: 'internal_error', status: 500 }) });
  }

  const entries = async () => readable(await store.outbox.list('u1'));

  /** The status and values of each entry, in outbox order. */
  const describeEntries = async () =>
    (await entries()).map(({ status, body }) => {
      const settings = updateSettingsMutation.parse(body)?.settings ?? updateBlockSettingsMutation.parse(body)?.settings ?? [];
      return `${status}: ${settings.map(({ key, value }) => `${key}=${value?.[0] ?? 'none'}`).join()}`;
    });

  /** Sends everything that may be sent, and returns the values of each field that the server got, in their order. */
  async function drained(): Promise<Readonly<Record<string, readonly Json[]>>> {
    const sent: Record<string, Json[]> = {};
    for (let [head] = (await store.drain.pick('u1', 1)).entries; head; [head] = (await store.drain.pick('u1', 1)).entries) {
      await claim(head.opId);
      const settings = updateSettingsMutation.parse(head.body)?.settings ?? updateBlockSettingsMutation.parse(head.body)?.settings ?? [];
      for (const { key, value } of settings) sent[key] = [...(sent[key] ?? []), value?.[0] ?? null];
      await store.drain.applyResult(head.opId, epoch, { kind: 'applied', answer: null, ifMatch: null, read: null });
    }
    return sent;
  }

  return {
    log: () => store.readLog('u1'),
    append: async (mutation: AnyMutation) => enqueued(store.outbox.append(mutation)),
    resolve: (opId: string, choices: Readonly<Record<string, 'mine' | 'theirs'>>) => store.outbox.resolve(opId, choices),
    awaitSaveStatus: (opId: string) => store.awaitSaveStatus(opId),
    applyResult: (opId: string, result: DeliveryResult) => store.drain.applyResult(opId, epoch, result),
    claim,
    collide,
    fail,
    entries,
    describeEntries,
    drained,
  };
}
