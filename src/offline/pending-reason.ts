import { type PendingReason, pendingReasonOf } from '#contract/pending-reason.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { settingOf } from '#contract/settings/index.ts';
import type { SaveOutcome } from '#db/outcome-of.ts';
import * as v from 'valibot';

/**
 * The reason to show for pending saves: of several, the one that a person can do most about. `hold`: a reason that is known to
 * keep every save on this device now.
 */
export function pendingReason(outcomes: readonly SaveOutcome[], hold: PendingReason | null): PendingReason {
  const waiting = outcomes.filter((outcome) => outcome.kind === 'waiting');
  const behind = waiting.find((outcome) => outcome.behind)?.behind;
  if (behind) return { kind: 'behindConflict', fields: conflictLabels(behind) };
  const known = [...waiting.flatMap(({ error }) => pendingReasonOf(error) ?? []), ...(hold === null ? [] : [hold])];
  const byUse = (['signInNeeded', 'serverTrouble', 'blocked', 'offline'] as const).map((kind) =>
    known.find((reason) => reason.kind === kind),
  );
  return byUse.find((reason) => reason !== undefined) ?? { kind: 'notAnswered' };
}

/** What a conflict is about, as people call it, for a sentence: of many fields, how many. */
export function conflictLabels({ body, lastError, command }: OutboxEntry): readonly string[] {
  const keys = Object.keys(lastError?.theirs ?? {});
  if (command === 'settings.save')
    return keys.length > 3 ? [`${keys.length} fields`] : keys.map((key) => settingOf(key)?.field.label ?? key);
  if (command === 'blocks.order') return ['the order of the blocks'];
  const named = v.safeParse(v.object({ label: v.string() }), body);
  return named.success ? [named.output.label] : ['a block'];
}
