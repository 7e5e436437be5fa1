import type { LogRow } from '#db/stores.ts';
import type { LogEntry } from '#machines/toasts/toasts.operations.ts';

export const statusLabels: { readonly [Outcome in LogRow['outcome']]: string } = {
  done: 'Saved',
  discarded: 'Discarded',
  rejected: 'Refused',
  superseded: 'Replaced by a later change',
};

/** The log as CSV for a spreadsheet, oldest first: the dequeued entries, and the texts of the toasts. */
export function logText(dequeued: readonly LogRow[], notifications: readonly LogEntry[]): string {
  const lines = [
    ...dequeued.map(({ at, outcome, words, websiteId, opId }) => ({ at, cells: [statusLabels[outcome], words, websiteId ?? '', opId] })),
    ...notifications.map(({ at, toast }) => ({
      at,
      cells: ['Notification', [toast.title, toast.content].filter(Boolean).join('. '), '', ''],
    })),
  ].toSorted((a, b) => a.at - b.at);
  const rows = [['Time', 'What', 'Change', 'Website', 'Id'], ...lines.map(({ at, cells }) => [new Date(at).toISOString(), ...cells])];
  return rows.map((row) => row.map(cell).join(',')).join('\r\n');
}

/** Quotes a cell, and marks as text what a spreadsheet would run as a formula. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/u.test(text) ? `'${text}` : text;
  return `"${plain.replaceAll('"', '""')}"`;
}
