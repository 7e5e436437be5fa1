import { inOrder } from '#contract/blocks/order.ts';
import { bulkUpdateBlocks, createBlock, deleteBlock, listBlocks, updateBlock, updateThemeSettings } from '#contract/calls/blocks.ts';
import {
  blocksCreateBodySchema,
  blocksDeleteBodySchema,
  blockSettingsSaveBodySchema,
  blocksOrderBodySchema,
  blocksShowBodySchema,
} from '#contract/mutations/blocks.ts';
import { type Json, toJson } from '#contract/json.ts';
import { asPartial, isProblem, type ApiResult, type Problem } from '#contract/api-result.ts';
import type { MutationName, OutboxEntry } from '#contract/outbox-entry.ts';
import * as v from 'valibot';
import type { ApiClient } from './api-client.ts';
import type { SendOptions } from './call-options.ts';
import type { Sender } from './sender.ts';
import { readBlocks } from './read-blocks.ts';

const plain = <Data>(outcome: ApiResult<Data>): ApiResult<Json> =>
  isProblem(outcome) ? outcome : { ...outcome, data: toJson(outcome.data) };

/** How commands on blocks reach the API. All are compared with the whole list. */
export function createBlockSenders(client: ApiClient): { readonly [Name in Extract<MutationName, `block${string}`>]: Sender } {
  const read: Sender['read'] = async (row, options) => plain(await readBlocks(client, row.websiteId ?? '', options));
  const paramsOf = (row: OutboxEntry) => ({ websiteId: row.websiteId ?? '' });

  /** An API without the bulk call gets one call for each block, from the top, with its place. Static ones are not moved, and say so. */
  async function orderOneByOne(
    row: OutboxEntry,
    order: readonly string[],
    { mayLeave, ...options }: SendOptions,
  ): Promise<ApiResult<Json>> {
    const before = await client.call(listBlocks, { params: paramsOf(row), ...options });
    if (isProblem(before)) return before;
    let isBegun = false;
    const failed = (problem: Problem) => (isBegun ? asPartial(problem) : problem);
    for (const { id: blockId, priority, static: isStatic } of inOrder(before.data, order)) {
      if (isStatic) continue;
      if (!(await mayLeave())) return failed({ kind: 'notStarted' });
      const idempotencyKey = `${row.opId}:${blockId}:${priority}`;
      const outcome = await client.call(updateBlock, { params: { blockId }, body: { priority }, idempotencyKey, ...options });
      // A block that somebody has deleted meanwhile has no place to be put.
      if (isProblem(outcome) && !(outcome.kind === 'refused' && outcome.status === 404)) return failed(outcome);
      isBegun ||= !isProblem(outcome);
    }
    const after = await read(row, options);
    // Of a list that somebody else may have moved since: no tag of what we sent.
    return isProblem(after) ? failed(after) : { ...after, etag: null };
  }

  return {
    'blocks.order': {
      read,
      async send(row, ifMatch, options) {
        const { order } = v.parse(blocksOrderBodySchema, row.body);
        const outcome = await client.call(bulkUpdateBlocks, {
          params: paramsOf(row),
          body: { items: order.map((id, at) => ({ id, priority: at + 1 })) },
          idempotencyKey: row.opId,
          ...(ifMatch ? { ifMatch } : {}),
          ...options,
        });
        const lacks = outcome.kind === 'refused' && (outcome.code === 'not_implemented' || outcome.status === 405);
        return lacks ? orderOneByOne(row, order, options) : plain(outcome);
      },
    },
    'blocks.show': {
      read,
      async send(row, _, options) {
        const { blockId, enabled } = v.parse(blocksShowBodySchema, row.body);
        return plain(await client.call(updateBlock, { params: { blockId }, body: { enabled }, idempotencyKey: row.opId, ...options }));
      },
    },
    'blocks.create': {
      read,
      async send(row, _, options) {
        const { key, label } = v.parse(blocksCreateBodySchema, row.body);
        const params = paramsOf(row);
        return plain(await client.call(createBlock, { params, body: { key, label }, idempotencyKey: row.opId, ...options }));
      },
    },
    'blocks.delete': {
      read,
      async send(row, _, options) {
        const { blockId } = v.parse(blocksDeleteBodySchema, row.body);
        const params = paramsOf(row);
        return plain(await client.call(deleteBlock, { params, query: { id: blockId }, idempotencyKey: row.opId, ...options }));
      },
    },
    'block-settings.save': {
      read,
      async send(row, _, options) {
        const { blockId, settings } = v.parse(blockSettingsSaveBodySchema, row.body);
        return plain(
          await client.call(updateThemeSettings, {
            params: { ...paramsOf(row), blockId },
            body: { data: { settings } },
            idempotencyKey: row.opId,
            ...options,
          }),
        );
      },
    },
  };
}
