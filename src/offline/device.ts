import type { ApiResult } from '#contract/api-result.ts';
import type { SettingsScreen } from '#contract/settings/screen.ts';
import type { ClientStore } from '#db/open-client-store.ts';
import type { StopSendingInput, WipeInput } from '#machines/session/session.types.ts';
import type { ConnectionActor } from './wire-connection.ts';
import type { SyncHandle } from './sync-handle.ts';
import type { SettingsSubmission, SettingsSaveResult } from '#machines/ports.ts';
import type { BlockParts } from './blocks-source.ts';
import type { ChoiceParts } from './choice-source.ts';
import type { PrefetchOptions } from './prefetch-settings.ts';
import type { SettingsSource } from './settings-source.ts';
import type { UploadParts } from './upload-source.ts';
import type { WebsiteSource } from './website-source.ts';

/** What a sign-out would leave behind: saves that the server has not confirmed, and screens with unsaved typing. */
export interface Unsent {
  readonly changes: number;
  /** Of `changes`: those that are not sent until a person has decided. */
  readonly attention: number;
  readonly drafts: number;
}

/** The device store and what reads and writes it for the screens. Loaded after the sign-in screen. */
export interface Device {
  readonly store: ClientStore;
  readonly sync: SyncHandle;
  readonly connection: ConnectionActor;
  readonly settings: SettingsSource;
  readonly websites: WebsiteSource;
  /** What file fields and choices are made of; their sources load with the first screen that has such a field. */
  readonly uploadParts: UploadParts;
  readonly choiceParts: ChoiceParts;
  /** What blocks and the preview are made of; `homepage-sources.ts` makes their sources. */
  readonly blockParts: BlockParts;
  submitSettings(submission: SettingsSubmission, signal: AbortSignal): Promise<SettingsSaveResult>;
  /** Brings all that a website's screens need to this device; answers how many categories of settings, or the first problem. */
  prefetchAll(websiteId: string, options?: PrefetchOptions): Promise<ApiResult<number>>;
  /** The definition of the settings screen at a path, loaded on demand; null where there is none. */
  screenAt(path: string): Promise<SettingsScreen | null>;
  /** Loads what the settings screen at a path shows, ahead of its drawing; never rejects for what a server may do. */
  openScreen(websiteId: string, path: string): Promise<void>;
  /** What of the user's would be left behind: saves that the server has not confirmed, and screens with unsaved typing. */
  countUnsent(userId: string): Promise<number>;
  /**
   * Nothing of the user's is sent any more, by any tab, and what is on its way is given up, and discarded where that was chosen:
   * until their sign-out is over, or does not happen. Rejects when the device fails.
   */
  stopSending(userId: string, waiting: StopSendingInput['pending']): Promise<void>;
  /** The two apart, as they were last counted. */
  readonly unsent: Unsent;
  wipe(input: WipeInput): Promise<void>;
}
