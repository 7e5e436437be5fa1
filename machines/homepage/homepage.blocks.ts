import { canAddBlocks, canDeleteBlocks } from '#contract/blocks/catalogue.ts';
import { inOrder, listedBlocks, removeBlock, setEnabled } from '#contract/blocks/order.ts';
import type { Block, BlockSettingWrite } from '#contract/entities/block.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import type { BlockChange } from '../ports.ts';
import type { BlockCopy, HomepageContext } from './homepage.types.ts';

type Blocks = readonly Block[];

/** All blocks as the screen shows them: what is on its way is laid over what was last heard, the latest last. */
export function shownBlocks({ changes, snapshot }: Pick<HomepageContext, 'changes' | 'snapshot'>): Blocks {
  return changes.reduce<Blocks>((blocks, { change, copyTo }) => (copyTo === null ? laid(blocks, change) : blocks), snapshot?.blocks ?? []);
}

/** What is made, or written in settings, shows once the store tells it. */
function laid(blocks: Blocks, change: BlockChange): Blocks {
  if (change.kind === 'order') return inOrder(blocks, change.order);
  if (change.kind === 'show') return setEnabled(blocks, change.blockId, change.enabled);
  return change.kind === 'delete' ? removeBlock(blocks, change.blockId) : blocks;
}

/** What the list shows: all but the footer, from the top. */
export function listOf(context: HomepageContext): Blocks {
  return listedBlocks(shownBlocks(context));
}

export function blockOf(context: HomepageContext, id: string): Block | undefined {
  return shownBlocks(context).find((block) => block.id === id);
}

/** "4 of 9", among the rows of the list. */
export function placeOf(blocks: Blocks, id: string): string {
  return `${blocks.findIndex((block) => block.id === id) + 1} of ${blocks.length}`;
}

/** The lock's tooltip; null for a block that can be moved and hidden. */
export function lockOf(block: Block): string | null {
  return block.static ? 'This component can not be moved or hidden.' : null;
}

/** The block in whose place one would go by a move up or down; null at the end of the list, and for a static block. */
export function neighbourOf(blocks: Blocks, id: string, by: 'up' | 'down'): string | null {
  const movable = blocks.filter((block) => !block.static);
  const at = movable.findIndex((block) => block.id === id);
  return at < 0 ? null : (movable[by === 'up' ? at - 1 : at + 1]?.id ?? null);
}

/** Why a block can't be duplicated; null where it can. */
export function cannotDuplicate(block: Block, theme: ThemeKey | null): string | null {
  return cannotMakeAgain(block, theme, 'duplicated');
}

/** Why a block can't be copied to another website; null where it can. */
export function cannotCopy(block: Block, theme: ThemeKey | null): string | null {
  return cannotMakeAgain(block, theme, 'copied');
}

export const addingExcludedMessage = 'Blocks can not be added to this theme.';

function cannotMakeAgain(block: Block, theme: ThemeKey | null, what: 'duplicated' | 'copied'): string | null {
  if (theme === null || !canAddBlocks(theme)) return addingExcludedMessage;
  return block.static ? `This component can not be ${what}.` : null;
}

/** Why a block can't be deleted; null where it can. */
export function cannotDelete(block: Block, theme: ThemeKey | null): string | null {
  if (theme !== null && !canDeleteBlocks(theme)) return 'Blocks of this theme can not be deleted.';
  return block.static ? 'This component can not be deleted.' : null;
}

/** The row that takes the focus when one goes: the next, else the one before. */
export function focusAfter(blocks: Blocks, id: string): string | null {
  const at = blocks.findIndex((block) => block.id === id);
  return (blocks[at + 1] ?? blocks[at - 1])?.id ?? null;
}

/** What it takes to make a block again where it stands; null where it is not there. */
export function copyOf(context: HomepageContext, id: string): BlockCopy | null {
  const blocks = listOf(context);
  const at = blocks.findIndex((block) => block.id === id);
  const block = blocks[at];
  if (!block) return null;
  const { key, label, enabled } = block;
  return { blockId: id, key, label, enabled, settings: writesOf(block), below: blocks[at - 1]?.id ?? null };
}

/** A block's settings as a save writes them; null where the API's list does not hold them. */
export function writesOf({ settings }: Block): readonly BlockSettingWrite[] | null {
  return settings?.filter(({ type }) => type !== 'heading').map(({ key, value }) => ({ key, value })) ?? null;
}

/** Kinds whose values name files, menus, forms and records of one website. */
const bound = /^(?:image|multi-image|menu|menu-dropdown|form|post-type:.*|multi-post-type:.*)$/u;

/** The settings that mean the same on another website, and whether any that says something had to be left out. */
export function portableWrites(block: Block): { readonly settings: readonly BlockSettingWrite[] | null; readonly leftBehind: boolean } {
  const own = (block.settings ?? []).filter(({ type }) => bound.test(type));
  const writes = writesOf(block)?.filter(({ key }) => !own.some((setting) => setting.key === key)) ?? null;
  return { settings: writes, leftBehind: own.some(({ value }) => value?.some((part) => part !== null && part !== '') ?? false) };
}

/** Whether the theme lets blocks be added; false while it is not known. */
export function canAdd(theme: ThemeKey | null): boolean {
  return theme !== null && canAddBlocks(theme);
}
