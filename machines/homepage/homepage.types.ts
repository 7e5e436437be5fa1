import type { BlockSettingWrite } from '#contract/entities/block.ts';
import type { Announcement, LiftedBy, MoveBy } from '../arranging.ts';
import type { MutationFinished } from '../block-mutation/block-mutation.machine.ts';
import type { BlockChange, BlocksLoaded, BlocksSnapshot } from '../block-ports.ts';
import type { Side, ToastEmitted } from '../ports.ts';

export type BlocksFailure = Extract<BlocksLoaded, { kind: 'failed' }>;

/** The data to create a block again. */
export interface BlockCopy {
  readonly blockId: string;
  readonly key: string;
  readonly label: string;
  readonly enabled: boolean | null;
  /** Null: not known; the block is created with its defaults. */
  readonly settings: readonly BlockSettingWrite[] | null;
  readonly below: string | null;
}

/** The values that the editor saved of one block, without headings and secrets. */
export interface EditedBlock {
  readonly enabled: boolean | null;
  readonly settings: readonly BlockSettingWrite[];
}

/** One action of the user, with what it takes to undo it. */
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

/** `id` is unique for as long as the screen is open. */
export type RecordedStep = HomepageStep & { readonly id: number };
export type Direction = 'done' | 'undone' | 'redone';

/** What was done since the screen was opened, in the list and in the editor. */
export interface HomepageHistory {
  /** The latest last. */
  readonly past: readonly RecordedStep[];
  /** What was undone; the next to redo last. The next action empties it. */
  readonly future: readonly RecordedStep[];
}

/** A change that the store's blocks do not show yet. The screen applies such changes to them, the earliest first. */
export interface OptimisticChange {
  readonly id: number;
  readonly change: BlockChange;
  readonly step: RecordedStep | null;
  readonly direction: Direction;
  /** The other website, for a copy to it. */
  readonly copyTo: CopyTarget | null;
  /** When the change was in the outbox: a snapshot that was read later shows it. Null until then. */
  readonly appendedAt: number | null;
}

export interface CopyTarget {
  readonly websiteId: string;
  readonly name: string;
  /** The copy is without settings that belong to this website. */
  readonly leavesBehind: boolean;
}

export interface Lifted {
  readonly id: string;
  readonly by: LiftedBy;
  /** The block in whose place it would go; itself at first. */
  readonly overId: string;
}

/** What of the screen an address names: the list, the dialog Add New Block over it, or the editor of a block. */
export type HomepageAddress =
  | { readonly kind: 'list' }
  | { readonly kind: 'add' }
  /** The block's id; a local id until the server has given one. */
  | { readonly kind: 'block'; readonly blockId: string };

/** Plain JSON throughout. */
export interface HomepageContext {
  readonly websiteId: string;
  /** The present address. The router follows where the chart changes it. */
  readonly address: HomepageAddress;
  /** The latest from the store; null before the first. */
  readonly snapshot: BlocksSnapshot | null;
  readonly changes: readonly OptimisticChange[];
  /** The last id that a change or a step got. */
  readonly lastId: number;
  readonly history: HomepageHistory;
  readonly lifted: Lifted | null;
  /** The block in the editor. `since`: a snapshot that was read at that time or later must include it. */
  readonly open: { readonly blockId: string; readonly since: number } | null;
  readonly hoveredId: string | null;
  /** The row that somebody worked on last: a new block goes right below it. */
  readonly selectedId: string | null;
  /** The block that the delete dialog is about. Once it is deleted the list has lost it, and undo needs all of it. */
  readonly deleting: BlockCopy | null;
  /** The side of a conflict that is being written to the outbox. */
  readonly choice: { readonly id: string; readonly side: Side } | null;
  /** The row that takes the focus; null: the heading. `count` grows each time. */
  readonly focus: { readonly blockId: string | null; readonly count: number };
  readonly announcement: Announcement;
  /** Why the last change of the order was rejected; cleared by the next one. */
  readonly orderProblem: string | null;
  readonly loadFailure: BlocksFailure | null;
  /** The screen no longer follows the store. */
  readonly watchLost: boolean;
}

export interface HomepageInput {
  readonly websiteId: string;
  /** The router's address at the start; without it the list. */
  readonly address?: HomepageAddress;
  /** The last snapshot of the list, if it was open before. */
  readonly remembered?: BlocksSnapshot | null;
}

export type HomepageEvent =
  | { readonly type: 'retry.requested' }
  | { readonly type: 'connection.restored' }
  /** From the watching actor: the outbox, another tab or a refetch has changed what is stored. */
  | { readonly type: 'stored.changed'; readonly snapshot: BlocksSnapshot }
  /** From the router. Edit and Add Block come by it too, so that Back leads back and the leave guard can ask. */
  | { readonly type: 'address.changed'; readonly address: HomepageAddress }
  | { readonly type: 'block.lifted'; readonly id: string; readonly by: LiftedBy }
  | { readonly type: 'block.movedOver'; readonly overId: string }
  | { readonly type: 'block.dropped' }
  | { readonly type: 'block.dropCancelled' }
  /** By the row's menu, or by a key while the block is lifted. */
  | { readonly type: 'move.requested'; readonly id: string; readonly by: MoveBy }
  | { readonly type: 'visibility.toggled'; readonly id: string }
  /** Which side to keep of a hide or show in conflict. */
  | { readonly type: 'conflict.chosen'; readonly id: string; readonly side: Side }
  | { readonly type: 'duplicate.requested'; readonly id: string }
  | { readonly type: 'copy.requested'; readonly id: string; readonly toWebsiteId: string; readonly toName: string }
  | { readonly type: 'delete.requested'; readonly id: string }
  | { readonly type: 'undo.requested' }
  | { readonly type: 'redo.requested' }
  /** The button Undo of a step's toast was pressed. */
  | { readonly type: 'step.undone'; readonly stepId: number }
  | { readonly type: 'block.hovered'; readonly id: string | null }
  /** A control of its row has the focus. */
  | { readonly type: 'block.selected'; readonly id: string }
  /** The editor's save is stored, on the server or on this device: it can be undone from the list too. */
  | {
      readonly type: 'editor.saved';
      readonly blockId: string;
      readonly before: EditedBlock;
      readonly after: EditedBlock;
    }
  | MutationFinished;

export type HomepageEmitted = ToastEmitted;
