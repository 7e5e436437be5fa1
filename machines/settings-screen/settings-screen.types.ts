import type { Setting, WireValue } from '#contract/entities/setting.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import type { Json } from '#contract/json.ts';
import type { PendingReason } from '#contract/pending-reason.ts';
import type { FieldValue } from '#contract/fields/field.ts';
import type { SettingsScreen } from '#contract/settings/screen.ts';
import type {
  DraftContent,
  DraftKey,
  EditNote,
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

/** Where code does not parse: line and column from 1. */
export interface CodeProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** One step of undo and redo: the values of its keys before and after. Never a secret. */
export interface EditStep {
  readonly before: FieldValues;
  readonly after: FieldValues;
  /** What was done, where the names of the fields do not say it. */
  readonly label?: string;
}

/** The edits since the screen was opened. A save does not end the history; Revert and Discard are steps of it. */
export interface EditHistory {
  /** The latest last. */
  readonly past: readonly EditStep[];
  /** The undone steps; the next to redo last. The next edit empties it. */
  readonly future: readonly EditStep[];
  /** The key, or the part of its value, whose typing still extends the last step; null where the next edit begins a new one. */
  readonly open: string | null;
  /** The last undo or redo, counted so that each is announced. */
  readonly last: {
    readonly direction: 'undone' | 'redone';
    readonly keys: readonly string[];
    readonly label?: string;
    readonly count: number;
  } | null;
}

/** Plain JSON throughout, so that a snapshot can be kept, compared and replayed. */
export interface SettingsContext {
  readonly websiteId: string;
  readonly screen: SettingsScreen;
  readonly theme: ThemeKey | null;
  /** The form's values, of every field of the screen, visible or not. */
  readonly values: FieldValues;
  /** The values that were loaded, or stored since: a field is changed while it differs from these. */
  readonly loaded: FieldValues;
  /** All settings with pending mutations applied, other categories included; conditions read them. */
  readonly settings: readonly Setting[];
  /** The server state, by key. */
  readonly serverBase: Readonly<Record<string, WireValue>>;
  /** The base of an edit that begins now, by key. */
  readonly began: Readonly<Record<string, WireValue>>;
  /** The server state when the edit of each key began, for the three-way comparison. */
  readonly base: Readonly<Record<string, WireValue>>;
  /** Keys that a person has changed: newer snapshots do not overwrite them. */
  readonly edited: readonly string[];
  /** Keys whose stored value moved while they were being edited. */
  readonly moved: readonly string[];
  /** The values of the save under way; null outside a save. The next Save adds what is typed meanwhile. */
  readonly submitted: FieldValues | null;
  /** Of `submitted`: the values that are still to be sent. */
  readonly toSend: FieldValues;
  /** Of `submitted`: the values of the present call. */
  readonly sending: FieldValues;
  /** Of `submitted`: the values that the outbox has stored. The draft leaves them out. */
  readonly inOutbox: FieldValues;
  /** An earlier save of this form is in the outbox and has no answer yet: the next answer is for both. */
  readonly joining: boolean;
  /** Keys of a refused save: their values stay although the store may still have them as pending. */
  readonly pinned: readonly string[];
  /** What the last save was asked about, with its values: the next Save of the same values is the answer. */
  readonly question: { readonly text: string; readonly values: FieldValues } | null;
  /** The save under way answers that question. */
  readonly isConfirmed: boolean;
  readonly history: EditHistory;
  readonly errors: Messages;
  /** Of `errors`: the keys that the last failed save found, for the summary. Errors found on blur appear only at their field. */
  readonly listedErrors: readonly string[];
  /** The message above the form when a save has failed. */
  readonly formError: string | null;
  /** Why the last save is pending; null where it is not. */
  readonly pending: PendingReason | null;
  /** The last save is in conflict. */
  readonly metConflict: boolean;
  /** Counts failed saves, so that the error summary takes the focus each time. */
  readonly failedSaves: number;
  readonly pendingFields: Readonly<Record<string, PendingChange>>;
  /** The sides that a person has chosen so far, by key, each with the entry in conflict. */
  readonly choices: Readonly<Record<string, { readonly side: Side; readonly opId: string }>>;
  /** The step that adopts somebody else's values once the choice is written; null: none. */
  readonly adopted: EditStep | null;
  readonly malformed: Readonly<Record<string, Json>>;
  /** What the parser of a code field said of its text, by key. */
  readonly codeProblems: Readonly<Record<string, { readonly text: string; readonly problems: readonly CodeProblem[] }>>;
  /** The texts of code that a held Save has warned about, by key: the next Save takes them as they are. */
  readonly warnedCode: Messages;
  readonly fetchedAt: number | null;
  readonly restoredDraft: { readonly savedAt: number } | null;
  /** The number of the draft that the form was opened with, where another tab had left it. */
  readonly leftDraft: number | null;
  readonly loadFailure: LoadFailure | null;
  /** The screen no longer follows changes made elsewhere. */
  readonly watchLost: boolean;
  /** The device could not store the draft. */
  readonly draftLost: boolean;
  /** The first save creates the record: required fields are checked even if nothing was typed. */
  readonly isNew: boolean;
  /** The snapshot that the screen opens with instead of loading; null once it has opened. */
  readonly remembered: SettingsSnapshot | null;
}

export type SettingsEvent =
  | { readonly type: 'field.changed'; readonly key: string; readonly value: FieldValue; readonly note?: EditNote | undefined }
  | { readonly type: 'field.blurred'; readonly key: string }
  | { readonly type: 'field.reverted'; readonly key: string }
  | { readonly type: 'changes.discarded' }
  | { readonly type: 'draft.discarded' }
  | { readonly type: 'undo.requested' }
  | { readonly type: 'redo.requested' }
  | { readonly type: 'save.requested' }
  | { readonly type: 'retry.requested' }
  | { readonly type: 'connection.restored' }
  /** From the watching actor: the store has changed, by the outbox, another tab or a refetch. */
  | { readonly type: 'stored.changed'; readonly snapshot: SettingsSnapshot }
  /** From the question before the screen is left: save what is unsaved, then leave. */
  | { readonly type: 'leave.requested' }
  | { readonly type: 'leave.cancelled' }
  /** Which value of a field in conflict to keep. */
  | { readonly type: 'conflict.chosen'; readonly key: string; readonly side: Side }
  /** Confirms the choice of a field. */
  | { readonly type: 'conflict.confirmed'; readonly key: string }
  /** Keeps the same side of every field in conflict. */
  | { readonly type: 'conflict.allChosen'; readonly side: Side }
  /** From a code field: its text has been parsed. */
  | { readonly type: 'code.checked'; readonly key: string; readonly text: string; readonly problems: readonly CodeProblem[] }
  /** A chosen file that was never sent has left the device: undo must not lead back to it. */
  | { readonly type: 'file.dropped'; readonly fileId: string }
  /** Sent by the save under way: the outbox has stored these values. */
  | { readonly type: 'save.enqueued'; readonly values: FieldValues }
  /** Sent by the save under way: these keys were refused, and are about to leave the outbox. */
  | { readonly type: 'save.givenBack'; readonly keys: readonly string[] }
  /** Raised by the chart: the unsaved edits have changed. */
  | { readonly type: 'draft.outdated' }
  /** Raised by the chart: the draft is written without a pause, since a tab that ends within it would leave a saved value in the draft, or lose a refused one. */
  | { readonly type: 'draft.due' };

export interface SettingsInput {
  readonly websiteId: string;
  readonly screen: SettingsScreen;
  /** The last snapshot of the screen, if it was open before. */
  readonly remembered?: SettingsSnapshot | null;
  /** The first save creates the form's record. */
  readonly isNew?: boolean;
}

/** The answer to `leave.requested`: everything is saved, on this device or on the server, or something needs a person first. */
export interface LeaveEmitted {
  readonly type: 'leave.allowed' | 'leave.refused';
}

export type SettingsEmitted = ToastEmitted | TrackEmitted | LeaveEmitted;

/** Changed fields only, and never a secret. */
export interface DraftInput extends DraftKey, DraftContent {}
