import type { FieldMessages } from '#contract/errors.ts';
import type { PendingReason } from '#contract/pending-reason.ts';
import type { SettingsSaveResult, ToastContent } from './ports.ts';
import { describeAnswer, messageIn } from './problem-messages.ts';

export const quotaMessage =
  'This device is out of space, so the change could not be kept. Nothing you typed is lost: free some space, then save again.';
export const unknownSaveMessage = 'An unknown error occurred';

/** Why a save is pending, in a sentence. */
export function describePending(reason: PendingReason): string {
  switch (reason.kind) {
    case 'offline':
      return 'It will be sent when you are back online.';
    case 'serverTrouble':
      return `The server has trouble (${describeAnswer(reason)}). Trying again.`;
    case 'blocked':
      return `The server has trouble (${describeAnswer({ ...reason, message: 'something in front of it refused the call' })}). Trying again.`;
    case 'signInNeeded':
      return 'Sign in to send it.';
    case 'behindConflict':
      return `It waits until you have chosen for ${joinNames(reason.fields)}.`;
    case 'codeMissing':
      return 'A part of the console could not be loaded. Trying again.';
    case 'notAnswered':
      return 'The server has not answered yet.';
  }
}

/** "Phone", "Phone and Email", "Phone, Email and Fax". */
export function joinNames(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

export const onDeviceTitle = 'Saved on this device';

export function pendingToast(reason: PendingReason): ToastContent {
  if (reason.isInTab)
    return { type: 'warning', title: 'In this tab only', content: `${describePending(reason)} It is lost if the tab is closed before.` };
  return { type: 'info', title: onDeviceTitle, content: describePending(reason) };
}

export interface FailureView {
  readonly title: string;
  /** The reason; null where none was given. */
  readonly reason: string | null;
}

/** The error of a dialog: its own sentence, and the reason if there is one. */
export function failureView(title: string, message: string): FailureView {
  return { title, reason: message === unknownSaveMessage ? null : message };
}

/** The message and the field messages of a submission that was not accepted; `unknown` is the fallback error message. */
export function failureOf(result: SettingsSaveResult, unknown: string = unknownSaveMessage): { message: string; fields: FieldMessages } {
  if (result.kind === 'refused') return { message: messageIn(result.message) || unknown, fields: result.fields };
  if (result.kind === 'failed')
    return { message: result.code === 'quota' ? quotaMessage : messageIn(result.message) || unknown, fields: {} };
  return { message: unknown, fields: {} };
}
