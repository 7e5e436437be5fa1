import { localId } from '#contract/resources/local-id.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import type { DeliveryResult } from '#contract/delivery-result.ts';
import { expect } from 'vitest';
import type { ClientStore } from '../client-store.ts';
import { readable } from '../outbox-entries.ts';

export const blob = (): Blob => new Blob(['picture'], { type: 'image/png' });

/** The result of an upload that the server has stored under this id. */
export const done = (id: string): DeliveryResult => ({
  kind: 'applied',
  answer: { kind: 'answered', data: [{ id, name: 'a.png', url: `/files/${id}/a.png` }], pagination: null, etag: null },
  ifMatch: null,
  read: null,
});

export const rejected: DeliveryResult = { kind: 'rejected', error: { code: 'validation_failed', message: 'Damaged.', fields: {} } };

/** The actions of tests of files on a store; `store` returns the open one. */
export function uploadsFixture(store: () => ClientStore) {
  async function upload(id: string, settingKey = 'favicon', userId = 'u1', fileName = `${id}.png`, replaces?: string): Promise<string> {
    const result = await store().outbox.append({
      userId,
      accountId: 'a1',
      websiteId: 'w1',
      resource: 'file',
      mutation: 'upload',
      body: { localId: localId(id), websiteId: 'w1', settingKey, category: 'site_info', type: 'image', name: fileName, bytes: 7 },
      base: {},
      file: { blob: blob(), name: fileName, replaces: replaces === undefined ? null : localId(replaces) },
    });
    if (result.kind !== 'enqueued') throw new Error(result.code);
    return result.opId;
  }
  const entries = async (): Promise<readonly OutboxEntry[]> => readable(await store().outbox.list('u1'));
  return {
    upload,
    choose: (id: string, replaced: string) => upload(id, 'favicon', 'u1', `${id}.png`, replaced),
    async save(values: Readonly<Record<string, string>>): Promise<string> {
      const settings = Object.entries(values).map(([key, value]) => ({ key, value: [value], category: 'site_info' as const, type: null }));
      const body = { category: 'site_info' as const, settings };
      const result = await store().outbox.append({
        userId: 'u1',
        accountId: 'a1',
        websiteId: 'w1',
        resource: 'settings',
        mutation: 'update',
        body,
        base: {},
      });
      if (result.kind !== 'enqueued') throw new Error(result.code);
      return result.opId;
    },
    entries,
    entryOf: async (opId: string) => (await entries()).find((other) => other.opId === opId),
    async send(opId: string, result: DeliveryResult): Promise<void> {
      const epoch = await store().fence.take('u1', 'test');
      expect((await store().drain.claim(opId, epoch)).kind).toBe('claimed');
      await store().drain.applyResult(opId, epoch, result);
    },
  };
}
