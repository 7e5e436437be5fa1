import type { ShowConflict } from '#contract/resources/blocks.ts';
import type { Block, BlockSettingWrite } from '#contract/entities/block.ts';
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
}

/** Emitted by any machine that wants a toast; the wiring hands it to the toasts machine. */
export interface ToastEmitted {
  readonly type: 'toast';
  readonly toast: ToastContent;
}

/** Emitted for the router. Names of places, not paths: machines don't know addresses. */
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

/** A stored key that has an outbox entry. */
export interface PendingChange {
  readonly status: 'pending' | 'rejected' | 'conflict';
  readonly message: string | null;
  /** The server's value when the edit that waits began. */
  readonly began?: WireValue;
  /** It is on its way to the server. */
  readonly isSending?: true;
  /** Why its last try was in vain, where it has been tried. */
  readonly reason?: PendingReason;
  /** Why it is still on this device after many tries: a person should see it. */
  readonly stuck?: PendingReason;
  /** Of a field that somebody else changed too: what there is to choose from besides one's own value. */
  readonly conflict?: { readonly opId: string } & Theirs;
}

/** What somebody else has put in a field. `at`: an ISO date; `at` and `by` are null where the API does not answer them. */
export interface Theirs {
  readonly value: WireValue;
  readonly at: string | null;
  readonly by: string | null;
}

export type Side = 'mine' | 'theirs';

/** Which value to keep of the fields in conflict of one change, by key; each field of it is named. */
export interface ConflictChoice {
  readonly opId: string;
  readonly choices: Readonly<Record<string, Side>>;
}

/** All that a settings screen knows at one moment: every category that it reads. */
export interface SettingsSnapshot {
  readonly theme: ThemeKey | null;
  /** What is shown: pending mutations applied to the server state. */
  readonly settings: readonly Setting[];
  /** Server state. */
  readonly base: readonly Setting[];
  /** By key. */
  readonly pendingFields: Readonly<Record<string, PendingChange>>;
  /** What our own last confirmed saves put there, this tab's or another's, by key. */
  readonly confirmedWrites: Readonly<Record<string, WireValue>>;
  /** ms since the epoch; null where nothing is cached. */
  readonly fetchedAt: number | null;
  readonly draft: StoredDraft | null;
}

/** What was typed and not saved; never a secret. `base`: server values from when each edit began, where they are known. */
export interface DraftContent {
  readonly values: Readonly<Record<string, FieldValue>>;
  readonly base: Readonly<Record<string, WireValue>>;
}

/** `savedAt` in ms since the epoch. `leftSeq`: its number, where another tab left it. */
export interface StoredDraft extends DraftContent {
  readonly savedAt: number;
  readonly leftSeq?: number;
}

export interface ScreenKey {
  readonly websiteId: string;
  readonly screenId: string;
}

/** `replaces`: the `leftSeq` of the draft that the form was opened with; it is this form's from then on. */
export interface DraftKey extends ScreenKey {
  readonly replaces?: number;
}

export type SettingsLoaded =
  | { readonly kind: 'loaded'; readonly snapshot: SettingsSnapshot }
  | { readonly kind: 'failed'; readonly code: 'offlineNeverLoaded' | 'notFound' | 'unknown'; readonly message: string };

export interface SettingsSubmission extends ScreenKey {
  /** The changed and shown fields only. */
  readonly writes: readonly SettingWrite[];
  /** Server values from when each edit began, by key. */
  readonly base: Readonly<Record<string, WireValue>>;
  /** Called once all entries of the save are stored in the outbox: the draft no longer needs these values. */
  readonly onEnqueued?: () => void;
  /** Called right before these keys leave the outbox because they were refused: the form alone has them from then on. */
  readonly onGivenBack?: (keys: readonly string[]) => void;
}

/** The keys of a save that stand although the save as a whole does not: on the server, or on this device. */
export interface Accepted {
  readonly saved: readonly string[];
  readonly pending: readonly string[];
}

export type SettingsSaveResult =
  | { readonly kind: 'saved' }
  | { readonly kind: 'pending'; readonly reason: PendingReason }
  | { readonly kind: 'refused'; readonly message: string; readonly fields: FieldMessages; readonly accepted?: Accepted }
  /** Only the fields that somebody else changed too wait for a person; `accepted` are the others. */
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
}

export type PageLoaded =
  | {
      readonly kind: 'page';
      readonly rows: readonly Json[];
      readonly pagination: PaginationInfo;
      /** True where the server did not answer and the rows are those that the device remembers. */
      readonly fromDevice: boolean;
      /** ms since the epoch. */
      readonly fetchedAt: number | null;
    }
  | { readonly kind: 'offline' }
  | { readonly kind: 'failed'; readonly message: string };

/** All that the homepage screen knows at one moment. */
export interface BlocksSnapshot {
  readonly theme: ThemeKey | null;
  /** All of them, the footer too, from the top: pending mutations applied to the server state. */
  readonly blocks: readonly Block[];
  /** By block id. */
  readonly pendingBlocks: Readonly<Record<string, PendingChange>>;
  /** By block id: a hide or show that met somebody else's, and waits for a choice. */
  readonly showConflicts: Readonly<Record<string, ShowConflict>>;
  /** A change of the order that has an outbox entry. */
  readonly order: PendingChange | null;
  /** Ids that blocks had on this device, and the server's ids in their place. */
  readonly idMap: Readonly<Record<string, string>>;
  /** ms since the epoch; null where nothing is cached. */
  readonly fetchedAt: number | null;
  /** When the reading of it began: a time that never goes back, on the same clock as `appendedAt`. */
  readonly readAt: number;
}

export type BlocksLoaded =
  | { readonly kind: 'loaded'; readonly snapshot: BlocksSnapshot }
  | { readonly kind: 'failed'; readonly code: 'offlineNeverLoaded' | 'notFound' | 'unknown'; readonly message: string };

/** One change of a website's blocks: one mutation, or two where a new block goes to a place of its own. */
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
      /** What the new block holds instead of its defaults. */
      readonly copyOf: { readonly settings: readonly BlockSettingWrite[] } | null;
      /** Goes right below this block; null: below all others, above the footer. */
      readonly below: string | null;
    }
  | { readonly kind: 'delete'; readonly blockId: string; readonly label: string }
  | {
      readonly kind: 'settings';
      readonly blockId: string;
      readonly label: string;
      readonly settings: readonly BlockSettingWrite[];
      /** By key: what the change starts from, for the three-way comparison. */
      readonly base: Readonly<Record<string, WireValue>>;
    };

export interface BlockSubmission {
  readonly websiteId: string;
  readonly change: BlockChange;
  /** As of a `SettingsSubmission`, of the whole change. */
  readonly onEnqueued?: () => void;
  readonly onGivenBack?: () => void;
}

/**
 * `blockId`: of a create the new block's id, which may be one of this device; else null. `appendedAt`: when the mutation was
 * in the outbox; a snapshot that was read later shows it. `problem`: the block was made, and what was to follow was not taken
 * as it is; that waits in the outbox for a person.
 */
export type BlockSaveResult =
  | { readonly kind: 'saved'; readonly blockId: string | null; readonly appendedAt: number; readonly problem?: string }
  | { readonly kind: 'pending'; readonly blockId: string | null; readonly appendedAt: number; readonly reason: PendingReason }
  | { readonly kind: 'refused'; readonly message: string; readonly fields: FieldMessages }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'failed'; readonly code: 'quota' | 'unknown'; readonly message: string };

/** What became of a delete that was confirmed. `appendedAt` as in `BlockSubmitted`. */
export type DeleteResult =
  | { readonly kind: 'deleted'; readonly appendedAt: number }
  | { readonly kind: 'pending'; readonly appendedAt: number; readonly reason: PendingReason }
  | { readonly kind: 'failed'; readonly message: string };
