import { asPartial, isProblem, type ApiResult } from '#contract/api-result.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import type { Credentials } from '#src/io/call-options.ts';

/** Who is signed in at this moment. */
export interface SignedInUser {
  readonly userId: string;
  readonly token: string;
}

/**
 * Makes a row's request, however many calls that takes, under its own user's token and account, and under nobody else's. Both
 * are taken once, when it begins: somebody else may have signed in before its last call. A refusal of a token that was renewed
 * meanwhile says nothing about the new one: the request is made again, once, where it still `mayLeave`.
 */
export async function sendAsOwner<Data>(
  signedIn: () => SignedInUser | null,
  row: Pick<OutboxEntry, 'userId' | 'accountId'>,
  signal: AbortSignal,
  request: (credentials: Credentials) => Promise<ApiResult<Data>>,
  mayLeave: () => Promise<boolean> = async () => true,
): Promise<ApiResult<Data>> {
  const { userId, accountId } = row;
  const before = signedIn();
  if (before?.userId !== userId || signal.aborted) return { kind: 'notStarted' };
  const outcome = await request({ token: before.token, accountId });
  if (outcome.kind !== 'refused' || outcome.status !== 401) return outcome;
  const now = signedIn();
  const isRenewed = now?.userId === userId && now.token !== before.token;
  if (!isRenewed || signal.aborted || !(await mayLeave())) return outcome;
  const again = await request({ token: now.token, accountId });
  return outcome.isPartial && isProblem(again) ? asPartial(again) : again;
}
