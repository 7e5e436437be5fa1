import type { LogRow } from '#db/stores.ts';
import type { LogEntry } from '#machines/toasts/toasts.operations.ts';

/** How a change left the outbox. */
export function describeOutcome({ outcome, by, isJoined }: Pick<LogRow, 'outcome' | 'by' | 'isJoined'>): string {
  switch (outcome) {
    case 'done':
      return 'Saved';
    case 'discarded':
      return 'Discarded';
    case 'rejected':
      return 'Refused';
    case 'evicted':
      return 'Removed by the browser';
    case 'superseded':
      if (by === null) return 'Not needed any more';
      return isJoined ? 'Joined with another change' : 'Replaced by a later change';
  }
}

/** The log as CSV for a spreadsheet, oldest first: the dequeued entries, and the texts of the toasts. */
export function logText(dequeued: readonly LogRow[], notifications: readonly LogEntry[]): string {
  const lines = [
    ...dequeued.map((row) => ({ at: row.at, cells: [describeOutcome(row), row.words, row.websiteId ?? '', row.opId] })),
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
