import type { FieldMessages } from '#contract/errors.ts';
import type { SettingsSubmitted, ToastContent } from './ports.ts';

export const quotaMessage =
  'This device is out of space, so the change could not be kept. Nothing you typed is lost: free some space, then save again.';
export const unknownSaveMessage = 'An unknown error occurred';

export const keptToast: ToastContent = {
  type: 'info',
  title: 'Saved on this device',
  content: 'It will be sent when you are back online.',
};

/** What is told of a submission that was not taken, in words and by field; `unknown` stands where nobody says why. */
export function failureOf(submitted: SettingsSubmitted, unknown: string = unknownSaveMessage): { message: string; fields: FieldMessages } {
  if (submitted.kind === 'refused') return { message: submitted.message.trim() || unknown, fields: submitted.fields };
  if (submitted.kind === 'failed')
    return { message: submitted.code === 'quota' ? quotaMessage : submitted.message.trim() || unknown, fields: {} };
  return { message: unknown, fields: {} };
}
