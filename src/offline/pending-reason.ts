import { type PendingReason, pendingReasonOf } from '#contract/pending-reason.ts';
import type { SaveStatus } from '#db/save-status.ts';

/**
 * The reason to show for pending saves: of several, the one that a person can do most about. `hold`: a reason that is known to
 * keep every save on this device now.
 */
export function pendingReason(outcomes: readonly SaveStatus[], hold: PendingReason | null): PendingReason {
  const waiting = outcomes.filter((outcome) => outcome.kind === 'waiting');
  const behind = waiting.find((outcome) => outcome.behind)?.behind;
  if (behind) return { kind: 'behindConflict', fields: behind };
  const known = [...waiting.flatMap(({ error }) => pendingReasonOf(error) ?? []), ...(hold === null ? [] : [hold])];
  const byUse = (['signInNeeded', 'serverTrouble', 'blocked', 'offline'] as const).map((kind) =>
    known.find((reason) => reason.kind === kind),
  );
  return byUse.find((reason) => reason !== undefined) ?? { kind: 'notAnswered' };
}
