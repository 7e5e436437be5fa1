import type { PendingReason } from '#contract/pending-reason.ts';
import type { ThemeKey } from '#contract/entities/website.ts';

export type AddField = 'key' | 'name';
export type AddErrors = Readonly<Partial<Record<AddField, string>>>;

export interface BlockAddInput {
  readonly websiteId: string;
  readonly theme: ThemeKey | null;
}

/** Plain JSON. */
export interface BlockAddContext extends BlockAddInput {
  /** The chosen kind of block; empty until one is chosen. */
  readonly key: string;
  readonly name: string;
  readonly errors: AddErrors;
  /** Why the block was not made, below the spec's words. */
  readonly message: string | null;
  /** Counts saves that were not taken, so that the first field with an error takes the focus each time. */
  readonly failedSaves: number;
  readonly result: BlockAddOutput;
}

export type BlockAddEvent =
  | { readonly type: 'type.chosen'; readonly key: string }
  | { readonly type: 'name.typed'; readonly name: string }
  | { readonly type: 'save.requested' }
  | { readonly type: 'cancel.requested' };

/** `kept`: why the block waits on this device; null where the server has it. `appendedAt` as in `BlockSubmitted`. */
export type BlockAddOutput =
  | { readonly kind: 'cancelled' }
  | {
      readonly kind: 'added';
      readonly blockId: string;
      readonly key: string;
      readonly label: string;
      readonly kept: PendingReason | null;
      readonly appendedAt: number;
    };
