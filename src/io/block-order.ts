import { inOrder } from '#contract/blocks/order.ts';
import { listBlocks, updateBlock } from '#contract/calls/blocks.ts';
import { type Json, toJson } from '#contract/json.ts';
import { type ApiResult, asPartial, isProblem, type Problem } from '#contract/api-result.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { reorderBlocksBodySchema } from '#contract/resources/blocks.ts';
import * as v from 'valibot';
import type { ApiClient } from './api-client.ts';
import type { SendOptions } from './call-options.ts';
import { fetchBlocks } from './read-blocks.ts';

/**
 * The result of sending an order. An API without the call for a whole order gets one call for each block, from the top, with its
 * position. Static blocks are not moved.
 */
export async function sendOrder(
  client: ApiClient,
  entry: OutboxEntry,
  result: ApiResult<Json>,
  { mayLeave, ...options }: SendOptions,
): Promise<ApiResult<Json>> {
  const lacks = result.kind === 'refused' && (result.code === 'not_implemented' || result.status === 405);
  if (!lacks) return result;
  const { order } = v.parse(reorderBlocksBodySchema, entry.body);
  const websiteId = entry.websiteId ?? '';
  const before = await client.call(listBlocks, { params: { websiteId }, ...options });
  if (isProblem(before)) return before;
  let isBegun = false;
  const failed = (problem: Problem) => (isBegun ? asPartial(problem) : problem);
  for (const { id: blockId, priority, static: isStatic } of inOrder(before.data, order)) {
    if (isStatic) continue;
    if (!(await mayLeave())) return failed({ kind: 'notStarted' });
    const idempotencyKey = `${entry.opId}:${blockId}:${priority}`;
    const moved = await client.call(updateBlock, { params: { blockId }, body: { priority }, idempotencyKey, ...options });
    // A block that somebody has deleted meanwhile has no position.
    if (isProblem(moved) && !(moved.kind === 'refused' && moved.status === 404)) return failed(moved);
    isBegun ||= !isProblem(moved);
  }
  const after = await fetchBlocks(client, websiteId, options);
  // Somebody else may have moved the list since: its tag is not the tag of what we sent.
  return isProblem(after) ? failed(after) : { ...after, data: toJson(after.data), etag: null };
}
