import type { ShowConflict } from '#contract/resources/blocks.ts';
import type { Block } from '#contract/entities/block.ts';
import type { WaitingMark } from '../ports.ts';
import type { Announcement, BlocksFailure, LiftedBy } from './homepage.types.ts';

export interface BlockRow {
  readonly id: string;
  readonly key: string;
  readonly label: string;
  /** From 1. */
  readonly place: number;
  readonly hidden: boolean;
  readonly waiting: WaitingMark | null;
  /** Whether it is shown, where this person and somebody else have decided differently. */
  readonly conflict: ShowConflict | null;
  readonly hovered: boolean;
  readonly lifted: boolean;
  /** Why it can't be moved or hidden: the lock's tooltip. Null for a block with a handle and an eye. */
  readonly lock: string | null;
  readonly canMoveUp: boolean;
  readonly canMoveDown: boolean;
  /** Null where it can be; else why not. */
  readonly cannotDuplicate: string | null;
  readonly cannotCopy: string | null;
  readonly cannotDelete: string | null;
}

export interface StepView {
  /** What it would take back, or do again: "moving Banner". */
  readonly label: string;
}

export interface HomepageView {
  readonly status: 'loading' | 'failed' | 'ready';
  readonly failure: BlocksFailure | null;
  /** As listed, without the footer. While a block is dragged, still in the order from before. */
  readonly rows: readonly BlockRow[];
  /** All blocks as shown, the footer too, from the top: what the preview renders. */
  readonly blocks: readonly Block[];
  readonly lifted: { readonly id: string; readonly by: LiftedBy; readonly overId: string } | null;
  /**
   * The block in the editor. `editorId` names it for as long as the screen is open, also when it gets its server's id. `block` is
   * null for the moment until the list holds a new one.
   */
  readonly open: { readonly blockId: string; readonly editorId: string; readonly block: Block | null } | null;
  readonly hoveredId: string | null;
  /** The row that takes the focus when `count` grows. */
  readonly focus: { readonly blockId: string | null; readonly count: number };
  readonly dialog: 'none' | 'adding' | 'deleting';
  /** The button stands there only for themes that let blocks be added, and the editor's for those that let them be deleted. */
  readonly showsAdd: boolean;
  readonly showsDelete: boolean;
  readonly undo: StepView | null;
  readonly redo: StepView | null;
  /** A change is on its way to the server. */
  readonly saving: boolean;
  /** Above the list: an order that was not taken, or that waits; that the list is no longer followed. */
  readonly banners: readonly HomepageBanner[];
  readonly announcement: Announcement;
  /** ms since the epoch. */
  readonly fetchedAt: number | null;
}

interface BannerWords {
  readonly tone: 'info' | 'warning' | 'error';
  readonly text: string;
}

/**
 * `opId`: the change that waits for a choice. A refused order is still in the outbox, and is decided about there; one that failed is
 * not, and the list shows the server's.
 */
export type HomepageBanner = BannerWords &
  (
    | { readonly kind: 'orderRefused' | 'orderFailed' | 'orderWaiting' | 'watchLost' }
    | { readonly kind: 'orderConflict'; readonly opId: string }
  );
