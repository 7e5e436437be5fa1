import type { User } from '#contract/entities/user.ts';
import type { Setting, SettingWrite, WireValue } from '#contract/entities/setting.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import type { FieldMessages } from '#contract/errors.ts';
import type { Json } from '#contract/json.ts';
import type { PaginationInfo } from '#contract/api-result.ts';
import type { PendingReason } from '#contract/pending-reason.ts';
import type { FieldValue } from '#contract/fields/field.ts';

export type ToastType = 'info' | 'warning' | 'error' | 'success';

/** A toast that a machine asks for; the toasts machine gives it an id and a time. */
export interface ToastContent {
  readonly type: ToastType;
  readonly title: string;
  readonly content: string;
  readonly action?: ToastAction;
}

/** A button in a toast. Its sender gets the id back when it is pressed, and the button goes with its sender. */
export interface ToastAction {
  readonly id: string;
  readonly label: string;
}

/** Emitted by any machine that wants a toast; the wiring sends it to the toasts machine. */
export interface ToastEmitted {
  readonly type: 'toast';
  readonly toast: ToastContent;
}

/** Describes one change of a field whose value has parts, for undo: the field's name alone would not say what was done. */
export interface EditNote {
  /** "moving Email" */
  readonly label: string;
  /** What is being typed: further typing there extends the step. Null: a step of its own. */
  readonly typing: string | null;
}

/** What a screen that needs the server is sent of the connection. */
export type ConnectionEvent = { readonly type: 'connection.restored' } | { readonly type: 'connection.lost' };

/** Emitted for the router, with names instead of paths: machines know no addresses. */
export interface NavigateEmitted {
  readonly type: 'navigate';
  readonly to: 'signIn' | 'websites' | 'home';
}

/** Emitted for the analytics port. */
export interface TrackEmitted {
  readonly type: 'track';
  readonly name: string;
}

/** The answer of `POST /login`; either part may be missing. */
export interface SignInAnswer {
  readonly access_token?: string | null | undefined;
  readonly user?: User | null | undefined;
  readonly revoke_handle?: string | null | undefined;
}

export interface SignInCredentials {
  readonly email: string;
  readonly password: string;
}

/** The pending change of a field, record or block. */
export interface PendingChange {
  readonly status: 'pending' | 'rejected' | 'conflict';
  readonly message: string | null;
  /** The server's value when the pending edit began. */
  readonly began?: WireValue;
  /** It is being sent. */
  readonly isSending?: true;
  /** Of a rejected create: its record may be on the server already. */
  readonly isUncertain?: true;
  /** Why its last attempt failed; absent before the first. */
  readonly reason?: PendingReason;
  /** Why it is still pending after so many attempts that a person should see it. */
  readonly stuck?: PendingReason;
  /** Of a field in conflict: somebody else's value. */
  readonly conflict?: { readonly opId: string } & Theirs;
}

/** Somebody else's value of a field. `at`: an ISO date; `at` and `by` are null where the API does not say. */
export interface Theirs {
  readonly value: WireValue;
  readonly at: string | null;
  readonly by: string | null;
}

export type Side = 'mine' | 'theirs';

/** Which value to keep of each field in conflict of one entry, by key. */
export interface ConflictChoice {
  readonly opId: string;
  readonly choices: Readonly<Record<string, Side>>;
}

/** The state of a settings screen at one moment, of every category that it reads. */
export interface SettingsSnapshot {
  readonly theme: ThemeKey | null;
  /** Pending mutations applied to the server state. */
  readonly settings: readonly Setting[];
  /** Server state. */
  readonly base: readonly Setting[];
  /** By key. */
  readonly pendingFields: Readonly<Record<string, PendingChange>>;
  /** The values that our own last confirmed saves wrote, of this tab or another, by key. */
  readonly confirmedWrites: Readonly<Record<string, WireValue>>;
  /** ms since the epoch; null where nothing is cached. */
  readonly fetchedAt: number | null;
  readonly draft: StoredDraft | null;
  /** The keys of pending changes that went with a removed store: an open form has their values, unsaved again. */
  readonly lost?: readonly string[];
}

/** Unsaved values, never secrets. `base`: the server's values when each edit began, where they are known. */
export interface DraftContent {
  readonly values: Readonly<Record<string, FieldValue>>;
  readonly base: Readonly<Record<string, WireValue>>;
}

/** `savedAt` in ms since the epoch. `leftSeq`: its number, if another tab wrote it. */
export interface StoredDraft extends DraftContent {
  readonly savedAt: number;
  readonly leftSeq?: number;
}

export interface ScreenKey {
  readonly websiteId: string;
  readonly screenId: string;
}

/** `replaces`: the `leftSeq` of the draft that the form was opened with, which this draft supersedes. */
export interface DraftKey extends ScreenKey {
  readonly replaces?: number;
}

/**
 * What a save takes out of the drafts of its form, in the transaction that puts it into the outbox. `screens`: those under which the form stores
 * its draft. `at`: when it was saved, ms since the epoch; what is typed and drafted later stays.
 */
export interface SavedDraft extends DraftContent {
  readonly websiteId: string;
  readonly screens: readonly string[];
  readonly replaces?: number;
  readonly at: number;
}

export type SettingsLoaded =
  | { readonly kind: 'loaded'; readonly snapshot: SettingsSnapshot }
  | { readonly kind: 'failed'; readonly code: 'offlineNeverLoaded' | 'notFound' | 'unknown'; readonly message: string };

export interface SettingsSubmission extends ScreenKey {
  /** The changed visible fields only. */
  readonly writes: readonly SettingWrite[];
  /** The server's values when each edit began, by key. */
  readonly base: Readonly<Record<string, WireValue>>;
  /** A person has answered the question that these values raised. */
  readonly isConfirmed?: true;
  /** What the save takes out of the draft of its form: the same values as the form has them, without secrets. */
  readonly drafted?: DraftKey & DraftContent;
  /**
   * Called once all entries of the save are in the outbox: the draft no longer needs these values. `along`: the keys of earlier saves of the form
   * whose values the entries have too.
   */
  readonly onEnqueued?: (along?: readonly string[]) => void;
  /** Called right before refused keys leave the outbox: from then on only the form has their values. */
  readonly onGivenBack?: (keys: readonly string[]) => void;
}

/** The keys of a failed save that are saved all the same: on the server, or pending on this device. */
export interface Accepted {
  readonly saved: readonly string[];
  readonly pending: readonly string[];
}

export type SettingsSaveResult =
  | { readonly kind: 'saved' }
  /** All of it is on this device; what of it the server has is `accepted`. */
  | { readonly kind: 'pending'; readonly reason: PendingReason; readonly accepted?: Accepted }
  | {
      readonly kind: 'refused';
      readonly message: string;
      readonly fields: FieldMessages;
      readonly accepted?: Accepted;
      /** The message asks a person, who may save the same values all the same. */
      readonly isQuestion?: true;
    }
  /** Only the fields in conflict wait for a person; `accepted` are the others. */
  | { readonly kind: 'conflict'; readonly accepted?: Accepted }
  | { readonly kind: 'failed'; readonly code: 'quota' | 'unknown'; readonly message: string; readonly accepted?: Accepted };

export type SecretsSaveResult =
  | { readonly kind: 'saved' }
  | { readonly kind: 'failed'; readonly message: string; readonly fields: FieldMessages };

/** One page of a list that the server pages, sorts and searches. `page` counts from 0. */
export interface ListQuery {
  readonly page: number;
  readonly perPage: number;
  /** `field` or `-field`; null for the server's order. */
  readonly sort: string | null;
  readonly q: string;
  /** What each filter of the list has to be, by its key. */
  readonly filters?: Readonly<Record<string, string>>;
}

export type PageLoaded =
  | {
      readonly kind: 'page';
      readonly rows: readonly Json[];
      readonly pagination: PaginationInfo;
      /** True where the server did not answer and the rows are those of this device. */
      readonly fromDevice: boolean;
      /** ms since the epoch. */
      readonly fetchedAt: number | null;
    }
  | { readonly kind: 'offline' }
  | { readonly kind: 'failed'; readonly message: string };

/** The result of a delete. `appendedAt` as in `BlockSaveResult`. */
export type DeleteResult =
  | { readonly kind: 'deleted'; readonly appendedAt: number }
  | { readonly kind: 'pending'; readonly appendedAt: number; readonly reason: PendingReason }
  | { readonly kind: 'failed'; readonly message: string };
