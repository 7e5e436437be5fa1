import { canAddBlocks } from '#contract/blocks/catalogue.ts';
import { listOf } from './homepage.blocks.ts';
import { focused } from './homepage.plan.ts';
import type { HomepageAddress, HomepageContext } from './homepage.types.ts';

export function sameAddress(a: HomepageAddress, b: HomepageAddress): boolean {
  return a.kind === b.kind && blockIdOf(a) === blockIdOf(b);
}

const blockIdOf = (address: HomepageAddress): string | null => (address.kind === 'block' ? address.blockId : null);

/** The block that the address names, by the id that it has now; null where it names none. */
function namedBlockId({ address, snapshot }: HomepageContext): string | null {
  const id = blockIdOf(address);
  return id === null ? null : (snapshot?.aliases[id] ?? id);
}

export function isNamedBlockListed(context: HomepageContext): boolean {
  const id = namedBlockId(context);
  return id !== null && listOf(context).some((block) => block.id === id);
}

/** Opens the editor of the block that the address names. An id of this device gives way to the server's. */
export function openNamedBlock(context: HomepageContext): HomepageContext {
  const blockId = namedBlockId(context);
  if (blockId === null) return context;
  return { ...context, address: { kind: 'block', blockId }, open: { blockId, since: context.snapshot?.readAt ?? 0 } };
}

/** The address names another place: the row of the block that was open takes the focus, where the list is shown. */
export function closeEditor(context: HomepageContext): HomepageContext {
  const { address, open } = context;
  if (open === null) return context;
  const closed = { ...context, open: null };
  return address.kind === 'list' ? focused(closed, open.blockId) : closed;
}

/** Back to the list, since the block in the editor is no longer there. `focusId`: the row that takes the focus; null: the heading. */
export function withoutEditor(context: HomepageContext, focusId: string | null): HomepageContext {
  return { ...focused(context, focusId), open: null, address: { kind: 'list' } };
}

/** True where the theme is known to let no block be added. */
export function isAddingExcluded({ snapshot }: HomepageContext): boolean {
  const theme = snapshot?.theme ?? null;
  return theme !== null && !canAddBlocks(theme);
}
