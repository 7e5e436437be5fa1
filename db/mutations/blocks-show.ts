import { setEnabled } from '#contract/blocks/order.ts';
import { type BlocksShowBody, blocksShowBodySchema, blockTarget, enabledField, showValues } from '#contract/mutations/blocks.ts';
import { toJson } from '#contract/json.ts';
import { aliasedBase, answeredBlocks, onBlockList, readBlockList } from './block-list.ts';
import type { MutationDefinition } from './definition.ts';
import { defaults } from './defaults.ts';
import { localBlock } from './local-block.ts';
import { parsedBy } from './parsed-by.ts';

/** Shows a block, or hides it. */
export const blocksShow: MutationDefinition<BlocksShowBody> = {
  ...defaults,
  ...onBlockList,
  rebaseOnEnqueue: true,
  parse: parsedBy(blocksShowBodySchema),
  target: (_, { blockId }) => blockTarget(blockId),
  merge: (earlier, later) => ({ body: later.body, base: { ...later.base, ...earlier.base } }),
  values: showValues,
  // What else the answer says of the block may be older than what changes sent beside this one have told the cache.
  take(cached, { blockId, enabled }, answer) {
    const answered = answeredBlocks(answer?.data).find(({ id }) => id === blockId);
    return toJson(setEnabled(readBlockList(cached), blockId, answered?.enabled ?? enabled));
  },
  resolve({ body }, error, choices) {
    const field = enabledField(body.blockId);
    return choices[field] === 'theirs' ? null : { body, base: { [field]: error.theirs?.[field] ?? null } };
  },
  references: localBlock,
  withAliases: ({ body, base }, aliases) => ({
    body: { ...body, blockId: aliases.get(body.blockId) ?? body.blockId },
    base: aliasedBase(base, aliases),
  }),
  words: ({ label, enabled }) => `Homepage: ${enabled ? 'show' : 'hide'} ${label}`,
};
