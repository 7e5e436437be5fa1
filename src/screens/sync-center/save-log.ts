import type { LogRow } from '#db/stores.ts';
import type { LogEntry } from '#machines/toasts/toasts.operations.ts';
import dayjs from 'dayjs';
import { logText } from './log-text.ts';

/** Hands the log to the browser as a file. */
export function saveLog(left: readonly LogRow[], told: readonly LogEntry[]): void {
  const url = URL.createObjectURL(new Blob([logText(left, told)], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `frontage-log-${dayjs().format('YYYY-MM-DD-HHmm')}.csv`;
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
