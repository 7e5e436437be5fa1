import type { Setting, WireValue } from '#contract/entities/setting.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import type { Json } from '#contract/json.ts';
import type { PendingReason } from '#contract/pending-reason.ts';
import type { FieldValue } from '#contract/fields/field.ts';
import type { SettingsScreen } from '#contract/settings/screen.ts';
import type {
  DraftContent,
  DraftKey,
  SettingsLoaded,
  SettingsSnapshot,
  Side,
  ToastEmitted,
  TrackEmitted,
  PendingChange,
} from '../ports.ts';

export type FieldValues = Readonly<Record<string, FieldValue>>;
export type Messages = Readonly<Record<string, string>>;
export type LoadFailure = Extract<SettingsLoaded, { kind: 'failed' }>;

/** One edit, as undo and redo know it: what its keys held before and after. Never a secret. */
export interface EditStep {
  readonly before: FieldValues;
  readonly after: FieldValues;
}

/** The edits made since the screen was opened. A save does not end it; Revert and Discard are steps of it. */
export interface EditHistory {
  /** The latest last. */
  readonly past: readonly EditStep[];
  /** What was taken back; the next to redo last. Gone with the next edit. */
  readonly future: readonly EditStep[];
  /** The key whose typing still joins the last step; null where the next edit begins one. */
  readonly open: string | null;
  /** The last undo or redo, counted so that each is announced. */
  readonly last: { readonly direction: 'undone' | 'redone'; readonly keys: readonly string[]; readonly count: number } | null;
}

/** Plain JSON throughout, so that a snapshot can be kept, compared and replayed. */
export interface SettingsContext {
  readonly websiteId: string;
  readonly screen: SettingsScreen;
  readonly theme: ThemeKey | null;
  /** What the form holds, for every field of the screen, shown or not. */
  readonly values: FieldValues;
  /** What was loaded, or stored since: a field is changed while it differs from this. */
  readonly loaded: FieldValues;
  /** All settings as shown, other categories included; conditions read them. */
  readonly settings: readonly Setting[];
  /** The server's word as last heard, by key. */
  readonly serverBase: Readonly<Record<string, WireValue>>;
  /** What an edit of that key that starts now begins from, by key. */
  readonly began: Readonly<Record<string, WireValue>>;
  /** The server's word when the edit of that key began; goes with the save, for the three-way comparison. */
  readonly base: Readonly<Record<string, WireValue>>;
  /** Keys that a person changed and that stored changes therefore leave alone. */
  readonly touched: readonly string[];
  /** Keys whose stored value moved while they were being edited. */
  readonly moved: readonly string[];
  /** What is on its way; null outside a save. What is typed meanwhile joins it with the next Save. */
  readonly submitted: FieldValues | null;
  /** Of `submitted`: what was not handed on yet. */
  readonly toSend: FieldValues;
  /** Of `submitted`: what the present call carries. */
  readonly sending: FieldValues;
  /** Of `submitted`: the values that the outbox has stored. The draft leaves them out. */
  readonly inOutbox: FieldValues;
  /** An earlier save of this form has gone to the queue and has no answer yet: the next answer is for both. */
  readonly joining: boolean;
  /** Keys of a save that was refused: what was typed stays even while the device still shows it as stored. */
  readonly pinned: readonly string[];
  readonly history: EditHistory;
  readonly errors: Messages;
  /** Of `errors`: what the last failed save found, for the summary. What a blur finds stands at its field alone. */
  readonly listedErrors: readonly string[];
  /** What stands above the form when a save failed. */
  readonly formError: string | null;
  /** Why the last save is on this device and not on the server; null where it is not. */
  readonly pending: PendingReason | null;
  /** The last save waits for a choice between its values and somebody else's. */
  readonly metConflict: boolean;
  /** Counts failed saves, so that the error summary takes the focus each time. */
  readonly failedSaves: number;
  readonly pendingFields: Readonly<Record<string, PendingChange>>;
  /** What a person has chosen so far of the fields in conflict, and of which change. */
  readonly choices: Readonly<Record<string, { readonly side: Side; readonly opId: string }>>;
  /** What gives way to somebody else's values once the choice is written; null: nothing. */
  readonly adopted: EditStep | null;
  readonly malformed: Readonly<Record<string, Json>>;
  readonly fetchedAt: number | null;
  readonly restoredDraft: { readonly savedAt: number } | null;
  /** The number of the draft that the form was opened with, where another tab had left it. */
  readonly leftDraft: number | null;
  readonly loadFailure: LoadFailure | null;
  /** The screen no longer hears of changes made elsewhere. */
  readonly watchLost: boolean;
  /** The device could not keep what is being typed. */
  readonly draftLost: boolean;
  /** What the form is of does not exist before the first save: what is required is asked for also where nothing was typed. */
  readonly isNew: boolean;
  /** What the screen opens with instead of loading; null once it has. */
  readonly remembered: SettingsSnapshot | null;
}

export type SettingsEvent =
  | { readonly type: 'field.changed'; readonly key: string; readonly value: FieldValue }
  | { readonly type: 'field.blurred'; readonly key: string }
  | { readonly type: 'field.reverted'; readonly key: string }
  | { readonly type: 'changes.discarded' }
  | { readonly type: 'draft.discarded' }
  | { readonly type: 'undo.requested' }
  | { readonly type: 'redo.requested' }
  | { readonly type: 'save.requested' }
  | { readonly type: 'retry.requested' }
  | { readonly type: 'connection.restored' }
  /** From the watching actor: what is stored has changed, by the queue, another tab or a refetch. */
  | { readonly type: 'stored.changed'; readonly snapshot: SettingsSnapshot }
  /** From the question before the screen is left: save what is unsaved, then leave. */
  | { readonly type: 'leave.requested' }
  | { readonly type: 'leave.cancelled' }
  /** Which value of a field in conflict to keep. */
  | { readonly type: 'conflict.chosen'; readonly key: string; readonly side: Side }
  /** What is chosen of the fields of one change is what is to be kept. */
  | { readonly type: 'conflict.confirmed'; readonly key: string }
  /** Keeps the same side of every field in conflict. */
  | { readonly type: 'conflict.allChosen'; readonly side: Side }
  /** A chosen file that was never sent has left the device: undo must not lead back to it. */
  | { readonly type: 'file.dropped'; readonly fileId: string }
  /** Sent by the save under way: the outbox has stored these values. */
  | { readonly type: 'save.enqueued'; readonly values: FieldValues }
  /** Sent by the save under way: these keys were refused, and are about to leave the outbox. */
  | { readonly type: 'save.givenBack'; readonly keys: readonly string[] }
  /** Raised by the chart: what is typed, or what of it is saved, has changed. */
  | { readonly type: 'draft.outdated' }
  /** Raised by the chart: the draft is to be written now. A tab that ended within the pause would leave a saved value in it, or lose a refused one. */
  | { readonly type: 'draft.due' };

export interface SettingsInput {
  readonly websiteId: string;
  readonly screen: SettingsScreen;
  /** What this page last showed of the screen, where it has. */
  readonly remembered?: SettingsSnapshot | null;
  /** The first save creates what the form is of. */
  readonly isNew?: boolean;
}

/** The answer to `leave.requested`: everything is saved, here or on the server, or something needs a person first. */
export interface LeaveEmitted {
  readonly type: 'leave.allowed' | 'leave.refused';
}

export type SettingsEmitted = ToastEmitted | TrackEmitted | LeaveEmitted;

/** Changed fields only, and never a secret. */
export interface DraftInput extends DraftKey, DraftContent {}
