import type { PaginationInfo } from '#contract/api-result.ts';
import type { FieldMessages } from '#contract/errors.ts';
import type { PendingReason } from '#contract/pending-reason.ts';
import type { Values } from '#contract/resources/define.ts';
import type { PendingChange } from '../ports.ts';

/** One record as a list shows it: pending mutations applied to the server state. */
export interface ListedRecord {
  /** The server's, or the local id of one that was created on this device. */
  readonly id: string;
  readonly values: Values;
  /** What is pending of it; null: nothing. */
  readonly mark: PendingChange | null;
  /** Its delete is pending: the row stays, marked, until the server has confirmed it. */
  readonly isDeleting: boolean;
  /** What a person should know of it beside the others. */
  readonly warnings: readonly string[];
}

/** A page of a list as this device has it. */
export interface RecordsPage {
  /** In the order of the server's page; pending edits and deletes applied in place. */
  readonly rows: readonly ListedRecord[];
  /** Pending creates, newest first: they stand above the first page. Empty on other pages. */
  readonly created: readonly ListedRecord[];
  /** Of the server's answer; null where this device searched and sorted the rows that it has. */
  readonly pagination: PaginationInfo | null;
  /** The rows that this device has, searched and sorted here: the server has not answered for this query. */
  readonly isFromDevice: boolean;
  /** When the server answered, ms since the epoch. */
  readonly fetchedAt: number | null;
}

/** What came of asking the server for a page; the page itself comes with `watch`. */
export type PageFetched =
  | { readonly kind: 'fetched' }
  /** No answer: what the device has is shown. */
  | { readonly kind: 'offline' }
  | { readonly kind: 'failed'; readonly message: string };

/** A change of one record. `name`: what it is called, for the sync centre. `base`: what the edit began from, by field. */
export type RecordChange =
  | { readonly kind: 'create'; readonly values: Values }
  | { readonly kind: 'update'; readonly id: string; readonly name: string; readonly values: Values; readonly base: Values }
  | { readonly kind: 'delete'; readonly id: string; readonly name: string }
  | { readonly kind: 'act'; readonly id: string; readonly name: string; readonly act: string; readonly base: Values };

export interface RecordSubmission {
  readonly change: RecordChange;
  /** Called once the entry is stored in the outbox: the draft no longer needs these values. */
  readonly onEnqueued?: () => void;
  /** Called right before a rejected entry leaves the outbox: the form alone has its values from then on. */
  readonly onGivenBack?: () => void;
}

/** `id`: the record's, which may be a local one. */
export type RecordSaveResult =
  | { readonly kind: 'saved'; readonly id: string }
  | { readonly kind: 'pending'; readonly id: string; readonly reason: PendingReason }
  | { readonly kind: 'refused'; readonly message: string; readonly fields: FieldMessages }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'failed'; readonly code: 'quota' | 'unknown'; readonly message: string };

/** One record with all that is known of its fields, for the form. */
export interface RecordReading {
  /** The server's id once it is known: a form that was opened under a local id goes on under this one. */
  readonly id: string;
  /** Server state; null for one that only this device has. */
  readonly stored: Values | null;
  /** Pending mutations applied. */
  readonly values: Values;
  /** By field. */
  readonly pendingFields: Readonly<Record<string, PendingChange>>;
  /** What our own confirmed saves put there, by field. */
  readonly confirmedWrites: Values;
  readonly isDeleting: boolean;
  readonly fetchedAt: number | null;
}

export type RecordRead =
  | { readonly kind: 'read'; readonly reading: RecordReading }
  | { readonly kind: 'failed'; readonly code: 'offlineNeverLoaded' | 'notFound' | 'unknown'; readonly message: string };
