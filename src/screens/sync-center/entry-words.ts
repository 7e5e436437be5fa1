import { filesUploadBodySchema } from '#contract/commands/files-upload.ts';
import { settingsSaveBodySchema } from '#contract/commands/settings-save.ts';
import type { QueueRow } from '#contract/queue.ts';
import { settingsScreens } from '#contract/settings/index.ts';
import { fieldsOf } from '#contract/settings/screen.ts';
import * as v from 'valibot';

const problems: Readonly<Record<string, string>> = {
  quota: 'This device is out of space.',
  gone: 'What this would change has been deleted elsewhere.',
  forbidden: 'You are not allowed to change this.',
  payload_too_large: 'The change is too large for the server.',
  unreadable: 'This change can’t be read by this version.',
  fault: 'This change could not be prepared for sending.',
};

/** True where both sides have a value to choose from; what was deleted elsewhere leaves nothing to choose. */
export function canResolve({ status, lastError }: QueueRow): boolean {
  return status === 'conflict' && lastError?.theirs !== undefined;
}

/** How a waiting row stands, in a sentence. */
export function statusWords(row: QueueRow): string {
  const { status, lastError, attempts } = row;
  switch (status) {
    case 'sending':
      return 'Being sent…';
    case 'unknown':
      return 'It is not known yet whether this reached the server. It will be looked up before it is sent again.';
    case 'conflict':
      if (lastError?.code === 'gone') return problems['gone'] ?? '';
      return 'Somebody else changed the same fields. Choose which to keep.';
    case 'parked':
      return wordsOf(lastError);
    case 'queued':
      if (attempts === 0) return 'Waiting to be sent.';
      return answerOf(lastError) || 'The last try did not reach the server.';
  }
}

/** What the server said when it could not take a change yet, as when it was sent too much in a minute; empty where it said nothing. */
function answerOf(error: QueueRow['lastError']): string {
  return error?.code === 'fault' || error?.code === 'unreadable' ? '' : (error?.message ?? '');
}

/** What was said of single fields, besides what `statusWords` says already. */
export function fieldMessages(row: QueueRow): readonly string[] {
  const told = statusWords(row);
  return [...new Set(Object.values(row.lastError?.fields ?? {}))].filter((message) => message !== told);
}

/** The server's words for what it refused; ours where the message is only for the log. */
function wordsOf(error: QueueRow['lastError']): string {
  return answerOf(error) || problems[error?.code ?? ''] || 'The server did not take this change.';
}

/** The path of the screen on which the row was made; null where this version has none. */
export function screenPathOf(row: QueueRow): string | null {
  if (row.command === 'block-settings.save') return `design/homepage/${row.target.id}`;
  if (row.command.startsWith('blocks.')) return 'design/homepage';
  const keys = keysOf(row);
  const block = [...keys].find((key) => key.includes('/'))?.split('/')[0];
  if (block !== undefined) return `design/homepage/${block}`;
  return settingsScreens.find((screen) => fieldsOf(screen).some((field) => keys.has(field.key)))?.path ?? null;
}

/** The settings that a row is about. */
function keysOf(row: QueueRow): ReadonlySet<string> {
  const upload = v.safeParse(filesUploadBodySchema, row.body);
  if (upload.success) return new Set([upload.output.settingKey]);
  const save = v.safeParse(settingsSaveBodySchema, row.body);
  return new Set(save.success ? save.output.settings.map((setting) => setting.key) : []);
}
