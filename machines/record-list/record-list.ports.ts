import type { PaginationInfo } from '#contract/api-result.ts';
import type { FieldMessages } from '#contract/errors.ts';
import type { Json } from '#contract/json.ts';
import type { PendingReason } from '#contract/pending-reason.ts';
import type { Values } from '#contract/resources/define.ts';
import type { PendingChange, SavedDraft } from '../ports.ts';

/** One record as a list shows it: pending mutations applied to the server state. */
export interface ListedRecord {
  /** The server's, or the local id of one that was created on this device. */
  readonly id: string;
  readonly values: Values;
  /** Its pending change; null: none. */
  readonly mark: PendingChange | null;
  /** Its delete is pending: the row stays, marked, until the server has confirmed it. */
  readonly isDeleting: boolean;
  /** Of this device and of the server. */
  readonly warnings: readonly string[];
}

/** A page of a list on this device. */
export interface RecordsPage {
  /** In the order of the server's page; pending edits and deletes applied in place. */
  readonly rows: readonly ListedRecord[];
  /** Pending creates, newest first, for above the first page. Empty on other pages. */
  readonly created: readonly ListedRecord[];
  /** Of the server's answer, or of this device's own search; null where the server's answer has none. */
  readonly pagination: PaginationInfo | null;
  /** The rows that this device has, searched and sorted here: the server has not answered for this query. */
  readonly isFromDevice: boolean;
  /** When the server answered, ms since the epoch. */
  readonly fetchedAt: number | null;
}

/** The result of fetching a page; the page itself comes with `watch`. */
export type PageFetched =
  | { readonly kind: 'fetched' }
  /** No answer: the rows of this device are shown. */
  | { readonly kind: 'offline' }
  /** The server has answered, and this device did not take the page. */
  | { readonly kind: 'notKept' }
  | { readonly kind: 'failed'; readonly message: string };

/** A person has answered the question of a save: it is stored all the same. */
interface Confirmable {
  readonly isConfirmed?: true;
}

/**
 * A change of one record. `name`: its name, for the sync centre. `base`: the base of the edit, by field. `seen`: of fields whose value has
 * parts, the value that the form showed, and those that it has saved since.
 */
export type RecordChange =
  | ({ readonly kind: 'create'; readonly values: Values } & Confirmable)
  | ({
      readonly kind: 'update';
      readonly id: string;
      readonly name: string;
      readonly values: Values;
      readonly base: Values;
      readonly seen?: Readonly<Record<string, readonly Json[]>>;
    } & Confirmable)
  | { readonly kind: 'delete'; readonly id: string; readonly name: string }
  | { readonly kind: 'act'; readonly id: string; readonly name: string; readonly act: string; readonly base: Values };

export interface RecordSubmission {
  readonly change: RecordChange;
  /** Where a form sends the change: what that takes out of the form's draft. */
  readonly saved?: SavedDraft;
  /** Called once the entry is in the outbox: the draft no longer needs these values. */
  readonly onEnqueued?: () => void;
  /** Called right before a rejected entry leaves the outbox: from then on only the form has its values. */
  readonly onGivenBack?: () => void;
}

/** `id`: the record's, which may be a local one. `isGone`: somebody has deleted the record, and only the form has its values. */
export type RecordSaveResult =
  | { readonly kind: 'saved'; readonly id: string }
  | { readonly kind: 'pending'; readonly id: string; readonly reason: PendingReason }
  | {
      readonly kind: 'refused';
      readonly message: string;
      readonly fields: FieldMessages;
      readonly isGone?: true;
      /** A person may save it all the same. */
      readonly isQuestion?: true;
    }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'failed'; readonly code: 'quota' | 'unknown'; readonly message: string };

/** One record with the state of each field, for the form. */
export interface RecordReading {
  /** The server's id once it is known: a form that was opened with a local id uses this one from then on. */
  readonly id: string;
  /** Server state; null for one that only this device has. */
  readonly stored: Values | null;
  /** Pending mutations applied. */
  readonly values: Values;
  /** By field. */
  readonly pendingFields: Readonly<Record<string, PendingChange>>;
  /** The values that our own confirmed saves wrote, by field. */
  readonly confirmedWrites: Values;
  readonly isDeleting: boolean;
  readonly fetchedAt: number | null;
}

/** The record about something. `id`: null where there is none. */
export type RecordFound =
  | { readonly kind: 'found'; readonly id: string | null }
  | { readonly kind: 'failed'; readonly code: 'offlineNeverLoaded' | 'unknown'; readonly message: string };

export type RecordRead =
  | { readonly kind: 'read'; readonly reading: RecordReading }
  | { readonly kind: 'failed'; readonly code: 'offlineNeverLoaded' | 'notFound' | 'unknown'; readonly message: string };

/** Records of one resource that name a record. `names`: the first few; `one` and `many`: the resource's labels. */
export interface RecordUse {
  /** Of the record that they name. */
  readonly id: string;
  readonly labels: { readonly one: string; readonly many: string };
  readonly total: number;
  readonly names: readonly string[];
}

/** Places that use a record besides the records that name it, such as settings. `labels`: of the first few. */
export interface RecordPlaces {
  /** Of the record that they use. */
  readonly id: string;
  readonly total: number;
  readonly labels: readonly string[];
}

/** What names records that are to be deleted. */
export interface RecordUses {
  readonly uses: readonly RecordUse[];
  /** Only of a kind of record that has them. */
  readonly places?: readonly RecordPlaces[];
  /** False: there may be more, which neither this device nor the server could tell. */
  readonly isWhole: boolean;
}
