import { sameJson } from '#contract/json.ts';
import type { BlockChange } from '../block-ports.ts';
import { blockOf } from './homepage.blocks.ts';
import type { BlockCopy, Direction, EditedBlock, HomepageContext, HomepageHistory, HomepageStep, RecordedStep } from './homepage.types.ts';

/** Steps that can be undone. */
const mostSteps = 100;

/** What a step is called: "moving Banner". */
export function stepLabel(step: HomepageStep): string {
  const doing = { order: 'moving', show: 'hiding', create: 'adding', delete: 'deleting', settings: 'editing' }[step.kind];
  return `${step.kind === 'show' && step.enabled ? 'showing' : doing} ${step.label}`;
}

/**
 * The changes that do a step, or undo it. `order`: the blocks as they are. A move goes back or forth by itself, since a toast undoes a step out
 * of turn: the whole order of its time would take other moves along.
 */
export function changesOfStep(step: HomepageStep, direction: Direction, order: readonly string[]): readonly BlockChange[] {
  const isUndo = direction === 'undone';
  switch (step.kind) {
    case 'order':
      return [{ kind: 'order', order: movedAsIn(order, step.blockId, isUndo ? step.before : step.after) }];
    case 'show':
      return [{ kind: 'show', blockId: step.blockId, label: step.label, enabled: step.enabled !== isUndo }];
    case 'create':
      return [isUndo ? deleteOf(step) : createOf(step)];
    case 'delete':
      return [isUndo ? { ...createOf(step), bringsBack: step.blockId } : deleteOf(step)];
    case 'settings':
      return isUndo ? editsOf(step, step.after, step.before) : editsOf(step, step.before, step.after);
  }
}

export function createOf({ key, label, enabled, settings, below }: BlockCopy): Extract<BlockChange, { kind: 'create' }> {
  return { kind: 'create', key, label, enabled, copyOf: settings === null ? null : { settings }, below };
}

function deleteOf({ blockId, label }: BlockCopy): BlockChange {
  return { kind: 'delete', blockId, label };
}

/** `from` is the base of the change: a stored value that differs from it and from `to` is somebody else's, and a conflict. */
function editsOf({ blockId, label }: { blockId: string; label: string }, from: EditedBlock, to: EditedBlock): readonly BlockChange[] {
  const base = Object.fromEntries(from.settings.map(({ key, value }) => [key, value]));
  const settings = to.settings.filter(({ key, value }) => !sameJson(value, base[key]));
  const show: readonly BlockChange[] =
    to.enabled === null || to.enabled === from.enabled ? [] : [{ kind: 'show', blockId, label, enabled: to.enabled }];
  return settings.length === 0 ? show : [{ kind: 'settings', blockId, label, settings, base }, ...show];
}

/** The order with one block moved to the place where it has the most blocks on the side that they are on in another order. */
function movedAsIn(order: readonly string[], blockId: string, other: readonly string[]): readonly string[] {
  const others = order.filter((id) => id !== blockId);
  const at = other.indexOf(blockId);
  const above = new Set(other.slice(0, at));
  const below = new Set(other.slice(at + 1));
  let best = { place: 0, wrong: 0 };
  // Relative to the place at the top; each place further down passes one block.
  let wrong = 0;
  for (const [passed, id] of others.entries()) {
    wrong += above.has(id) ? -1 : below.has(id) ? 1 : 0;
    if (wrong < best.wrong) best = { place: passed + 1, wrong };
  }
  return others.toSpliced(best.place, 0, blockId);
}

/** True where the block that a step changes is no longer there. */
export function isBlockGone(context: HomepageContext, step: HomepageStep, direction: Direction): boolean {
  const creates = step.kind === (direction === 'undone' ? 'delete' : 'create');
  return !creates && !blockOf(context, step.blockId);
}

/** Adds a step, after which undone steps can't be redone. */
export function addStep({ past }: HomepageHistory, step: RecordedStep): HomepageHistory {
  return { past: [...past, step].slice(-mostSteps), future: [] };
}

/** Moves a step between what can be undone and what can be redone. */
export function moveStep({ past, future }: HomepageHistory, step: RecordedStep, direction: Direction): HomepageHistory {
  const others = (steps: readonly RecordedStep[]) => steps.filter(({ id }) => id !== step.id);
  if (direction === 'undone') return { past: others(past), future: [...future, step] };
  return { past: [...past, step], future: others(future) };
}

/** The history without a step: its block is gone, or the change was not stored. */
export function withoutStep({ past, future }: HomepageHistory, step: RecordedStep): HomepageHistory {
  const others = (steps: readonly RecordedStep[]) => steps.filter(({ id }) => id !== step.id);
  return { past: others(past), future: others(future) };
}

/** The history from before a step whose change was rejected. */
export function revertStep(history: HomepageHistory, step: RecordedStep, direction: Direction): HomepageHistory {
  const { past, future } = history;
  if (direction === 'done') return withoutStep(history, step);
  const target = direction === 'undone' ? future : past;
  if (!target.some(({ id }) => id === step.id)) return history;
  return moveStep({ past, future }, step, direction === 'undone' ? 'redone' : 'undone');
}

type IdMap = Readonly<Record<string, string>>;

/** Replaces ids everywhere in the context: local ids by the server's, or a deleted block's id by that of the block made in its place. */
export function replaceIds(context: HomepageContext, idMap: IdMap): HomepageContext {
  if (Object.keys(idMap).length === 0) return context;
  const id = (old: string): string => idMap[old] ?? old;
  const orNull = (old: string | null): string | null => (old === null ? null : id(old));
  const step = (old: RecordedStep): RecordedStep => stepWithIds(old, id);
  const { address, changes, deleting, focus, history, lifted, open } = context;
  return {
    ...context,
    address: address.kind === 'block' ? { ...address, blockId: id(address.blockId) } : address,
    changes: changes.map((unstored) => ({
      ...unstored,
      change: changeWithIds(unstored.change, id),
      step: unstored.step && step(unstored.step),
    })),
    history: { past: history.past.map(step), future: history.future.map(step) },
    lifted: lifted && { ...lifted, id: id(lifted.id), overId: id(lifted.overId) },
    open: open && { ...open, blockId: id(open.blockId) },
    hoveredId: orNull(context.hoveredId),
    selectedId: orNull(context.selectedId),
    deleting: deleting && { ...deleting, blockId: id(deleting.blockId), below: orNull(deleting.below) },
    focus: { ...focus, blockId: orNull(focus.blockId) },
  };
}

function stepWithIds(step: RecordedStep, id: (old: string) => string): RecordedStep {
  const blockId = id(step.blockId);
  if (step.kind === 'order') return { ...step, blockId, before: step.before.map(id), after: step.after.map(id) };
  if (step.kind === 'create' || step.kind === 'delete') return { ...step, blockId, below: step.below === null ? null : id(step.below) };
  return { ...step, blockId };
}

function changeWithIds(change: BlockChange, id: (old: string) => string): BlockChange {
  if (change.kind === 'order') return { ...change, order: change.order.map(id) };
  if (change.kind === 'create') {
    const { bringsBack } = change;
    const below = change.below === null ? null : id(change.below);
    return { ...change, below, ...(bringsBack === undefined ? {} : { bringsBack: id(bringsBack) }) };
  }
  return { ...change, blockId: id(change.blockId) };
}
