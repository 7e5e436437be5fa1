import type { ShowConflict } from '#contract/resources/blocks.ts';
import type { Block, BlockSettingWrite } from '#contract/entities/block.ts';
import type { WireValue } from '#contract/entities/setting.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import type { FieldMessages } from '#contract/errors.ts';
import type { PendingReason } from '#contract/pending-reason.ts';
import type { PendingChange, SavedDraft } from './ports.ts';

/** The state of the homepage screen at one moment. */
export interface BlocksSnapshot {
  readonly theme: ThemeKey | null;
  /** All of them, the footer too, from the top: pending mutations applied to the server state. */
  readonly blocks: readonly Block[];
  /** By block id. */
  readonly pendingBlocks: Readonly<Record<string, PendingChange>>;
  /** By block id: a hide or show in conflict. */
  readonly showConflicts: Readonly<Record<string, ShowConflict>>;
  /** A change of the order that has an outbox entry. */
  readonly order: PendingChange | null;
  /** The server's ids by local id. */
  readonly idMap: Readonly<Record<string, string>>;
  /** ms since the epoch; null where nothing is cached. */
  readonly fetchedAt: number | null;
  /** When the read began, on the same monotonic clock as `appendedAt`. */
  readonly readAt: number;
}

export type BlocksLoaded =
  | { readonly kind: 'loaded'; readonly snapshot: BlocksSnapshot }
  | { readonly kind: 'failed'; readonly code: 'offlineNeverLoaded' | 'notFound' | 'unknown'; readonly message: string };

/** One change of a website's blocks: one mutation, or two where a new block gets a place in the order. */
export type BlockChange =
  /** All ids from the top, the footer's too. */
  | { readonly kind: 'order'; readonly order: readonly string[] }
  | { readonly kind: 'show'; readonly blockId: string; readonly label: string; readonly enabled: boolean }
  | {
      readonly kind: 'create';
      readonly key: string;
      readonly label: string;
      /** Null: as the theme makes such a block. */
      readonly enabled: boolean | null;
      /** The settings of the new block instead of its defaults. */
      readonly copyOf: { readonly settings: readonly BlockSettingWrite[] } | null;
      /** Goes right below this block; null: below all others, above the footer. */
      readonly below: string | null;
      /** The deleted block that it brings back: where its delete was never sent, that is withdrawn, and no block is created. */
      readonly bringsBack?: string;
    }
  | { readonly kind: 'delete'; readonly blockId: string; readonly label: string }
  | {
      readonly kind: 'settings';
      readonly blockId: string;
      readonly label: string;
      readonly settings: readonly BlockSettingWrite[];
      /** By key: the base of the change, for the three-way comparison. */
      readonly base: Readonly<Record<string, WireValue>>;
    };

export interface BlockSubmission {
  readonly websiteId: string;
  readonly change: BlockChange;
  /** Where a form sends the change: what that takes out of the form's draft. */
  readonly saved?: SavedDraft;
  /** As in `SettingsSubmission`, for the whole change. */
  readonly onEnqueued?: () => void;
  readonly onGivenBack?: () => void;
}

/**
 * `blockId`: of a create the new block's id, which may be a local one; else null. `appendedAt`: when the mutation was in the outbox; a snapshot
 * that was read later includes it. `problem`: the block was created, and the second mutation was rejected; it waits in the outbox for a person.
 * `isWithdrawn`: nothing was created, since the delete of the block was never sent.
 */
export type BlockSaveResult =
  | {
      readonly kind: 'saved';
      readonly blockId: string | null;
      readonly appendedAt: number;
      readonly problem?: string;
      readonly isWithdrawn?: true;
    }
  | { readonly kind: 'pending'; readonly blockId: string | null; readonly appendedAt: number; readonly reason: PendingReason }
  | { readonly kind: 'refused'; readonly message: string; readonly fields: FieldMessages }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'failed'; readonly code: 'quota' | 'unknown'; readonly message: string };
