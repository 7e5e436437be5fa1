/** Where a picture is. Files are in the client store under their id, never in a chart's context. */
export type Picture = { readonly source: 'device'; readonly id: string } | { readonly source: 'server'; readonly url: string };

/** What is known of a file. */
export interface FileInfo {
  readonly name: string;
  /** Null where there is none, or it is not available now. */
  readonly picture: Picture | null;
  /** What the server changed or left out of it, a sentence each. */
  readonly remarks?: readonly string[] | undefined;
}

export interface UploadPlace {
  readonly websiteId: string;
  /** The setting whose field this is. */
  readonly settingKey: string;
}

/** `isPending`: chosen on this device and not on the server yet. `unavailable`: not now. `missing`: it no longer exists. */
export type FileDescribed =
  | { readonly kind: 'known'; readonly info: FileInfo; readonly isPending: boolean }
  | { readonly kind: 'unavailable'; readonly message: string }
  | { readonly kind: 'missing'; readonly message: string };

/** A chosen file. `replaces`: the field's unsaved file that it replaces. */
export interface FileChosen extends UploadPlace {
  readonly handle: string;
  readonly replaces: string | null;
}

export interface FileChecked {
  /** Why the chosen file is not accepted; null where it is. */
  readonly problem: string | null;
}

export type FileStored =
  | { readonly kind: 'stored'; readonly fileId: string }
  /** This device could not store it. */
  | { readonly kind: 'failed'; readonly message: string };

export interface UploadInput extends UploadPlace {
  readonly fileId: string | null;
  /** What the form has stored for the field. */
  readonly storedId: string | null;
}

/** Plain JSON. `fileId` is the file that the field has: the server's id, or a local one. */
export interface UploadContext extends UploadPlace {
  readonly fileId: string | null;
  /** The server's id of `fileId`, once it has one. */
  readonly serverId: string | null;
  /** What the form has stored for the field: Cancel returns to it. */
  readonly storedId: string | null;
  /** The file that is being discarded. */
  readonly dropped: string | null;
  /** Names a chosen file that the page has in memory. */
  readonly handle: string | null;
  readonly info: FileInfo | null;
  /** 0 to 100; null where it is not known, as when another tab sends it. */
  readonly percent: number | null;
  /** Why a chosen file was not accepted, until the next choice. */
  readonly problem: string | null;
  /** The error, or why the file can't be shown. */
  readonly message: string | null;
}

export type UploadEvent =
  /** The form has, or has stored, another file now: reverted, undone, saved, stored elsewhere. */
  | { readonly type: 'value.given'; readonly fileId: string | null; readonly storedId: string | null }
  | { readonly type: 'file.chosen'; readonly handle: string }
  | { readonly type: 'file.removed' }
  | { readonly type: 'upload.cancelled' }
  | { readonly type: 'retry.requested' }
  | { readonly type: 'connection.restored' }
  /** From the actor that follows the outbox. */
  | { readonly type: 'upload.progressed'; readonly percent: number | null }
  | { readonly type: 'upload.waited' }
  | { readonly type: 'upload.sent'; readonly fileId: string; readonly remarks?: readonly string[] | undefined }
  | { readonly type: 'upload.rejected'; readonly message: string }
  | { readonly type: 'upload.dropped'; readonly message: string };

export type UploadEmitted =
  /** The field gets this value. */
  | { readonly type: 'file.changed'; readonly fileId: string | null }
  /** A file that was never sent is discarded: neither undo nor a draft may bring it back. */
  | { readonly type: 'file.dropped'; readonly fileId: string };
