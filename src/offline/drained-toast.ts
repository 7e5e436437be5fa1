import type { NewToast } from '#machines/toasts/toasts.operations.ts';

/** The toast for a drained outbox. `attention`: how many changes remain until a person decides. */
export function drainedToast(sent: number, attention: number): NewToast {
  const content = sent === 1 ? '1 change is now on the server.' : `${sent} changes are now on the server.`;
  if (attention === 0) return { type: 'success', title: 'All changes sent', content };
  const rest = attention === 1 ? '1 other needs your attention.' : `${attention} others need your attention.`;
  return { type: 'warning', title: 'Changes sent', content: `${content} ${rest}` };
}
