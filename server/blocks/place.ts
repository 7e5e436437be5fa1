import type { Block } from '#contract/entities/block.ts';
import { fromTop, inOrder } from '#contract/blocks/order.ts';

/**
 * Puts one block at a priority: it takes the place of the block that has it, and what is between moves up or down by one.
 * Saving one block after the other with priorities counted from the top therefore ends in that order. Static blocks stay.
 */
export function placeAt<B extends Block>(blocks: readonly B[], id: string, priority: number): readonly B[] {
  const block = blocks.find((item) => item.id === id);
  if (!block || block.priority === priority) return blocks;
  const others = fromTop(blocks).filter((item) => item !== block);
  const isUp = priority < block.priority;
  const before = others.filter((item) => (isUp ? item.priority < priority : item.priority <= priority)).length;
  return inOrder(
    blocks,
    others.toSpliced(before, 0, block).map((item) => item.id),
  );
}
