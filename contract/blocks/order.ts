import type { Block } from '../entities/block.ts';
import { footerBlockKey } from './footer-block.ts';

type Ordered = Pick<Block, 'id' | 'key' | 'priority' | 'static'>;

/** From the top. Blocks of equal priority keep their order. */
export function fromTop<B extends Ordered>(blocks: readonly B[]): readonly B[] {
  return blocks.toSorted((a, b) => a.priority - b.priority);
}

/** The blocks that the homepage screen lists: all except the footer. */
export function listedBlocks<B extends Ordered>(blocks: readonly B[]): readonly B[] {
  return fromTop(blocks).filter((block) => block.key !== footerBlockKey);
}

/** Gives each block the priority of its place, so that all priorities are distinct. The first is 1. */
function placed<B extends Ordered>(blocks: readonly B[]): readonly B[] {
  return blocks.map((block, at) => (block.priority === at + 1 ? block : { ...block, priority: at + 1 }));
}

/**
 * Sorts blocks by a list of ids, from the top. Static blocks keep their places whatever the list says; unknown ids are ignored, and blocks
 * that the list does not name follow in their order behind those that it does.
 */
export function inOrder<B extends Ordered>(blocks: readonly B[], order: readonly string[]): readonly B[] {
  const places = new Map(order.map((id, at) => [id, at]));
  const before = fromTop(blocks);
  const movable = before.filter((block) => !block.static);
  const place = (block: B) => places.get(block.id) ?? Number.MAX_SAFE_INTEGER;
  const sorted = movable.toSorted((a, b) => place(a) - place(b)).values();
  return placed(before.map((block) => (block.static ? block : (sorted.next().value ?? block))));
}

/**
 * Moves a block to the place of another, as dragging it there does. Returns the list unchanged for an unknown id, the same place, or a
 * static block.
 */
export function moveBlock<B extends Ordered>(blocks: readonly B[], id: string, overId: string): readonly B[] {
  const movable = fromTop(blocks).filter((block) => !block.static);
  const from = movable.findIndex((block) => block.id === id);
  const to = movable.findIndex((block) => block.id === overId);
  const moved = movable[from];
  if (from < 0 || to < 0 || from === to || !moved) return blocks;
  return inOrder(
    blocks,
    movable
      .toSpliced(from, 1)
      .toSpliced(to, 0, moved)
      .map((block) => block.id),
  );
}

/** Shows or hides a block; a static one stays as it is. */
export function setEnabled<B extends Block>(blocks: readonly B[], id: string, enabled: boolean): readonly B[] {
  return blocks.map((block) => (block.id === id && !block.static ? { ...block, enabled } : block));
}

/** Adds a block below all others, but above the footer. */
export function addBlock<B extends Ordered>(blocks: readonly B[], block: B): readonly B[] {
  const before = fromTop(blocks);
  const below = before.findLastIndex((other) => other.key !== footerBlockKey) + 1;
  return placed(before.toSpliced(below, 0, block));
}

/** Removes a block; a static one stays. The others keep their priorities. */
export function removeBlock<B extends Ordered>(blocks: readonly B[], id: string): readonly B[] {
  return blocks.filter((block) => block.id !== id || block.static);
}
