import { sameJson } from '#contract/json.ts';
import { limits } from '#contract/limits.ts';
import { announce } from '../arranging.ts';
import type { BlockAddInput } from '../block-add/block-add.machine.ts';
import type { BlockMutationInput } from '../block-mutation/block-mutation.machine.ts';
import type { BlockChange } from '../block-ports.ts';
import type { ToastContent } from '../ports.ts';
import { blockOf, copyOf, currentBlocks, blockLabelOf, listedBlocksOf, portableWrites } from './homepage.blocks.ts';
import { addStep, changesOfStep, createOf, isBlockGone, moveStep, stepLabel, withoutStep } from './homepage.history.ts';
import type {
  BlockCopy,
  CopyTarget,
  Direction,
  EditedBlock,
  HomepageAddress,
  HomepageContext,
  HomepageStep,
  RecordedStep,
} from './homepage.types.ts';

/** The result of an action: the context after it, the mutations to start, and the toasts to show. */
export interface Plan {
  readonly context: HomepageContext;
  readonly mutations: readonly BlockMutationInput[];
  readonly toasts: readonly ToastContent[];
}

export function planOf(context: HomepageContext, ...toasts: readonly ToastContent[]): Plan {
  return { context, mutations: [], toasts };
}

export interface ChangePurpose {
  readonly step: RecordedStep | null;
  readonly direction: Direction;
  readonly copyTo?: CopyTarget;
}

/** Starts a change, and shows it from now on as if it were stored. */
export function withChange({ context, mutations, toasts }: Plan, change: BlockChange, purpose: ChangePurpose): Plan {
  const id = context.lastId + 1;
  const copyTo = purpose.copyTo ?? null;
  const optimistic = { id, change, step: purpose.step, direction: purpose.direction, copyTo, appendedAt: null };
  const orderProblem = change.kind === 'order' ? null : context.orderProblem;
  return {
    context: { ...context, lastId: id, orderProblem, changes: [...context.changes, optimistic] },
    mutations: [...mutations, { websiteId: copyTo?.websiteId ?? context.websiteId, changeId: id, change }],
    toasts,
  };
}

/** Gives the focus to a row; null: to the heading. */
export function focusRow(context: HomepageContext, blockId: string | null): HomepageContext {
  return { ...context, focus: { blockId, count: context.focus.count + 1 } };
}

export function recordStep(context: HomepageContext, step: HomepageStep): readonly [HomepageContext, RecordedStep] {
  const id = context.lastId + 1;
  const recorded: RecordedStep = { ...step, id };
  return [{ ...context, lastId: id, history: addStep(context.history, recorded) }, recorded];
}

// The address

export function sameAddress(a: HomepageAddress, b: HomepageAddress): boolean {
  return a.kind === b.kind && addressedId(a) === addressedId(b);
}

const addressedId = (address: HomepageAddress): string | null => (address.kind === 'block' ? address.blockId : null);

/** The block that the address names, by the id that it has now; null where the address names none. */
function namedBlockId({ address, snapshot }: HomepageContext): string | null {
  const id = addressedId(address);
  return id === null ? null : (snapshot?.idMap[id] ?? id);
}

export function isNamedBlockListed(context: HomepageContext): boolean {
  const id = namedBlockId(context);
  return id !== null && listedBlocksOf(context).some((block) => block.id === id);
}

/** Opens the editor of the block that the address names. The server's id replaces a local one. */
export function openNamedBlock(context: HomepageContext): HomepageContext {
  const blockId = namedBlockId(context);
  if (blockId === null) return context;
  return { ...context, address: { kind: 'block', blockId }, selectedId: blockId, open: { blockId, since: context.snapshot?.readAt ?? 0 } };
}

/** Closes the editor since the address names something else. In the list the row of the block that was open takes the focus. */
export function closeEditor(context: HomepageContext): HomepageContext {
  const { address, open } = context;
  if (open === null) return context;
  const closed = { ...context, open: null };
  return address.kind === 'list' ? focusRow(closed, open.blockId) : closed;
}

/** Returns to the list since the block in the editor is gone. */
export function leaveEditor(context: HomepageContext, focusId: string | null): HomepageContext {
  return { ...focusRow(context, focusId), open: null, address: { kind: 'list' } };
}

// Adding

/** What the dialog Add New Block begins with: below the selected row, unless that is the last one. */
export function addInputOf(context: HomepageContext): BlockAddInput {
  const { websiteId, snapshot, selectedId } = context;
  const blocks = listedBlocksOf(context);
  const selected = blocks.find(({ id }) => id === selectedId);
  return {
    websiteId,
    theme: snapshot?.theme ?? null,
    labels: blocks.map(({ label }) => label),
    below: selected === undefined || selected === blocks.at(-1) ? null : { blockId: selected.id, label: selected.label },
  };
}

// Hiding, copying, editing, undo

/** Hides a block, or shows it again. */
export function toggle(context: HomepageContext, id: string): Plan {
  const block = blockOf(context, id);
  if (!block) return planOf(context);
  const change = { kind: 'show', blockId: id, label: block.label, enabled: block.enabled === false } as const;
  const [next, step] = recordStep(context, change);
  return withChange(planOf(next), change, { step, direction: 'done' });
}

/** The copy goes right below its original. It becomes a step once it has an id. */
export function duplicate(context: HomepageContext, id: string): Plan {
  const copy = copyOf(context, id);
  if (copy === null) return planOf(context);
  const step: RecordedStep = { id: context.lastId + 1, kind: 'create', ...copy, label: labelOfCopy(copy.label), below: id };
  return withChange(planOf(context), createOf(step), { step, direction: 'done' });
}

function labelOfCopy(label: string): string {
  const suffix = ' (copy)';
  return `${label.slice(0, limits.blockLabelCharacters - suffix.length)}${suffix}`;
}

/** A copy on another website of the same theme, without what names this website's own files, menus and records. */
export function copyTo(context: HomepageContext, id: string, target: Omit<CopyTarget, 'leavesBehind'>): Plan {
  const block = blockOf(context, id);
  if (!block) return planOf(context);
  const { settings, leavesBehind } = portableWrites(block);
  const copy: BlockCopy = { blockId: id, key: block.key, label: block.label, enabled: block.enabled, settings, below: null };
  return withChange(planOf(context), createOf(copy), { step: null, direction: 'done', copyTo: { ...target, leavesBehind } });
}

/** The editor saves by itself; its save becomes a step of the list's history too. */
export function recordEdit(context: HomepageContext, blockId: string, before: EditedBlock, after: EditedBlock): HomepageContext {
  const isSame = before.enabled === after.enabled && sameJson([...before.settings], [...after.settings]);
  return isSame ? context : recordStep(context, { kind: 'settings', blockId, label: blockLabelOf(context, blockId), before, after })[0];
}

/** Undoes the last step, or redoes the one that was undone last. A step whose block is gone is dropped, with a toast. */
export function undoOrRedo(context: HomepageContext, direction: 'undone' | 'redone'): Plan {
  const { past, future } = context.history;
  const step = direction === 'undone' ? past.at(-1) : future.at(-1);
  return step ? applyStep(context, step, direction) : planOf(context);
}

/** Undoes one step, by its toast: what was done since stays. */
export function undoStep(context: HomepageContext, stepId: number): Plan {
  const step = context.history.past.find(({ id }) => id === stepId);
  return step ? applyStep(context, step, 'undone') : planOf(context, undoneToast);
}

const undoneToast: ToastContent = { type: 'info', title: 'Nothing to undo', content: 'This has been undone already.' };

function applyStep(context: HomepageContext, step: RecordedStep, direction: 'undone' | 'redone'): Plan {
  if (isBlockGone(context, step, direction)) {
    return planOf({ ...context, history: withoutStep(context.history, step) }, goneToast(step.label, direction));
  }
  const after = announce(
    { ...context, history: moveStep(context.history, step, direction) },
    `${direction === 'undone' ? 'Undone' : 'Redone'}: ${stepLabel(step)}`,
  );
  const order = currentBlocks(context).map(({ id }) => id);
  const plan = changesOfStep(step, direction, order).reduce(
    (previous, change) => withChange(previous, change, { step, direction }),
    planOf(after),
  );
  return { ...plan, context: leaveIfGone(plan.context) };
}

function goneToast(label: string, direction: 'undone' | 'redone'): ToastContent {
  return { type: 'info', title: direction === 'undone' ? 'Nothing to undo' : 'Nothing to redo', content: `${label} is no longer there.` };
}

/** Leaves the editor of a block that an undo has removed. A new block that the store does not have yet stays open. */
function leaveIfGone(context: HomepageContext): HomepageContext {
  const { open, snapshot } = context;
  const isGone = open !== null && open.since <= (snapshot?.readAt ?? 0) && !blockOf(context, open.blockId);
  return isGone ? leaveEditor(context, null) : context;
}

/** While a block is being created its id is not known, and a step about it could not be undone. */
export function isCreating({ changes }: HomepageContext): boolean {
  return changes.some(({ change, copyTo: target }) => change.kind === 'create' && target === null);
}
