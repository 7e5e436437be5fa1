import { canAddBlocks, canDeleteBlocks } from '#contract/blocks/catalogue.ts';
import { inOrder, listedBlocks, removeBlock, setEnabled } from '#contract/blocks/order.ts';
import type { Block, BlockSettingWrite } from '#contract/entities/block.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import { type MoveBy, ordinal, targetOf } from '../arranging.ts';
import type { BlockChange } from '../block-ports.ts';
import type { BlockCopy, HomepageContext } from './homepage.types.ts';

type Blocks = readonly Block[];

/** All blocks as the screen shows them: the changes that the store does not show yet, applied to its blocks in their order. */
export function currentBlocks({ changes, snapshot }: Pick<HomepageContext, 'changes' | 'snapshot'>): Blocks {
  return changes.reduce<Blocks>(
    (blocks, { change, copyTo }) => (copyTo === null ? applyChange(blocks, change) : blocks),
    snapshot?.blocks ?? [],
  );
}

/** New blocks and changed settings appear once the store has them. */
function applyChange(blocks: Blocks, change: BlockChange): Blocks {
  if (change.kind === 'order') return inOrder(blocks, change.order);
  if (change.kind === 'show') return setEnabled(blocks, change.blockId, change.enabled);
  return change.kind === 'delete' ? removeBlock(blocks, change.blockId) : blocks;
}

/** The rows of the list: all blocks but the footer, from the top. */
export function listedBlocksOf(context: HomepageContext): Blocks {
  return listedBlocks(currentBlocks(context));
}

export function blockOf(context: HomepageContext, id: string): Block | undefined {
  return currentBlocks(context).find((block) => block.id === id);
}

export function blockLabelOf(context: HomepageContext, id: string): string {
  return blockOf(context, id)?.label ?? 'The block';
}

/** "4 of 9", among the rows of the list. */
export function placeOf(blocks: Blocks, id: string): string {
  return ordinal(
    blocks.findIndex((block) => block.id === id),
    blocks.length,
  );
}

/** The block in whose place another goes by a move; null where it is at that end already, and for a static block. */
export function neighbourOf(blocks: Blocks, id: string, by: MoveBy): string | null {
  const movable = blocks.filter((block) => !block.static);
  const at = movable.findIndex((block) => block.id === id);
  const to = at < 0 ? null : targetOf(at, movable.length, by);
  return to === null ? null : (movable[to]?.id ?? null);
}

/** The row that takes the focus when one goes: the next, else the one before. */
export function focusAfter(blocks: Blocks, id: string): string | null {
  const at = blocks.findIndex((block) => block.id === id);
  return (blocks[at + 1] ?? blocks[at - 1])?.id ?? null;
}

/** The lock's tooltip; null for a block that can be moved and hidden. */
export function lockOf(block: Block): string | null {
  return block.static ? 'This component can not be moved or hidden.' : null;
}

export const addingExcludedMessage = 'Blocks can not be added to this theme.';

/** Whether the theme lets blocks be added; false while it is not known. */
export function canAdd(theme: ThemeKey | null): boolean {
  return theme !== null && canAddBlocks(theme);
}

/** True where the theme is known to let no block be added. */
export function isAddingExcluded({ snapshot }: HomepageContext): boolean {
  const theme = snapshot?.theme ?? null;
  return theme !== null && !canAddBlocks(theme);
}

/** Why a block can't be duplicated; null where it can. */
export function cannotDuplicate(block: Block, theme: ThemeKey | null): string | null {
  if (!canAdd(theme)) return addingExcludedMessage;
  return block.static ? 'This component can not be duplicated.' : null;
}

/** Why a block can't be copied to another website; null where it can. */
export function cannotCopy(block: Block, theme: ThemeKey | null): string | null {
  if (!canAdd(theme)) return addingExcludedMessage;
  return block.static ? 'This component can not be copied.' : null;
}

/** Why a block can't be deleted; null where it can. */
export function cannotDelete(block: Block, theme: ThemeKey | null): string | null {
  if (theme !== null && !canDeleteBlocks(theme)) return 'Blocks of this theme can not be deleted.';
  return block.static ? 'This component can not be deleted.' : null;
}

/** The data to create a block again in its place; null where there is no such block. */
export function copyOf(context: HomepageContext, id: string): BlockCopy | null {
  const blocks = listedBlocksOf(context);
  const at = blocks.findIndex((block) => block.id === id);
  const block = blocks[at];
  if (!block) return null;
  const { key, label, enabled } = block;
  return { blockId: id, key, label, enabled, settings: writesOf(block), below: blocks[at - 1]?.id ?? null };
}

/** A block's settings as a save writes them; null where the API's list does not include them. */
function writesOf({ settings }: Block): readonly BlockSettingWrite[] | null {
  return settings?.filter(({ type }) => type !== 'heading').map(({ key, value }) => ({ key, value })) ?? null;
}

/** Kinds of settings whose values name files, menus, forms and records of one website. */
const ofOneWebsite = /^(?:image|multi-image|menu|menu-dropdown|form|post-type:.*|multi-post-type:.*)$/u;

/** The settings that mean the same on another website. `leavesBehind`: one that has a value is not among them. */
export function portableWrites(block: Block): { readonly settings: readonly BlockSettingWrite[] | null; readonly leavesBehind: boolean } {
  const bound = (block.settings ?? []).filter(({ type }) => ofOneWebsite.test(type));
  const settings = writesOf(block)?.filter(({ key }) => !bound.some((setting) => setting.key === key)) ?? null;
  return { settings, leavesBehind: bound.some(({ value }) => value?.some((part) => part !== null && part !== '') ?? false) };
}
