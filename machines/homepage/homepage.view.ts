import type { SnapshotFrom } from 'xstate';
import { canDeleteBlocks } from '#contract/blocks/catalogue.ts';
import { listedBlocks } from '#contract/blocks/order.ts';
import type { Block } from '#contract/entities/block.ts';
import type { ShowConflict } from '#contract/resources/blocks.ts';
import type { Announcement, LiftedBy } from '../arranging.ts';
import type { PendingChange, Side } from '../ports.ts';
import { describePending } from '../save-messages.ts';
import { addingExcludedMessage, canAdd, cannotCopy, cannotDelete, cannotDuplicate, currentBlocks, lockOf } from './homepage.blocks.ts';
import { stepLabel } from './homepage.history.ts';
import type { homepageMachine } from './homepage.machine.ts';
import { isCreating } from './homepage.operations.ts';
import type { BlocksFailure, HomepageContext, RecordedStep } from './homepage.types.ts';

export interface BlockRow {
  readonly id: string;
  readonly key: string;
  readonly label: string;
  /** From 1. */
  readonly place: number;
  readonly hidden: boolean;
  /** Null where the server has confirmed every change of it. */
  readonly pending: PendingChange | null;
  /** Two people have hidden or shown it differently. */
  readonly conflict: ShowConflict | null;
  /** The side of it that was chosen, while the choice is being stored. */
  readonly chosenSide: Side | null;
  readonly hovered: boolean;
  /** A new block would go right below it. */
  readonly selected: boolean;
  /** While it is lifted by the keyboard: the place where it would go, from 1. */
  readonly liftedTo: number | null;
  /** The block that is lifted by the keyboard has moved past it. */
  readonly crossed: boolean;
  /** Why it can't be moved or hidden, for the lock's tooltip. Null for a block with a handle and an eye. */
  readonly lock: string | null;
  readonly canMoveUp: boolean;
  readonly canMoveDown: boolean;
  /** Why no block can be added below it; null where one can. */
  readonly cannotAdd: string | null;
  /** Why not; null where it can be. */
  readonly cannotDuplicate: string | null;
  readonly cannotCopy: string | null;
  readonly cannotDelete: string | null;
}

interface StepView {
  /** "moving Banner" */
  readonly label: string;
}

export interface HomepageView {
  readonly status: 'loading' | 'error' | 'ready';
  readonly failure: BlocksFailure | null;
  /** `locating`: whether the block that the address names is there is not known yet; `missing`: it is not. */
  readonly panel: 'list' | 'editor' | 'locating' | 'missing';
  /** As listed, without the footer. While a block is dragged, still in the order from before. */
  readonly rows: readonly BlockRow[];
  /** All blocks, the footer too, from the top: what the preview renders. */
  readonly blocks: readonly Block[];
  readonly lifted: { readonly id: string; readonly by: LiftedBy; readonly overId: string } | null;
  /**
   * The block in the editor. `editorId` stays the same when the server's id replaces a local one. `block` is null until the list
   * has a new block.
   */
  readonly open: { readonly blockId: string; readonly editorId: string; readonly block: Block | null } | null;
  readonly hoveredId: string | null;
  /** The row that takes the focus when `count` grows. */
  readonly focus: { readonly blockId: string | null; readonly count: number };
  readonly dialog: 'none' | 'adding' | 'deleting';
  /** Whether the theme lets blocks be added, and deleted: else the screen is without the buttons. */
  readonly showsAdd: boolean;
  readonly showsDelete: boolean;
  readonly undo: StepView | null;
  readonly redo: StepView | null;
  /** A change is on its way to the server. */
  readonly saving: boolean;
  /** Beside the list: an order that is rejected, pending or in conflict; that the screen no longer follows the store. */
  readonly banners: readonly HomepageBanner[];
  readonly announcement: Announcement;
  /** ms since the epoch. */
  readonly fetchedAt: number | null;
}

interface BannerText {
  readonly tone: 'info' | 'warning' | 'error';
  readonly text: string;
}

/**
 * `opId`: the mutation that waits for a choice. A rejected order is still in the outbox, where a person decides about it. One that
 * ended in an error is not, and the list shows the server's.
 */
export type HomepageBanner = BannerText &
  (
    | { readonly kind: 'orderRejected' | 'orderError' | 'orderPending' | 'watchLost' }
    | { readonly kind: 'orderConflict'; readonly opId: string }
  );

/** What the homepage screen draws. */
export function homepageView(snapshot: SnapshotFrom<typeof homepageMachine>): HomepageView {
  const { context } = snapshot;
  const theme = context.snapshot?.theme ?? null;
  const blocks = currentBlocks(context);
  const { open, lifted } = context;
  return {
    status: snapshot.hasTag('ready') ? 'ready' : snapshot.matches('error') ? 'error' : 'loading',
    failure: snapshot.matches('error') ? context.loadFailure : null,
    panel: panelOf(snapshot),
    rows: rowsOf(context, listedBlocks(blocks)),
    blocks,
    lifted,
    open: open && {
      blockId: open.blockId,
      editorId: editorIdOf(context, open.blockId),
      block: blocks.find((block) => block.id === open.blockId) ?? null,
    },
    hoveredId: context.hoveredId,
    focus: context.focus,
    dialog: snapshot.matches({ ready: { dialog: 'adding' } })
      ? 'adding'
      : snapshot.matches({ ready: { dialog: 'deleting' } })
        ? 'deleting'
        : 'none',
    showsAdd: canAdd(theme),
    showsDelete: theme === null || canDeleteBlocks(theme),
    undo: stepView(context, context.history.past.at(-1)),
    redo: stepView(context, context.history.future.at(-1)),
    saving: context.changes.some(({ appendedAt }) => appendedAt === null),
    banners: bannersOf(context),
    announcement: context.announcement,
    fetchedAt: context.snapshot?.fetchedAt ?? null,
  };
}

function panelOf(snapshot: SnapshotFrom<typeof homepageMachine>): HomepageView['panel'] {
  if (snapshot.matches({ ready: { panel: 'editing' } })) return 'editor';
  const isLoading = snapshot.hasTag('loading') && snapshot.context.address.kind === 'block';
  if (isLoading || snapshot.matches({ ready: { panel: 'locating' } })) return 'locating';
  return snapshot.matches({ ready: { panel: 'missing' } }) ? 'missing' : 'list';
}

function rowsOf({ choice, hoveredId, selectedId, lifted, snapshot }: HomepageContext, blocks: readonly Block[]): readonly BlockRow[] {
  const theme = snapshot?.theme ?? null;
  const first = blocks.findIndex((block) => !block.static);
  const last = blocks.findLastIndex((block) => !block.static);
  const byKeyboard = lifted?.by === 'keyboard';
  const from = byKeyboard ? blocks.findIndex(({ id }) => id === lifted.id) : -1;
  const to = byKeyboard ? blocks.findIndex(({ id }) => id === lifted.overId) : -1;
  return blocks.map((block, at) => ({
    id: block.id,
    key: block.key,
    label: block.label,
    place: at + 1,
    hidden: block.enabled === false,
    pending: snapshot?.pendingBlocks[block.id] ?? null,
    conflict: snapshot?.showConflicts[block.id] ?? null,
    chosenSide: choice?.id === block.id ? choice.side : null,
    hovered: block.id === hoveredId,
    selected: block.id === selectedId,
    liftedTo: byKeyboard && at === from ? to + 1 : null,
    crossed: byKeyboard && at !== from && at >= Math.min(from, to) && at <= Math.max(from, to),
    lock: lockOf(block),
    canMoveUp: !block.static && at > first,
    canMoveDown: !block.static && at < last,
    cannotAdd: canAdd(theme) ? null : addingExcludedMessage,
    cannotDuplicate: cannotDuplicate(block, theme),
    cannotCopy: cannotCopy(block, theme),
    cannotDelete: cannotDelete(block, theme),
  }));
}

/** The block's local id, if it had one. */
function editorIdOf({ snapshot }: HomepageContext, blockId: string): string {
  return Object.entries(snapshot?.idMap ?? {}).find(([, id]) => id === blockId)?.[0] ?? blockId;
}

function stepView(context: HomepageContext, step: RecordedStep | undefined): StepView | null {
  return step === undefined || isCreating(context) ? null : { label: stepLabel(step) };
}

function bannersOf(context: HomepageContext): readonly HomepageBanner[] {
  const text = 'Changes made elsewhere are not shown here any more. Reload the page.';
  return [...orderBanners(context), ...(context.watchLost ? [{ kind: 'watchLost', tone: 'warning', text } as const] : [])];
}

function orderBanners({ orderProblem, snapshot }: HomepageContext): readonly HomepageBanner[] {
  const order = snapshot?.order ?? null;
  if (order?.status === 'conflict' && order.conflict) {
    const text = 'Somebody else changed the order of the blocks too. Yours is not shown until you choose which to keep.';
    return [{ kind: 'orderConflict', tone: 'warning', text, opId: order.conflict.opId }];
  }
  if (order !== null && order.status !== 'pending') {
    const reason = order.message ?? orderProblem ?? '';
    return [{ kind: 'orderRejected', tone: 'error', text: `The order needs attention. ${reason}`.trim() }];
  }
  const why = order?.reason
    ? `The order is not on the server yet. ${describePending(order.reason)}`
    : 'The order is not on the server yet.';
  return [
    ...(orderProblem === null
      ? []
      : [{ kind: 'orderError', tone: 'error', text: `The order was not saved. ${orderProblem}`.trim() } as const]),
    ...(order === null ? [] : [{ kind: 'orderPending', tone: 'info', text: why } as const]),
  ];
}
