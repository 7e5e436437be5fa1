import type { Outcome } from '#contract/outcome.ts';
import type { QueueRow } from '#contract/queue.ts';

/** Whose token requests carry at this moment. */
export interface Sender {
  readonly userId: string;
  readonly token: string;
}

/**
 * Makes a row's request under its own user's token, and under nobody else's. A refusal of a token that was renewed while
 * the request was on its way says nothing about the new one: it is made again, once.
 */
export async function sendAsOwner<Data>(
  sender: () => Sender | null,
  row: Pick<QueueRow, 'userId'>,
  request: () => Promise<Outcome<Data>>,
): Promise<Outcome<Data>> {
  const before = sender();
  if (before?.userId !== row.userId) return { kind: 'notStarted' };
  const outcome = await request();
  if (outcome.kind !== 'refused' || outcome.status !== 401) return outcome;
  const now = sender();
  return now !== null && now.userId === row.userId && now.token !== before.token ? request() : outcome;
}
