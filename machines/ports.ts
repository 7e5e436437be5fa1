import type { User } from '#contract/entities/user.ts';
import type { Setting, SettingWrite, WireValue } from '#contract/entities/setting.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import type { FieldMessages } from '#contract/errors.ts';
import type { Json } from '#contract/json.ts';
import type { Pagination } from '#contract/outcome.ts';
import type { FieldValue } from '#contract/settings/field.ts';

export type ToastType = 'info' | 'warning' | 'error' | 'success';

/** What a machine asks to be told; the toasts machine gives it an id and a time. */
export interface ToastContent {
  readonly type: ToastType;
  readonly title: string;
  readonly content: string;
}

/** Emitted by any machine that has something to tell; the wiring hands it to the toasts machine. */
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
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** A stored key that has a row in the queue. */
export interface WaitingMark {
  readonly status: 'waiting' | 'parked' | 'conflict';
  readonly message: string | null;
}

/** All that a settings screen knows at one moment: every category that it reads. */
export interface SettingsSnapshot {
  readonly theme: ThemeKey | null;
  /** What is shown: the queue laid over the server's word. */
  readonly settings: readonly Setting[];
  /** The server's word, as last heard. */
  readonly base: readonly Setting[];
  /** By key. */
  readonly waiting: Readonly<Record<string, WaitingMark>>;
  /** ms since the epoch; null where the server was never heard. */
  readonly fetchedAt: number | null;
  readonly draft: KeptDraft | null;
}

/** What was typed and not saved; never a secret. `base`: the server's word when each edit began, where it is known. */
export interface DraftContent {
  readonly values: Readonly<Record<string, FieldValue>>;
  readonly base: Readonly<Record<string, WireValue>>;
}

/** `savedAt` in ms since the epoch. */
export interface KeptDraft extends DraftContent {
  readonly savedAt: number;
}

export interface SettingsPlace {
  readonly websiteId: string;
  readonly screenId: string;
}

export type SettingsLoaded =
  | { readonly kind: 'loaded'; readonly snapshot: SettingsSnapshot }
  | { readonly kind: 'failed'; readonly code: 'offlineNeverLoaded' | 'notFound' | 'unknown'; readonly message: string };

export interface SettingsSubmission extends SettingsPlace {
  /** The changed and shown fields only. */
  readonly writes: readonly SettingWrite[];
  /** The server's word that the person saw when each edit began, by key. */
  readonly base: Readonly<Record<string, WireValue>>;
}

export type SettingsSubmitted =
  | { readonly kind: 'saved' }
  | { readonly kind: 'kept' }
  | { readonly kind: 'refused'; readonly message: string; readonly fields: FieldMessages }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'failed'; readonly code: 'quota' | 'unknown'; readonly message: string };

export type SecretsSubmitted =
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
      readonly pagination: Pagination;
      /** True where the server did not answer and the rows are those that the device remembers. */
      readonly fromDevice: boolean;
      /** ms since the epoch. */
      readonly fetchedAt: number | null;
    }
  | { readonly kind: 'offline' }
  | { readonly kind: 'failed'; readonly message: string };
