import { blockFields } from '#contract/mutations/blocks.ts';
import { type Block, blockSchema } from '#contract/entities/block.ts';
import type { Json } from '#contract/json.ts';
import * as v from 'valibot';
import { blocksKey } from '../keys.ts';
import type { Aliases, MutationDefinition, Patch } from './definition.ts';
import { parsedBy } from './parsed-by.ts';

const oneBlock = parsedBy(blockSchema);
const blockList = parsedBy(v.array(blockSchema));

/** A website's blocks as the cache or an answer holds them; what does not read as such is none. */
export const readBlockList = (data: Json | null): readonly Block[] => blockList(data) ?? [];

/** An answer that is one block, or a list of them. */
export function answeredBlocks(data: Json | null | undefined): readonly Block[] {
  const one = oneBlock(data);
  return one ? [one] : readBlockList(data ?? null);
}

/** What all commands on blocks have in common: one cached list, whose fields are told apart by block. */
export const onBlockList = {
  cacheKey: (websiteId: string | null) => blocksKey(websiteId ?? ''),
  stored: (cached: Json) => blockFields(readBlockList(cached)),
} satisfies Partial<MutationDefinition<unknown>>;

/** Fields' names begin with the block's id; those of a block that the server has meanwhile named get its id. */
export function aliasedBase(base: Patch<unknown>['base'], aliases: Aliases): Patch<unknown>['base'] {
  return Object.fromEntries(
    Object.entries(base).map(([key, value]) => {
      const [id = '', ...rest] = key.split('/');
      const server = aliases.get(id);
      return [server === undefined ? key : [server, ...rest].join('/'), value];
    }),
  );
}
