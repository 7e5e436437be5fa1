import { sameJson } from '#contract/json.ts';
import type { BlockChange } from '../ports.ts';
import { blockOf } from './homepage.blocks.ts';
import type { BlockCopy, Direction, EditedBlock, HomepageContext, HomepageHistory, HomepageStep, RecordedStep } from './homepage.types.ts';

/** Steps that can be taken back. */
const longest = 100;

/** What a step is called: "moving Banner". */
export function stepLabel(step: HomepageStep): string {
  const doing = { order: 'moving', show: 'hiding', create: 'adding', delete: 'deleting', settings: 'editing' }[step.kind];
  return `${step.kind === 'show' && step.enabled ? 'showing' : doing} ${step.label}`;
}

/** The changes that do a step, or take it back. */
export function changesOf(step: HomepageStep, direction: Direction): readonly BlockChange[] {
  const back = direction === 'undone';
  switch (step.kind) {
    case 'order':
      return [{ kind: 'order', order: back ? step.before : step.after }];
    case 'show':
      return [{ kind: 'show', blockId: step.blockId, label: step.label, enabled: step.enabled !== back }];
    case 'create':
      return [back ? deleteOf(step) : createOf(step)];
    case 'delete':
      return [back ? createOf(step) : deleteOf(step)];
    case 'settings':
      return back ? editsOf(step, step.after, step.before) : editsOf(step, step.before, step.after);
  }
}

export function createOf({ key, label, enabled, settings, below }: BlockCopy): BlockChange {
  return { kind: 'create', key, label, enabled, copyOf: settings === null ? null : { settings }, below };
}

function deleteOf({ blockId, label }: BlockCopy): BlockChange {
  return { kind: 'delete', blockId, label };
}

/** `from` is what the change starts from: a stored value that is neither is somebody else's, and is asked about. */
function editsOf({ blockId, label }: { blockId: string; label: string }, from: EditedBlock, to: EditedBlock): readonly BlockChange[] {
  const base = Object.fromEntries(from.settings.map(({ key, value }) => [key, value]));
  const settings = to.settings.filter(({ key, value }) => !sameJson(value, base[key]));
  const shown: readonly BlockChange[] =
    to.enabled === null || to.enabled === from.enabled ? [] : [{ kind: 'show', blockId, label, enabled: to.enabled }];
  return settings.length === 0 ? shown : [{ kind: 'settings', blockId, label, settings, base }, ...shown];
}

/** True where a step is about a block that has gone meanwhile. */
export function isGone(context: HomepageContext, step: HomepageStep, direction: Direction): boolean {
  const makes = step.kind === (direction === 'undone' ? 'delete' : 'create');
  return !makes && !blockOf(context, step.blockId);
}

/** Notes what was done; what had been taken back can't be done again after it. */
export function recorded({ past }: HomepageHistory, step: RecordedStep): HomepageHistory {
  return { past: [...past, step].slice(-longest), future: [] };
}

/** The history after its last step was taken back, or the last one that was taken back is done again. */
export function stepped({ past, future }: HomepageHistory, step: RecordedStep, direction: Direction): HomepageHistory {
  const others = (steps: readonly RecordedStep[]) => steps.filter(({ id }) => id !== step.id);
  if (direction === 'undone') return { past: others(past), future: [...future, step] };
  return { past: [...past, step], future: others(future) };
}

/** The history without a step: its block is gone, or it was never taken. */
export function forgotten({ past, future }: HomepageHistory, step: RecordedStep): HomepageHistory {
  const others = (steps: readonly RecordedStep[]) => steps.filter(({ id }) => id !== step.id);
  return { past: others(past), future: others(future) };
}

/** The history after a step was refused: as if it had not been tried. */
export function unstepped(history: HomepageHistory, step: RecordedStep, direction: Direction): HomepageHistory {
  const { past, future } = history;
  if (direction === 'done') return forgotten(history, step);
  const among = direction === 'undone' ? future : past;
  if (!among.some(({ id }) => id === step.id)) return history;
  return stepped({ past, future }, step, direction === 'undone' ? 'redone' : 'undone');
}
