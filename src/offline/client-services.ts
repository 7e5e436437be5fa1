import type { ApiResult } from '#contract/api-result.ts';
import type { ClientStore } from '#db/open-client-store.ts';
import type { StopSendingInput, WipeInput } from '#machines/session/session.types.ts';
import type { ConnectionActor } from './wire-connection.ts';
import type { SyncHandle } from './sync-handle.ts';
import type { SettingsSubmission, SettingsSaveResult } from '#machines/ports.ts';
import type { PrefetchOptions } from './prefetch-settings.ts';
import type { SettingsSource } from './settings-source.ts';
import type { SourceParts } from './source-parts.ts';
import type { UploadParts } from './upload-source.ts';
import type { WebsiteSource } from './website-source.ts';

/** What is only on this device, counted before a sign-out: unconfirmed saves, and screens with unsaved typing. */
export interface Unsent {
  readonly changes: number;
  /** How many of `changes` are not sent until a person decides. */
  readonly attention: number;
  readonly drafts: number;
}

/** The client store and the services that read and write it for the screens. Loaded after the sign-in screen. */
export interface ClientServices {
  readonly store: ClientStore;
  readonly sync: SyncHandle;
  readonly connection: ConnectionActor;
  readonly settings: SettingsSource;
  readonly websites: WebsiteSource;
  /** The parts of the source of uploads, which loads with the first screen that has such a field. */
  readonly uploadParts: UploadParts;
  /** The parts of the sources that load with the first screen that needs them. */
  readonly sourceParts: SourceParts;
  submitSettings(submission: SettingsSubmission, signal: AbortSignal): Promise<SettingsSaveResult>;
  /** Caches all that a website's screens need. Resolves to the number of settings categories, or to the first problem. */
  prefetchAll(websiteId: string, options?: PrefetchOptions): Promise<ApiResult<number>>;
  /**
   * Loads the data of the settings screen at a path before it is drawn. `isOpening`: nobody only points at it. Never rejects for an answer
   * of the server.
   */
  openScreen(websiteId: string, path: string, isOpening: boolean): Promise<void>;
  /** Counts what of the user is only on this device, before a sign-out: unconfirmed saves and screens with unsaved typing. */
  countUnsent(userId: string): Promise<number>;
  /**
   * Stops sending the user's outbox in every tab until their sign-out has ended or was cancelled: aborts requests in flight, and
   * discards the outbox where that was chosen. Rejects when the device fails.
   */
  stopSending(userId: string, pending: StopSendingInput['pending']): Promise<void>;
  /** Changes wait in the memory of this tab alone. */
  isLostWithTab(): boolean;
  /** The last result of `countUnsent`, by kind. */
  readonly unsent: Unsent;
  wipe(input: WipeInput): Promise<void>;
}
