import type { BlockChange } from '../ports.ts';
import type { HomepageContext, RecordedStep } from './homepage.types.ts';

type Ids = Readonly<Record<string, string>>;

/** The context with other ids for some blocks: those that the server gave, or that of a deleted block that was made again. */
export function renamed(context: HomepageContext, ids: Ids): HomepageContext {
  if (Object.keys(ids).length === 0) return context;
  const id = (old: string): string => ids[old] ?? old;
  const orNull = (old: string | null): string | null => (old === null ? null : id(old));
  const step = (old: RecordedStep): RecordedStep => renamedStep(old, id);
  const { address, askedCopy, changes, focus, history, lifted, open } = context;
  return {
    ...context,
    changes: changes.map((pending) => ({
      ...pending,
      change: renamedChange(pending.change, id),
      step: pending.step && step(pending.step),
    })),
    history: { past: history.past.map(step), future: history.future.map(step) },
    lifted: lifted && { ...lifted, id: id(lifted.id), overId: id(lifted.overId) },
    address: address.kind === 'block' ? { ...address, blockId: id(address.blockId) } : address,
    open: open && { ...open, blockId: id(open.blockId) },
    hoveredId: orNull(context.hoveredId),
    askedId: orNull(context.askedId),
    askedCopy: askedCopy && { ...askedCopy, blockId: id(askedCopy.blockId), below: orNull(askedCopy.below) },
    focus: { ...focus, blockId: orNull(focus.blockId) },
  };
}

function renamedStep(step: RecordedStep, id: (old: string) => string): RecordedStep {
  const blockId = id(step.blockId);
  if (step.kind === 'order') return { ...step, blockId, before: step.before.map(id), after: step.after.map(id) };
  if (step.kind === 'create' || step.kind === 'delete') return { ...step, blockId, below: step.below === null ? null : id(step.below) };
  return { ...step, blockId };
}

function renamedChange(change: BlockChange, id: (old: string) => string): BlockChange {
  if (change.kind === 'order') return { ...change, order: change.order.map(id) };
  if (change.kind === 'create') return { ...change, below: change.below === null ? null : id(change.below) };
  return { ...change, blockId: id(change.blockId) };
}
