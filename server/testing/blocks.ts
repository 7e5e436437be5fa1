import * as v from 'valibot';
import { type Block, blockSchema, blockSettingSchema } from '#contract/entities/block.ts';
import type { Got, Harness } from './harness.ts';

const listShape = v.object({ data: v.array(blockSchema) });
const oneShape = v.object({ data: blockSchema });
const settingsShape = v.object({ data: v.array(blockSettingSchema) });

/** The blocks' calls on one website, as one user. */
export function blockCalls(harness: Harness, token: string, websiteId: number) {
  const site = `/api/websites/${websiteId}`;
  const send = (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
    harness.call(method, path, { token, headers, ...(body === undefined ? {} : { body }) });
  const list = async (): Promise<readonly Block[]> => blocksOf(await send('GET', `${site}/blocks`));
  return {
    send,
    list,
    read: () => send('GET', `${site}/blocks`),
    one: (id: string) => send('GET', `/api/blocks/${id}`),
    patch: (id: string, body: unknown, headers?: Readonly<Record<string, string>>) => send('PATCH', `/api/blocks/${id}`, body, headers),
    order: (ids: readonly string[], headers?: Readonly<Record<string, string>>) =>
      send('PATCH', `${site}/blocks`, { items: ids.map((id, at) => ({ id, priority: at + 1 })) }, headers),
    create: (key: string, label: string, headers?: Readonly<Record<string, string>>) =>
      send('POST', `${site}/blocks/create`, { key, label }, headers),
    remove: (id: string, headers?: Readonly<Record<string, string>>) =>
      send('DELETE', `${site}/blocks/delete?id=${id}`, undefined, headers),
    settings: (id: string) => send('GET', `${site}/blocks/${id}/themesettings`),
    setting: (id: string, key: string) => send('GET', `${site}/blocks/${id}/themesettings/${key}`),
    save: (id: string, values: Readonly<Record<string, unknown>>, headers?: Readonly<Record<string, string>>) =>
      send(
        'POST',
        `${site}/blocks/${id}/theme-settings/update`,
        { data: { settings: Object.entries(values).map(([key, value]) => ({ key, value })) } },
        headers,
      ),
    /** The first block of a kind. */
    idOf: async (key: string): Promise<string> => (await list()).find((block) => block.key === key)?.id ?? '',
  };
}

export const blocksOf = (got: Got): readonly Block[] => v.parse(listShape, got.json).data;
export const answeredBlock = (got: Got): Block => v.parse(oneShape, got.json).data;
export const settingsOf = (got: Got) => v.parse(settingsShape, got.json).data;
