import { isTaken, problemOf } from '../block-submission/block-submission.outcome.ts';
import type { BlocksLoaded, BlocksSnapshot, BlockSubmitted } from '../ports.ts';
import { withoutEditor } from './homepage.address.ts';
import { announced, focused, type Plan, planOf } from './homepage.plan.ts';
import { renamed } from './homepage.renaming.ts';
import { recorded, unstepped } from './homepage.steps.ts';
import type { HomepageContext, PendingChange } from './homepage.types.ts';
import { conflictToast, failedToast, keptToastOf, savedToast } from './homepage.words.ts';

export function isUnderWay({ changes }: HomepageContext, turn: number): boolean {
  return changes.some((pending) => pending.turn === turn && pending.settledAt === null);
}

/** Takes in what became of a change. */
export function settled(context: HomepageContext, turn: number, submitted: BlockSubmitted): Plan {
  const pending = context.changes.find((candidate) => candidate.turn === turn);
  if (!pending) return planOf(context);
  if (!isTaken(submitted)) return refused(context, pending, submitted);
  const toast = submitted.kind === 'kept' ? keptToastOf(submitted.reason, pending.copyTo) : savedToast(pending.change, pending.copyTo);
  const after = made(waitingForStore(context, pending, submitted.appendedAt), pending, submitted.blockId);
  const problem = submitted.kind === 'kept' || submitted.problem === undefined ? [] : [failedToast(submitted.problem)];
  return planOf(after, ...(toast === null || isFollowed(context, pending) ? [] : [toast]), ...problem);
}

/** Of moves in quick succession only the last is told. */
function isFollowed({ changes }: HomepageContext, { change, turn }: PendingChange): boolean {
  return change.kind === 'order' && changes.some((later) => later.change.kind === 'order' && later.turn > turn && later.settledAt === null);
}

/** The change stays laid over the list until the store, read after it stood in the queue, shows it: nothing flickers. */
function waitingForStore(context: HomepageContext, pending: PendingChange, appendedAt: number): HomepageContext {
  const changes = context.changes.map((other) => (other === pending ? { ...other, settledAt: appendedAt } : other));
  return { ...context, changes: stillLaid(changes, context.snapshot) };
}

function stillLaid(changes: readonly PendingChange[], snapshot: BlocksSnapshot | null): readonly PendingChange[] {
  return changes.filter(({ change, settledAt }) => {
    if (settledAt === null) return true;
    const laid = change.kind === 'order' || change.kind === 'show' || change.kind === 'delete';
    return laid && settledAt > (snapshot?.readAt ?? 0);
  });
}

/** A new block has its id: it becomes a step, or takes the place of the one that it replaces in the history. */
function made(context: HomepageContext, { change, copyTo, direction, step }: PendingChange, blockId: string | null): HomepageContext {
  if (change.kind !== 'create' || copyTo !== null || blockId === null || step === null) return context;
  if (direction === 'done') return focused({ ...context, history: recorded(context.history, { ...step, blockId }) }, blockId);
  // The delete of the block that this one replaces keeps its id, or it would take out the new one.
  const deletes = context.changes.filter((pending) => pending.change.kind === 'delete' && pending.change.blockId === step.blockId);
  const next = renamed(context, { [step.blockId]: blockId });
  return focused(
    { ...next, changes: next.changes.map((pending) => deletes.find(({ turn }) => turn === pending.turn) ?? pending) },
    blockId,
  );
}

/** The list shows the server's word again, the history is as if it had not been tried, and the reason is told. */
function refused(context: HomepageContext, pending: PendingChange, submitted: BlockSubmitted): Plan {
  const message = problemOf(submitted)?.message ?? '';
  // The change waits for a choice, and the row or the line above the list asks for it: it has not failed.
  const isConflict = submitted.kind === 'conflict';
  const isOrder = pending.change.kind === 'order' && !isFollowed(context, pending);
  const after: HomepageContext = {
    ...context,
    changes: context.changes.filter((other) => other !== pending),
    history: pending.step === null ? context.history : unstepped(context.history, pending.step, pending.direction),
    orderProblem: isOrder && !isConflict ? message : context.orderProblem,
  };
  return planOf(after, isConflict ? conflictToast : failedToast(message));
}

/** Takes in what is stored. The editor closes where its block has gone. */
export function heard(context: HomepageContext, snapshot: BlocksSnapshot): HomepageContext {
  const known = renamed(context, snapshot.aliases);
  const next = { ...known, snapshot, changes: stillLaid(known.changes, snapshot) };
  const { open } = next;
  if (open === null || open.since > snapshot.readAt || snapshot.blocks.some((block) => block.id === open.blockId)) return next;
  const label = context.snapshot?.blocks.find((block) => block.id === context.open?.blockId)?.label ?? 'The block';
  return announced(withoutEditor(next, null), `${label} is no longer there`);
}

/** Takes in what the API was asked for; a failure leaves what is known. */
export function refreshed(context: HomepageContext, loaded: BlocksLoaded): HomepageContext {
  return loaded.kind === 'loaded' && isNewer(context, loaded.snapshot) ? heard(context, loaded.snapshot) : context;
}

/** An older reading that arrives late would bring back what has changed since. */
export function isNewer({ snapshot: before }: HomepageContext, snapshot: BlocksSnapshot): boolean {
  return before === null || snapshot.readAt >= before.readAt;
}

export function isLiftedGone(context: HomepageContext, snapshot: BlocksSnapshot): boolean {
  const { lifted } = context;
  if (lifted === null || !isNewer(context, snapshot)) return false;
  return !snapshot.blocks.some((block) => block.id === lifted.id || block.id === snapshot.aliases[lifted.id]);
}
