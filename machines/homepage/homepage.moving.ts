import { moveBlock } from '#contract/blocks/order.ts';
import { blockOf, listOf, neighbourOf, placeOf, shownBlocks } from './homepage.blocks.ts';
import { announced, focused, type Plan, planOf, withChange } from './homepage.plan.ts';
import { recorded } from './homepage.steps.ts';
import type { HomepageContext, LiftedBy, RecordedStep } from './homepage.types.ts';

export function lift(context: HomepageContext, id: string, by: LiftedBy): HomepageContext {
  const lifted = { ...context, lifted: { id, by, overId: id } };
  return announced(lifted, `${labelOf(context, id)} lifted`);
}

/** Whether a block can go to the place of another: that is there, is not locked, and is not where it is already. */
export function isPlace(context: HomepageContext, overId: string): boolean {
  const over = blockOf(context, overId);
  return over !== undefined && !over.static && context.lifted !== null && context.lifted.overId !== overId;
}

export function moveOver(context: HomepageContext, overId: string): HomepageContext {
  const { lifted } = context;
  if (lifted === null) return context;
  const text = `${labelOf(context, lifted.id)} moved to ${placeAfter(context, lifted.id, overId)}`;
  return announced({ ...context, lifted: { ...lifted, overId } }, text);
}

export function drop(context: HomepageContext): Plan {
  const { lifted } = context;
  if (lifted === null) return planOf(context);
  const text = `${labelOf(context, lifted.id)} dropped at ${placeAfter(context, lifted.id, lifted.overId)}`;
  return moved(announced({ ...context, lifted: null }, text), lifted.id, lifted.overId);
}

export function cancelDrop(context: HomepageContext): HomepageContext {
  return announced({ ...context, lifted: null }, 'Moving cancelled');
}

/** By the menu: one place up or down. */
export function moveBy(context: HomepageContext, id: string, by: 'up' | 'down'): Plan {
  const overId = neighbourOf(listOf(context), id, by);
  if (overId === null) return planOf(context);
  const text = `${labelOf(context, id)} moved to ${placeAfter(context, id, overId)}`;
  return moved(focused(announced(context, text), id), id, overId);
}

function moved(context: HomepageContext, id: string, overId: string): Plan {
  const before = shownBlocks(context);
  const after = moveBlock(before, id, overId);
  if (after === before) return planOf(context);
  const step: RecordedStep = {
    id: context.turn + 1,
    kind: 'order',
    blockId: id,
    label: labelOf(context, id),
    before: before.map((block) => block.id),
    after: after.map((block) => block.id),
  };
  const history = recorded(context.history, step);
  return withChange(planOf({ ...context, history }), { kind: 'order', order: step.after }, { step, direction: 'done' });
}

/** Where a block would stand in the place of another. */
function placeAfter(context: HomepageContext, id: string, overId: string): string {
  const blocks = listOf(context);
  return placeOf(moveBlock(blocks, id, overId), id);
}

export function labelOf(context: HomepageContext, id: string): string {
  return blockOf(context, id)?.label ?? 'The block';
}
