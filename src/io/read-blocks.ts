import { getBlock, listBlocks } from '#contract/calls/blocks.ts';
import type { Block } from '#contract/entities/block.ts';
import { isProblem, type ApiResult } from '#contract/api-result.ts';
import type { ApiClient } from './api-client.ts';
import type { DeliveryOptions } from './call-options.ts';

/** How many blocks are requested at once. */
const atOnce = 4;

/** A website's blocks, each with its settings. Where the API's list leaves settings out, each block is requested. */
export async function fetchBlocks(
  client: ApiClient,
  websiteId: string,
  options: Partial<DeliveryOptions> = {},
): Promise<ApiResult<Block[]>> {
  const result = await client.call(listBlocks, { params: { websiteId }, ...options });
  if (isProblem(result)) return result;
  const blocks = [...result.data];
  const gone = new Set<number>();
  const bare = [...blocks.entries()].filter(([, block]) => block.settings === undefined);
  for (let from = 0; from < bare.length; from += atOnce) {
    const answers = await Promise.all(
      bare
        .slice(from, from + atOnce)
        .map(async ([at, { id }]) => [at, await client.call(getBlock, { params: { blockId: id }, ...options })] as const),
    );
    for (const [at, answer] of answers) {
      // Somebody has deleted it since the list was read.
      if (answer.kind === 'refused' && answer.status === 404 && answer.code === 'not_found') gone.add(at);
      else if (isProblem(answer)) return answer;
      else blocks[at] = answer.data;
    }
  }
  return { ...result, data: blocks.filter((_, at) => !gone.has(at)) };
}
