import type { BlockSettingWrite } from '#contract/entities/block.ts';
import type { BlockChange, BlocksLoaded, BlocksSnapshot, BlockSubmitted, Side, ToastEmitted } from '../ports.ts';

export type BlocksFailure = Extract<BlocksLoaded, { kind: 'failed' }>;
export type LiftedBy = 'pointer' | 'keyboard';

/** A block as it is made again: what a create needs to know of it. */
export interface BlockCopy {
  readonly blockId: string;
  readonly key: string;
  readonly label: string;
  readonly enabled: boolean | null;
  /** Null: not known; it is made with its defaults. */
  readonly settings: readonly BlockSettingWrite[] | null;
  readonly below: string | null;
}

/** What the editor saved of one block. Headings and secrets have no place in it. */
export interface EditedBlock {
  readonly enabled: boolean | null;
  readonly settings: readonly BlockSettingWrite[];
}

/** One thing that somebody did, with what it takes to take it back. */
export type HomepageStep =
  | {
      readonly kind: 'order';
      readonly blockId: string;
      readonly label: string;
      readonly before: readonly string[];
      readonly after: readonly string[];
    }
  | { readonly kind: 'show'; readonly blockId: string; readonly label: string; readonly enabled: boolean }
  | ({ readonly kind: 'create' } & BlockCopy)
  | ({ readonly kind: 'delete' } & BlockCopy)
  | {
      readonly kind: 'settings';
      readonly blockId: string;
      readonly label: string;
      readonly before: EditedBlock;
      readonly after: EditedBlock;
    };

/** `id` tells steps apart for as long as the screen is open. */
export type RecordedStep = HomepageStep & { readonly id: number };
export type Direction = 'done' | 'undone' | 'redone';

/** What was done since the screen was opened, in the list and in the editor. */
export interface HomepageHistory {
  /** The latest last. */
  readonly past: readonly RecordedStep[];
  /** What was taken back; the next to redo last. Gone with the next thing that is done. */
  readonly future: readonly RecordedStep[];
}

/**
 * A change on its way, or shown until the store shows it. Laid over the blocks as last heard, the earliest first.
 * `settledAt`: the time from which a reading of the store has it; null while it is on its way.
 */
export interface PendingChange {
  readonly turn: number;
  readonly change: BlockChange;
  readonly step: RecordedStep | null;
  readonly direction: Direction;
  /** The other website, for a copy to it. */
  readonly copyTo: CopyTarget | null;
  readonly settledAt: number | null;
}

export interface CopyTarget {
  readonly websiteId: string;
  readonly name: string;
  /** What the copy had to leave behind, since it belongs to this website. */
  readonly leftBehind: boolean;
}

export interface Lifted {
  readonly id: string;
  readonly by: LiftedBy;
  /** The block in whose place it would go; itself at first. */
  readonly overId: string;
}

/** `count` grows with each, so that the same words are announced again. */
export interface Announcement {
  readonly text: string;
  readonly count: number;
}

/** What of the screen an address names: the list, the dialog Add New Block over it, or the editor of a block. */
export type HomepageAddress =
  | { readonly kind: 'list' }
  | { readonly kind: 'add' }
  /** By its id, which may be one of this device. */
  | { readonly kind: 'block'; readonly blockId: string };

/** Plain JSON throughout. */
export interface HomepageContext {
  readonly websiteId: string;
  /** What is shown. The router's address follows where the chart changes it. */
  readonly address: HomepageAddress;
  /** As last heard; null before. */
  readonly snapshot: BlocksSnapshot | null;
  readonly changes: readonly PendingChange[];
  /** The number of the last change, and of the last step. */
  readonly turn: number;
  readonly history: HomepageHistory;
  readonly lifted: Lifted | null;
  /** The block in the editor. `since`: a reading of the store that is no older must hold it. */
  readonly open: { readonly blockId: string; readonly since: number } | null;
  readonly hoveredId: string | null;
  /** The block that a dialog is about. */
  readonly askedId: string | null;
  /** What that block is made of: once it is in the queue's hands the list has lost it, and undo would have nothing to make. */
  readonly askedCopy: BlockCopy | null;
  /** Which side of a conflict is being written to the outbox. */
  readonly choice: { readonly id: string; readonly side: Side } | null;
  /** The row that takes the focus; `count` grows each time. */
  readonly focus: { readonly blockId: string | null; readonly count: number };
  readonly announcement: Announcement;
  /** Why the last change of the order was not taken; gone with the next one. */
  readonly orderProblem: string | null;
  readonly loadFailure: BlocksFailure | null;
  /** The screen no longer hears of changes made elsewhere. */
  readonly watchLost: boolean;
}

export interface HomepageInput {
  readonly websiteId: string;
  /** The router's, at the start; the list where it is left out. */
  readonly address?: HomepageAddress;
  /** What this page last showed of the list, where it has. */
  readonly remembered?: BlocksSnapshot | null;
}

export type HomepageEvent =
  | { readonly type: 'retry.requested' }
  | { readonly type: 'connection.restored' }
  /** From the watching actor: what is stored has changed, by the queue, another tab or a refetch. */
  | { readonly type: 'stored.changed'; readonly snapshot: BlocksSnapshot }
  | { readonly type: 'block.lifted'; readonly id: string; readonly by: LiftedBy }
  | { readonly type: 'block.movedOver'; readonly overId: string }
  | { readonly type: 'block.dropped' }
  | { readonly type: 'block.dropCancelled' }
  | { readonly type: 'move.requested'; readonly id: string; readonly by: 'up' | 'down' }
  | { readonly type: 'visibility.toggled'; readonly id: string }
  /** Whose hide or show to keep, of a block in conflict. */
  | { readonly type: 'conflict.chosen'; readonly id: string; readonly side: Side }
  | { readonly type: 'duplicate.requested'; readonly id: string }
  | { readonly type: 'copy.requested'; readonly id: string; readonly toWebsiteId: string; readonly toName: string }
  | { readonly type: 'delete.requested'; readonly id: string }
  | { readonly type: 'undo.requested' }
  | { readonly type: 'redo.requested' }
  /** From the router. Edit and Add Block come by it too, so that Back leads back and unsaved typing is asked about. */
  | { readonly type: 'address.changed'; readonly address: HomepageAddress }
  | { readonly type: 'block.hovered'; readonly id: string | null }
  /** The editor's save was taken, by the server or by the queue: it can be undone from the list too. */
  | {
      readonly type: 'editor.saved';
      readonly blockId: string;
      readonly before: EditedBlock;
      readonly after: EditedBlock;
    }
  /** From a submission: what became of it. */
  | { readonly type: 'submission.settled'; readonly turn: number; readonly submitted: BlockSubmitted };

/** `track` names go to analytics; the rest is told in passing. */
export type HomepageEmitted = ToastEmitted;
