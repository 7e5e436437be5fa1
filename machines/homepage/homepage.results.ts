import { enabledField, type ShowConflict } from '#contract/resources/blocks.ts';
import type { PendingReason } from '#contract/pending-reason.ts';
import { announce } from '../arranging.ts';
import type { BlockAddOutput } from '../block-add/block-add.machine.ts';
import { blockConflictMessage, isStored, problemOf } from '../block-mutation/block-mutation.operations.ts';
import type { DeleteOutput } from '../delete-confirm/delete-confirm.machine.ts';
import type { BlockChange, BlocksLoaded, BlocksSnapshot, BlockSaveResult } from '../block-ports.ts';
import type { ConflictChoice, Side, ToastContent } from '../ports.ts';
import { pendingToast } from '../save-messages.ts';
import { addingExcludedMessage, blockLabelOf } from './homepage.blocks.ts';
import { addStep, replaceIds, revertStep } from './homepage.history.ts';
import { focusRow, leaveEditor, type Plan, planOf, recordStep } from './homepage.operations.ts';
import type { CopyTarget, HomepageContext, OptimisticChange, RecordedStep } from './homepage.types.ts';

// Of the dialogs

/** After Add New Block: the block is a step, and its editor opens. */
export function applyAdded(context: HomepageContext, output: BlockAddOutput): Plan {
  if (output.kind === 'cancelled') return planOf(context);
  const { blockId, key, label, pending, problem } = output;
  const [next] = recordStep(context, { kind: 'create', blockId, key, label, enabled: null, settings: null, below: null });
  const opened: HomepageContext = {
    ...next,
    selectedId: blockId,
    address: { kind: 'block', blockId },
    open: { blockId, since: output.appendedAt },
  };
  return planOf(opened, pending ? pendingToast(pending) : createdToast, ...(problem === null ? [] : [errorToast(problem)]));
}

/** After Delete Block: the block leaves the list at once, and the next row takes the focus. */
export function applyDeleted(context: HomepageContext, output: DeleteOutput): Plan {
  const { deleting } = context;
  if (output.kind === 'cancelled' || deleting === null) return planOf(context);
  // Not the id of the output: the block may have got the server's id while the dialog was open.
  const { blockId, label } = deleting;
  const [next, step] = recordStep(context, { kind: 'delete', ...deleting });
  const id = next.lastId + 1;
  const change = { kind: 'delete', blockId, label } as const;
  const optimistic: OptimisticChange = { id, change, step, direction: 'done', copyTo: null, appendedAt: output.appendedAt };
  const deleted: HomepageContext = { ...next, lastId: id, deleting: null, changes: [...next.changes, optimistic] };
  const { focusAfter, pending } = output;
  const after = deleted.open?.blockId === blockId ? leaveEditor(deleted, focusAfter) : focusRow(deleted, focusAfter);
  return planOf(after, withUndo(pending ? pendingToast(pending) : deletedToast, step));
}

// Of mutations

type StoredResult = Extract<BlockSaveResult, { readonly kind: 'saved' | 'pending' }>;

export function isUnderWay({ changes }: HomepageContext, changeId: number): boolean {
  return changes.some(({ id, appendedAt }) => id === changeId && appendedAt === null);
}

/** Applies the result of a mutation. */
export function applyBlockResult(context: HomepageContext, changeId: number, result: BlockSaveResult): Plan {
  const optimistic = context.changes.find(({ id }) => id === changeId);
  if (!optimistic) return planOf(context);
  if (!isStored(result)) return revert(context, optimistic, result);
  const toast = toastOf(optimistic, result);
  // What is behind a conflict the store does not show either, until a person has decided.
  const isBehindConflict = result.kind === 'pending' && result.reason.kind === 'behindConflict';
  const appendedAt = isBehindConflict ? 0 : result.appendedAt;
  const after = applyCreated(markAppended(context, optimistic, appendedAt), optimistic, result.blockId);
  const problem = result.kind === 'pending' || result.problem === undefined ? [] : [errorToast(result.problem)];
  return planOf(after, ...(toast === null || isFollowed(context, optimistic) ? [] : [toast]), ...problem);
}

function toastOf({ change, copyTo: target, direction, step }: OptimisticChange, result: StoredResult): ToastContent | null {
  if (result.kind === 'saved' && result.isWithdrawn) return keptToast;
  if (result.kind === 'saved' && change.kind === 'create' && change.bringsBack !== undefined) return recreatedToast;
  const toast = result.kind === 'pending' ? pendingToastOf(result.reason, target) : savedToast(change, target);
  return toast !== null && change.kind === 'order' && direction === 'done' && step !== null ? withUndo(toast, step) : toast;
}

/** The toast with a button that undoes the step. */
function withUndo(toast: ToastContent, { id }: RecordedStep): ToastContent {
  return { ...toast, action: { id: undoActionId(id), label: 'Undo' } };
}

const undoActionPrefix = 'homepage-undo-';
const undoActionId = (stepId: number): string => `${undoActionPrefix}${stepId}`;

/** The step that a toast's button undoes. */
export function stepOfAction(actionId: string): number {
  return Number(actionId.slice(undoActionPrefix.length));
}

/** Of several moves in quick succession only the last has a toast. */
function isFollowed({ changes }: HomepageContext, { change, id }: OptimisticChange): boolean {
  return change.kind === 'order' && changes.some((later) => later.change.kind === 'order' && later.id > id && later.appendedAt === null);
}

/** The screen applies the change until the store, read after the change was in the outbox, shows it: nothing flickers. */
function markAppended(context: HomepageContext, optimistic: OptimisticChange, appendedAt: number): HomepageContext {
  const changes = context.changes.map((other) => (other === optimistic ? { ...other, appendedAt } : other));
  return { ...context, changes: notInStore(changes, context.snapshot) };
}

function notInStore(changes: readonly OptimisticChange[], snapshot: BlocksSnapshot | null): readonly OptimisticChange[] {
  return changes.filter(({ change, appendedAt }) => {
    if (appendedAt === null) return true;
    const isApplied = change.kind === 'order' || change.kind === 'show' || change.kind === 'delete';
    return isApplied && appendedAt > (snapshot?.readAt ?? 0);
  });
}

/** A new block has its id: it becomes a step, or replaces the deleted block in the history that it was created again for. */
function applyCreated(
  context: HomepageContext,
  { change, copyTo: target, direction, step }: OptimisticChange,
  blockId: string | null,
): HomepageContext {
  if (change.kind !== 'create' || target !== null || blockId === null || step === null) return context;
  if (direction === 'done') return focusRow({ ...context, history: addStep(context.history, { ...step, blockId }) }, blockId);
  // The delete of the earlier block keeps that block's id, or it would remove the new one.
  const deletes = context.changes.filter((other) => other.change.kind === 'delete' && other.change.blockId === step.blockId);
  const next = replaceIds(context, { [step.blockId]: blockId });
  const changes = next.changes.map((other) => deletes.find(({ id }) => id === other.id) ?? other);
  return focusRow({ ...next, changes }, blockId);
}

/** The screen shows the server state again, the history is the one from before the change, and a toast has the reason. */
function revert(context: HomepageContext, optimistic: OptimisticChange, result: BlockSaveResult): Plan {
  const message = problemOf(result)?.message ?? '';
  // The row or the banner above the list asks for a choice: the change is not an error.
  const isConflict = result.kind === 'conflict';
  const isOrder = optimistic.change.kind === 'order' && !isFollowed(context, optimistic);
  const after: HomepageContext = {
    ...context,
    changes: context.changes.filter((other) => other !== optimistic),
    history: optimistic.step === null ? context.history : revertStep(context.history, optimistic.step, optimistic.direction),
    orderProblem: isOrder && !isConflict ? message : context.orderProblem,
  };
  return planOf(after, isConflict ? conflictToast : errorToast(message));
}

// Of a choice

/** The conflict of a block that two people have hidden or shown differently; null where there is none. */
export function showConflictOf({ snapshot }: HomepageContext, id: string): ShowConflict | null {
  return snapshot?.showConflicts[id] ?? null;
}

/** The choice in the form that the outbox takes; empty where the conflict has been resolved elsewhere meanwhile. */
export function conflictChoicesOf(context: HomepageContext): readonly ConflictChoice[] {
  const { choice } = context;
  const conflict = choice && showConflictOf(context, choice.id);
  return conflict ? [{ opId: conflict.opId, choices: { [enabledField(choice.id)]: choice.side } }] : [];
}

/** The choice is stored: it is announced, and the row takes the focus, since the button that had it is gone. */
export function finishChoice(context: HomepageContext): HomepageContext {
  const { choice } = context;
  if (choice === null) return context;
  const which: Readonly<Record<Side, string>> = { mine: 'Yours is kept.', theirs: 'The one on the server is kept.' };
  return { ...focusRow(announce(context, `${blockLabelOf(context, choice.id)}: ${which[choice.side]}`), choice.id), choice: null };
}

// Of the store

/** Applies the store's latest snapshot. The editor closes where its block is gone. */
export function applySnapshot(context: HomepageContext, snapshot: BlocksSnapshot): HomepageContext {
  const known = replaceIds(context, snapshot.idMap);
  const next = { ...known, snapshot, changes: notInStore(known.changes, snapshot) };
  const { open } = next;
  if (open === null || open.since > snapshot.readAt || snapshot.blocks.some((block) => block.id === open.blockId)) return next;
  const label = context.snapshot?.blocks.find((block) => block.id === context.open?.blockId)?.label ?? 'The block';
  return announce(leaveEditor(next, null), `${label} is no longer there`);
}

/** Applies a refreshed snapshot; a failed refresh changes nothing. */
export function applyRefreshed(context: HomepageContext, loaded: BlocksLoaded): HomepageContext {
  return loaded.kind === 'loaded' && isNewer(context, loaded.snapshot) ? applySnapshot(context, loaded.snapshot) : context;
}

/** An older snapshot that arrives late would bring back what has changed since. */
export function isNewer({ snapshot: before }: HomepageContext, snapshot: BlocksSnapshot): boolean {
  return before === null || snapshot.readAt >= before.readAt;
}

export function isLiftedGone(context: HomepageContext, snapshot: BlocksSnapshot): boolean {
  const { lifted } = context;
  if (lifted === null || !isNewer(context, snapshot)) return false;
  return !snapshot.blocks.some((block) => block.id === lifted.id || block.id === snapshot.idMap[lifted.id]);
}

// Toasts

const shortly = 'The website preview will update shortly';

const orderToast: ToastContent = { type: 'success', title: 'Saving page order', content: shortly };
const createdToast: ToastContent = { type: 'success', title: 'Block Created Successfully', content: '' };
const deletedToast: ToastContent = { type: 'success', title: 'Block Successfully Deleted', content: shortly };
/** The delete was never sent: the block is the same, under the same id. */
const keptToast: ToastContent = { type: 'success', title: 'Delete withdrawn', content: 'It had not been sent. The block is as it was.' };
/** The deleted block can't be brought back from the server. */
const recreatedToast: ToastContent = {
  ...createdToast,
  content: 'The deleted block is gone. This is a new one with the same settings, in the same place.',
};
const settingsToast: ToastContent = { type: 'success', title: 'Saved', content: 'Theme settings successfully updated' };
/** Of a change that waits for a choice: nothing is lost. */
const conflictToast: ToastContent = { type: 'warning', title: 'Needs attention', content: blockConflictMessage };
/** For an address of Add Block on a theme without it. */
export const excludedToast: ToastContent = { type: 'info', title: 'No block can be added', content: addingExcludedMessage };
const leftBehind = 'Its images, menus, forms and records stay here: choose them there.';

export function errorToast(message: string): ToastContent {
  return { type: 'error', title: 'Error', content: message };
}

/** Null where the row says enough. */
function savedToast(change: BlockChange, target: CopyTarget | null): ToastContent | null {
  if (target !== null) return { ...createdToast, content: `It is on ${target.name} now.${target.leavesBehind ? ` ${leftBehind}` : ''}` };
  return { order: orderToast, create: createdToast, delete: deletedToast, settings: settingsToast, show: null }[change.kind];
}

function pendingToastOf(reason: PendingReason, target: CopyTarget | null): ToastContent {
  const toast = pendingToast(reason);
  return target?.leavesBehind ? { ...toast, content: `${toast.content} ${leftBehind}` } : toast;
}
