import { codeMissingMessage } from '#contract/pending-reason.ts';
import { lazyComponent } from '#src/ui/lazy-component.tsx';
import { Notice } from '#src/ui/notice.tsx';
import type { FieldConflictNoticeProps } from './field-conflict.tsx';

/** Why a person can't choose between the two values of a field in conflict now. */
export const choiceMissing = `The choice can’t be shown. ${codeMissingMessage}`;

// What marks a field in conflict, and what opens below it.
export const pendingMark = lazyComponent(
  async () => (await import('./field-pending-mark.tsx')).FieldPendingMark,
  () => null,
);
export const fieldConflict = lazyComponent<FieldConflictNoticeProps>(
  async () => (await import('./field-conflict.tsx')).FieldConflictNotice,
  () => (
    <Notice tone="warning" live="status">
      {choiceMissing}
    </Notice>
  ),
);

/** Loads what a choice needs, again where that has failed. Resolves to whether it is there. */
export async function loadChoice(): Promise<boolean> {
  const parts = [pendingMark, fieldConflict];
  await Promise.all(parts.map((part) => part.preload()));
  return parts.every((part) => part.read());
}
