import { moveBlock } from '#contract/blocks/order.ts';
import { announce, type LiftedBy, type MoveBy } from '../arranging.ts';
import { blockOf, currentBlocks, blockLabelOf, listedBlocksOf, neighbourOf, placeOf } from './homepage.blocks.ts';
import { addStep } from './homepage.history.ts';
import { focusRow, type Plan, planOf, withChange } from './homepage.operations.ts';
import type { HomepageContext, RecordedStep } from './homepage.types.ts';

export function lift(context: HomepageContext, id: string, by: LiftedBy): HomepageContext {
  return announce({ ...context, lifted: { id, by, overId: id } }, `${blockLabelOf(context, id)} lifted`);
}

/** Whether the lifted block can go to the place of another: a block that is not locked, and not the place where it is already. */
export function isPlace(context: HomepageContext, overId: string): boolean {
  const over = blockOf(context, overId);
  return over !== undefined && !over.static && context.lifted !== null && context.lifted.overId !== overId;
}

export function moveOver(context: HomepageContext, overId: string): HomepageContext {
  const { lifted } = context;
  if (lifted === null) return context;
  const text = `${blockLabelOf(context, lifted.id)} moved to ${placeAfter(context, lifted.id, overId)}`;
  return announce({ ...context, lifted: { ...lifted, overId } }, text);
}

/** Moves the lifted block by a key. At an end it stays, which is announced: no key is without an answer. */
export function step(context: HomepageContext, by: MoveBy): HomepageContext {
  const { lifted } = context;
  if (lifted === null) return context;
  const overId = neighbourOf(listedBlocksOf(context), lifted.overId, by);
  if (overId !== null) return moveOver(context, overId);
  return announce(context, `${blockLabelOf(context, lifted.id)} stays at ${placeAfter(context, lifted.id, lifted.overId)}`);
}

export function drop(context: HomepageContext): Plan {
  const { lifted } = context;
  if (lifted === null) return planOf(context);
  const text = `${blockLabelOf(context, lifted.id)} dropped at ${placeAfter(context, lifted.id, lifted.overId)}`;
  return reorder(announce({ ...context, lifted: null }, text), lifted.id, lifted.overId);
}

export function cancelDrop(context: HomepageContext): HomepageContext {
  return announce({ ...context, lifted: null }, 'Moving cancelled');
}

/** By the menu. */
export function moveBy(context: HomepageContext, id: string, by: MoveBy): Plan {
  const overId = neighbourOf(listedBlocksOf(context), id, by);
  if (overId === null) return planOf(context);
  const text = `${blockLabelOf(context, id)} moved to ${placeAfter(context, id, overId)}`;
  return reorder(focusRow(announce(context, text), id), id, overId);
}

function reorder(context: HomepageContext, id: string, overId: string): Plan {
  const before = currentBlocks(context);
  const after = moveBlock(before, id, overId);
  if (after === before) return planOf(context);
  const order = after.map((block) => block.id);
  const step: RecordedStep = {
    id: context.lastId + 1,
    kind: 'order',
    blockId: id,
    label: blockLabelOf(context, id),
    before: before.map((block) => block.id),
    after: order,
  };
  const history = addStep(context.history, step);
  return withChange(planOf({ ...context, history }), { kind: 'order', order }, { step, direction: 'done' });
}

/** "4 of 9": where a block would be in the place of another. */
function placeAfter(context: HomepageContext, id: string, overId: string): string {
  return placeOf(moveBlock(listedBlocksOf(context), id, overId), id);
}
