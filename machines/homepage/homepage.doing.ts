import { limits } from '#contract/limits.ts';
import { sameJson } from '#contract/json.ts';
import type { BlockAddOutput } from '../block-add/block-add.types.ts';
import type { DeleteOutput } from '../delete-confirm/delete-confirm.types.ts';
import { keptToast } from '../save-words.ts';
import { withoutEditor } from './homepage.address.ts';
import { blockOf, copyOf, portableWrites } from './homepage.blocks.ts';
import { labelOf } from './homepage.moving.ts';
import { announced, focused, type Plan, planOf, withChange } from './homepage.plan.ts';
import { changesOf, createOf, forgotten, isGone, recorded, stepLabel, stepped } from './homepage.steps.ts';
import type { BlockCopy, CopyTarget, EditedBlock, HomepageContext, HomepageStep, RecordedStep } from './homepage.types.ts';
import { createdToast, deletedToast, goneToast } from './homepage.words.ts';

/** Hides a block, or shows it again. */
export function toggle(context: HomepageContext, id: string): Plan {
  const block = blockOf(context, id);
  if (!block) return planOf(context);
  const enabled = block.enabled === false;
  const [next, step] = done(context, { kind: 'show', blockId: id, label: block.label, enabled });
  return withChange(planOf(next), { kind: 'show', blockId: id, label: block.label, enabled }, { step, direction: 'done' });
}

/** The copy stands right below its original. It becomes a step once it has an id. */
export function duplicate(context: HomepageContext, id: string): Plan {
  const copy = copyOf(context, id);
  if (copy === null) return planOf(context);
  const step: RecordedStep = { id: context.turn + 1, kind: 'create', ...copy, label: copiedLabel(copy.label), below: id };
  return withChange(planOf(context), createOf(step), { step, direction: 'done' });
}

/** A copy on another website of the same theme. What names this website's own files, menus and records stays behind. */
export function copyTo(context: HomepageContext, id: string, target: Omit<CopyTarget, 'leftBehind'>): Plan {
  const block = blockOf(context, id);
  if (!block) return planOf(context);
  const { settings, leftBehind } = portableWrites(block);
  const copy: BlockCopy = { blockId: id, key: block.key, label: block.label, enabled: block.enabled, settings, below: null };
  return withChange(planOf(context), createOf(copy), { step: null, direction: 'done', copyTo: { ...target, leftBehind } });
}

function copiedLabel(label: string): string {
  const copied = ' (copy)';
  return `${label.slice(0, limits.blockLabelCharacters - copied.length)}${copied}`;
}

/** After the dialog: the block is a step, and its editor opens. */
export function added(context: HomepageContext, output: BlockAddOutput): Plan {
  if (output.kind === 'cancelled') return planOf(context);
  const { blockId, key, label } = output;
  const [next] = done(context, { kind: 'create', blockId, key, label, enabled: null, settings: null, below: null });
  const opened: HomepageContext = { ...next, address: { kind: 'block', blockId }, open: { blockId, since: output.appendedAt } };
  return planOf(opened, output.kept ? keptToast(output.kept) : createdToast);
}

/** After the dialog: the block is gone from the list at once, and the next row has the focus. */
export function deleted(context: HomepageContext, output: DeleteOutput): Plan {
  if (output.kind === 'cancelled') return planOf(context);
  const copy = context.askedCopy;
  const [next, step] = copy === null ? [context, null] : done(context, { kind: 'delete', ...copy });
  const change = { kind: 'delete', blockId: output.id, label: copy?.label ?? '' } as const;
  const turn = next.turn + 1;
  const gone: HomepageContext = {
    ...next,
    turn,
    changes: [...next.changes, { turn, change, step, direction: 'done', copyTo: null, settledAt: output.appendedAt }],
  };
  const after = gone.open?.blockId === output.id ? withoutEditor(gone, output.focusAfter) : focused(gone, output.focusAfter);
  return planOf(after, output.kept ? keptToast(output.kept) : deletedToast);
}

/** The editor has saved by itself; the save becomes a step of the list's history too. */
export function edited(context: HomepageContext, blockId: string, before: EditedBlock, after: EditedBlock): HomepageContext {
  const same = before.enabled === after.enabled && sameJson([...before.settings], [...after.settings]);
  return same ? context : done(context, { kind: 'settings', blockId, label: labelOf(context, blockId), before, after })[0];
}

function done(context: HomepageContext, what: HomepageStep): readonly [HomepageContext, RecordedStep] {
  const turn = context.turn + 1;
  const step: RecordedStep = { ...what, id: turn };
  return [{ ...context, turn, history: recorded(context.history, step) }, step];
}

/** Takes back what was done last, or does again what was taken back last. A step whose block is gone is dropped, and told. */
export function step(context: HomepageContext, direction: 'undone' | 'redone'): Plan {
  const { past, future } = context.history;
  const next = direction === 'undone' ? past.at(-1) : future.at(-1);
  if (!next) return planOf(context);
  if (isGone(context, next, direction)) {
    return planOf({ ...context, history: forgotten(context.history, next) }, goneToast(next.label, direction));
  }
  const after = announced(
    { ...context, history: stepped(context.history, next, direction) },
    `${direction === 'undone' ? 'Undone' : 'Redone'}: ${stepLabel(next)}`,
  );
  const plan = changesOf(next, direction).reduce((so, change) => withChange(so, change, { step: next, direction }), planOf(after));
  return { ...plan, context: withoutGone(plan.context) };
}

/** Closes the editor of a block that was taken back. A new one that the list does not hold yet stays open. */
function withoutGone(context: HomepageContext): HomepageContext {
  const { open, snapshot } = context;
  const gone = open !== null && open.since <= (snapshot?.readAt ?? 0) && !blockOf(context, open.blockId);
  return gone ? withoutEditor(context, null) : context;
}

/** While a block is being made its id is not known, and a step about it could not be taken. */
export function isMaking({ changes }: HomepageContext): boolean {
  return changes.some(({ change, copyTo: target }) => change.kind === 'create' && target === null);
}
