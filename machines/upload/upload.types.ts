/** Where a picture is to be had. Files never stand in a chart: the device store has them under their id. */
export type Picture = { readonly source: 'device'; readonly id: string } | { readonly source: 'server'; readonly url: string };

/** What is known of a file. */
export interface FileInfo {
  readonly name: string;
  /** Null where there is none, or it can't be had now. */
  readonly picture: Picture | null;
}

export interface UploadPlace {
  readonly websiteId: string;
  /** The setting whose field this is. */
  readonly settingKey: string;
}

/** `onItsWay`: chosen on this device and not on the server yet. `unseen`: can't be told now. `gone`: it is nowhere. */
export type FileDescribed =
  | { readonly kind: 'known'; readonly info: FileInfo; readonly onItsWay: boolean }
  | { readonly kind: 'unseen'; readonly message: string }
  | { readonly kind: 'gone'; readonly message: string };

/** A chosen file. `replaces`: the field's file that was never saved, whose place it takes. */
export interface FileChosen extends UploadPlace {
  readonly handle: string;
  readonly replaces: string | null;
}

export interface FileChecked {
  /** The complaint about a chosen file, in the product's words; null: it may be sent. */
  readonly problem: string | null;
}

export type FileKept =
  | { readonly kind: 'kept'; readonly fileId: string }
  /** The device could not keep it. */
  | { readonly kind: 'failed'; readonly message: string };

export interface UploadInput extends UploadPlace {
  readonly fileId: string | null;
  /** What the form has stored for the field. */
  readonly storedId: string | null;
}

/** Plain JSON. `fileId` is what the field holds: the server's id, or the one that the file has on this device. */
export interface UploadContext extends UploadPlace {
  readonly fileId: string | null;
  /** The server's id of `fileId`, once it has one. */
  readonly serverId: string | null;
  /** What the form has stored for the field: where Cancel leads back to. */
  readonly storedId: string | null;
  /** What is being given up. */
  readonly dropped: string | null;
  /** Names a chosen file for as long as the page holds it. */
  readonly handle: string | null;
  readonly info: FileInfo | null;
  /** 0 to 100; null where it is not known, as when another tab sends it. */
  readonly percent: number | null;
  /** Why a chosen file was not taken. Stands at the field until the next choice. */
  readonly problem: string | null;
  /** Why it failed, or can't be shown. */
  readonly message: string | null;
}

export type UploadEvent =
  /** The form holds, or has stored, another file now: reverted, undone, saved, stored elsewhere. */
  | { readonly type: 'value.given'; readonly fileId: string | null; readonly storedId: string | null }
  | { readonly type: 'file.chosen'; readonly handle: string }
  | { readonly type: 'file.removed' }
  | { readonly type: 'upload.cancelled' }
  | { readonly type: 'retry.requested' }
  | { readonly type: 'connection.restored' }
  /** From the actor that follows the queue. */
  | { readonly type: 'upload.progressed'; readonly percent: number | null }
  | { readonly type: 'upload.waited' }
  | { readonly type: 'upload.sent'; readonly fileId: string }
  | { readonly type: 'upload.refused'; readonly message: string }
  | { readonly type: 'upload.dropped'; readonly message: string };

export type UploadEmitted =
  /** The field is to hold this now. */
  | { readonly type: 'file.changed'; readonly fileId: string | null }
  /** A file that was never sent is given up: nothing may lead back to it. */
  | { readonly type: 'file.dropped'; readonly fileId: string };
