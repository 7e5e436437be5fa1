import type { Category, SettingWrite } from '#contract/entities/setting.ts';
import { type PendingReason, storeStalledMessage } from '#contract/pending-reason.ts';
import { fieldIndex } from '#contract/settings/field-index.gen.ts';
import { settingLabel } from '#contract/settings/names.ts';
import type { SaveStatus } from '#db/save-status.ts';
import type { SavedDraft, SettingsSubmission, SettingsSaveResult } from '#machines/ports.ts';
import { combineSaves } from '#machines/save-parts.ts';
import type { CurrentUser } from './current-user.ts';
import { awaitStatuses, formDiscardedMessage, returnToForm, valuesByKey, type AwaitStatusParts } from './outbox-submission.ts';
import { pendingReason } from './pending-reason.ts';

interface Deps extends AwaitStatusParts {
  /** Whose save it is, from when it began. `epoch` null: nothing was waited for since, so that the append reads it itself. */
  readonly owner: CurrentUser & { readonly epoch: Promise<number | null> | null };
  /** What the save takes out of the draft of its form. */
  readonly saved?: SavedDraft | null;
  /** Called for each save that is reported as pending: the moment to ask the browser not to evict the store. */
  readonly onPending: () => void;
}

/** Adds a save to the outbox, one mutation for each category in one transaction, and waits for its status. */
export async function submitSettings(deps: Deps, submission: SettingsSubmission, signal: AbortSignal): Promise<SettingsSaveResult> {
  const { store, owner, saved, pendingReasonNow, onPending } = deps;
  const { userId, accountId } = owner;
  const epoch = owner.epoch === null ? undefined : await owner.epoch;
  if (epoch === null) return { kind: 'failed', code: 'unknown', message: storeStalledMessage };
  const begun = epoch === undefined ? {} : { epoch };
  const { websiteId, writes, base, onEnqueued, onGivenBack } = submission;
  const groups = [...byCategory(writes)];
  const result = await store.outbox.appendAll(
    groups.map(([category, settings]) => ({
      userId,
      accountId,
      websiteId,
      ...begun,
      resource: 'settings',
      mutation: 'update' as const,
      body: { category, settings },
      base: Object.fromEntries(settings.map(({ key }) => [key, base[key] ?? null])),
    })),
    saved ?? undefined,
  );
  if (result.kind === 'refused') return { kind: 'failed', code: result.code === 'quota' ? 'quota' : 'unknown', message: result.message };
  onEnqueued?.();
  const parts = groups.map(([, settings]) => settings.map(({ key }) => key));
  const statuses = await awaitStatuses(deps, result, signal);
  const reason = pendingReason(statuses, pendingReasonNow(), store.place());
  // The screen is closed: a rejected entry stays in the outbox for the sync centre.
  if (signal.aborted) return { kind: 'pending', reason };
  const submitted = withFieldLabels(
    submission.screenId,
    combineSaves(parts.map((keys, at) => ({ keys, result: submittedOf(statuses[at] ?? { kind: 'discarded' }, reason) }))),
  );
  // The form is still open, and writes the rejected values back into its draft.
  for (const [at, status] of statuses.entries()) {
    if (status.kind !== 'rejected') continue;
    const { opId } = status;
    await returnToForm(store, {
      userId,
      epoch: result.epoch,
      opId,
      mutation: 'update',
      retained: { values: valuesByKey(writes) },
      signal,
      onGivenBack: () => onGivenBack?.(parts[at] ?? []),
    });
  }
  if (statuses.some(({ kind }) => kind === 'pending')) onPending();
  return submitted;
}

/** Names fields of other screens by their labels, since a refusal may cover a save of another screen that was merged with this one. */
function withFieldLabels(screenId: string, submitted: SettingsSaveResult): SettingsSaveResult {
  if (submitted.kind !== 'refused' || Object.keys(submitted.fields).length === 0) return submitted;
  const screen = fieldIndex.find(({ id }) => id === screenId);
  if (!screen) return submitted;
  const own = new Set(screen.fields.map(({ key }) => key));
  const fields: Record<string, string> = {};
  for (const [key, message] of Object.entries(submitted.fields)) {
    const label = own.has(key) ? key : (settingLabel(key) ?? key);
    fields[label in fields ? key : label] = message;
  }
  return { ...submitted, fields };
}

function submittedOf(status: SaveStatus, reason: PendingReason): SettingsSaveResult {
  switch (status.kind) {
    case 'saved':
      return { kind: 'saved' };
    case 'pending':
      return { kind: 'pending', reason };
    case 'conflict':
      return { kind: 'conflict' };
    case 'rejected':
      return { kind: 'refused', message: status.error.message, fields: status.error.fields };
    // Discarded in the sync centre or in another tab: what was typed stays an edit.
    case 'discarded':
      return { kind: 'failed', code: 'unknown', message: formDiscardedMessage };
  }
}

/** Writes of several categories, one group for each. */
export function byCategory(writes: readonly SettingWrite[]): ReadonlyMap<Category, SettingWrite[]> {
  const groups = new Map<Category, SettingWrite[]>();
  for (const write of writes) {
    const group = groups.get(write.category);
    if (group) group.push(write);
    else groups.set(write.category, [write]);
  }
  return groups;
}
