import { removeBlock } from '#contract/blocks/order.ts';
import { type BlocksDeleteBody, blocksDeleteBodySchema, blockTarget } from '#contract/mutations/blocks.ts';
import { toJson } from '#contract/json.ts';
import { onBlockList, readBlockList } from './block-list.ts';
import type { MutationDefinition } from './definition.ts';
import { defaults } from './defaults.ts';
import { localBlock } from './local-block.ts';
import { parsedBy } from './parsed-by.ts';

/** Deletes a block. What still waits to be changed of it then need not be sent any more. */
export const blocksDelete: MutationDefinition<BlocksDeleteBody> = {
  ...defaults,
  ...onBlockList,
  parse: parsedBy(blocksDeleteBodySchema),
  target: (_, { blockId }) => blockTarget(blockId),
  merge: (_, later) => later,
  values: () => ({}),
  take: (cached, { blockId }) => toJson(removeBlock(readBlockList(cached), blockId)),
  resolve: (touch) => touch,
  references: localBlock,
  withAliases: ({ body, base }, aliases) => ({ body: { ...body, blockId: aliases.get(body.blockId) ?? body.blockId }, base }),
  deletes: true,
  words: ({ label }) => `Homepage: delete ${label}`,
};
