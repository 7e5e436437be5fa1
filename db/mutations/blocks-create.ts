import { addBlock } from '#contract/blocks/order.ts';
import { type BlocksCreateBody, blocksCreateBodySchema, blockTarget, findCreated, withKnownBlocks } from '#contract/mutations/blocks.ts';
import type { Block } from '#contract/entities/block.ts';
import { toJson } from '#contract/json.ts';
import { answeredBlocks, onBlockList, readBlockList } from './block-list.ts';
import type { MutationDefinition } from './definition.ts';
import { defaults } from './defaults.ts';
import { parsedBy } from './parsed-by.ts';

/** The block as it stands on this device until the server has named it. */
export function blockMadeHere(body: BlocksCreateBody): Block {
  const { localId, key, label, enabled, settings } = body;
  return { id: localId, key, label, enabled, settings, static: false, priority: 0 };
}

/** Adds a block to a homepage, above the footer. Two are never one, even of the same kind and name. */
export const blocksCreate: MutationDefinition<BlocksCreateBody> = {
  ...defaults,
  ...onBlockList,
  parse: parsedBy(blocksCreateBodySchema),
  target: (_, { localId }) => blockTarget(localId),
  merge: () => null,
  values: () => ({}),
  take(cached, body, answer) {
    const blocks = readBlockList(cached);
    const [made] = answeredBlocks(answer?.data);
    if (!made || blocks.some((block) => block.id === made.id)) return toJson(blocks);
    return toJson(addBlock(blocks, { ...made, settings: made.settings ?? body.settings }));
  },
  resolve: (touch) => touch,
  // What this device has made meanwhile is not this block, though it may have its kind and name.
  withAliases: ({ body, base }, aliases) => ({ body, base: withKnownBlocks(base, aliases.values()) }),
  // A colleague may have made one of its kind and name since.
  baseAtFirst: (base, cached) =>
    withKnownBlocks(
      { known: [], ...base },
      readBlockList(cached).map(({ id }) => id),
    ),
  localId: ({ localId }) => localId,
  made({ body, base }, _, { answer, read }) {
    const block = answer === null ? findCreated(readBlockList(read), body, base) : (answeredBlocks(answer)[0] ?? null);
    return block ? { serverId: block.id, cached: null } : null;
  },
  words: ({ label }) => `Homepage: new block ${label}`,
};
