import type { Call } from '#contract/calls/define.ts';
import { type Deps, fingerprint } from '../deps.ts';
import { type Failure, fail } from '../http/reply.ts';
import { countAttempt } from './rate-limits.ts';

const minute = 60;

/**
 * Counts a write against the account's limit for a minute, and an upload against the limit of uploads as well. Returns the failure to
 * answer where a limit is exceeded; its `Retry-After` makes a console's outbox wait that long. Runs outside any transaction, so that
 * refused writes count too. `writes`: as how many it counts.
 */
export async function tooManyWrites(
  deps: Deps,
  accountId: number,
  call: Pick<Call, 'encoding'>,
  now: Date,
  writes = 1,
): Promise<Failure | null> {
  const { accountWritesPerMinute, accountUploadsPerMinute } = deps.config;
  const limitOf = (name: string, max: number) => ({
    key: fingerprint(deps, name, String(accountId)),
    max,
    windowSeconds: minute,
    cost: writes,
  });
  const wait = await countAttempt(
    deps.db,
    [
      limitOf('account-writes', accountWritesPerMinute),
      ...(call.encoding === 'multipart' ? [limitOf('account-uploads', accountUploadsPerMinute)] : []),
    ],
    now,
  );
  if (wait === null) return null;
  const seconds = `${wait} ${wait === 1 ? 'second' : 'seconds'}`;
  return fail('too_many_requests', `Your account has sent too many changes in a minute. Try again in ${seconds}.`, {
    retryAfterSeconds: wait,
  });
}
