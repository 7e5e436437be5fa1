import type { PendingReason } from '#contract/pending-reason.ts';

/** What the dialog says. */
export interface DeleteWords {
  readonly title: string;
  readonly text: string;
  /** On the button. */
  readonly confirm: string;
  /** In red when it failed; the reason stands below. */
  readonly failed: string;
}

/** What is to be deleted. `websiteId`: null for what belongs to no website. `all`: of several that go together, each of them. */
export interface DeletedItem {
  readonly websiteId: string | null;
  readonly id: string;
  readonly label: string;
  readonly all?: readonly { readonly id: string; readonly label: string }[];
}

export interface DeleteInput {
  readonly item: DeletedItem;
  readonly words: DeleteWords;
  /** What takes the focus once the item is gone; handed back in the output. */
  readonly focusAfter: string | null;
}

/** Plain JSON. */
export interface DeleteContext extends DeleteInput {
  readonly message: string | null;
  readonly result: DeleteOutput;
}

export type DeleteEvent = { readonly type: 'delete.confirmed' } | { readonly type: 'cancel.requested' };

/** `refused`: it was tried, and could not be done. `kept`: why the delete waits on this device; null where it is done. `appendedAt` as in `BlockSubmitted`. */
export type DeleteOutput =
  | { readonly kind: 'cancelled'; readonly refused?: boolean }
  | {
      readonly kind: 'deleted';
      readonly id: string;
      readonly kept: PendingReason | null;
      readonly appendedAt: number;
      readonly focusAfter: string | null;
    };
