import { inOrder } from '#contract/blocks/order.ts';
import {
  type BlocksOrderBody,
  blockOrderTarget,
  blocksOrderBodySchema,
  halfwayOrders,
  orderField,
  orderValues,
} from '#contract/mutations/blocks.ts';
import { isLocalId } from '#contract/mutations/local-id.ts';
import { toJson } from '#contract/json.ts';
import * as v from 'valibot';
import { onBlockList, readBlockList } from './block-list.ts';
import type { MutationDefinition } from './definition.ts';
import { defaults } from './defaults.ts';
import { parsedBy } from './parsed-by.ts';

const idList = v.array(v.string());

/** Puts the blocks of a homepage into an order. The last order counts. */
export const blocksOrder: MutationDefinition<BlocksOrderBody> = {
  ...defaults,
  ...onBlockList,
  rebaseOnEnqueue: true,
  isTagged: true,
  parse: parsedBy(blocksOrderBodySchema),
  target: (websiteId) => blockOrderTarget(websiteId ?? ''),
  merge: (earlier, later) => ({ body: later.body, base: earlier.base }),
  values: orderValues,
  halfway: ({ body, base }) => halfwayOrders(body, base),
  // The answered list may be older than what changes sent beside this one have told the cache meanwhile.
  take: (cached, { order }) => toJson(inOrder(readBlockList(cached), order)),
  resolve: ({ body }, error, choices) =>
    choices[orderField] === 'theirs' ? null : { body, base: { [orderField]: error.theirs?.[orderField] ?? null } },
  references: ({ order }) => Object.fromEntries(order.filter(isLocalId).map((id) => [id, id])),
  withAliases({ body, base }, aliases) {
    const known = (id: string) => aliases.get(id) ?? id;
    const before = v.safeParse(idList, base[orderField]);
    return {
      body: { order: body.order.map(known) },
      base: before.success ? { ...base, [orderField]: before.output.map(known) } : base,
    };
  },
  without: ({ order }, localId) => ({ order: order.filter((id) => id !== localId) }),
  words: () => 'Homepage: order of the blocks',
};
