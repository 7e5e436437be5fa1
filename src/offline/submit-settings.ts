import type { Category, SettingWrite } from '#contract/entities/setting.ts';
import type { PendingReason } from '#contract/pending-reason.ts';
import { fieldsOf } from '#contract/settings/screen.ts';
import type { ClientStore } from '#db/open-client-store.ts';
import type { SaveStatus } from '#db/save-status.ts';
import type { SettingsSubmission, SettingsSaveResult } from '#machines/ports.ts';
import { combineSaves } from '#machines/save-parts.ts';
import type { CurrentUser } from './current-user.ts';
import { giveBack, outcomesOf, valuesByKey } from './outbox-submission.ts';
import { pendingReason } from './pending-reason.ts';

interface Deps {
  readonly store: ClientStore;
  readonly user: () => CurrentUser;
  /** What is known to keep every save on this device now; null where nothing is. */
  readonly hold: () => PendingReason | null;
  /** A signal that aborts after so many ms. */
  readonly timeout?: (ms: number) => AbortSignal;
  /** A save is kept on this device and not confirmed: the moment to ask the browser not to evict the store. */
  readonly onKept: () => void;
}

const discardedMessage = 'The change was discarded before it reached the server. What you typed is still here.';

/** How long a screen waits for the server's answer before it says that the save is kept on the device, ms. */
const confirmationMs = 10_000;

/** Puts a save into the queue, one command for each category in one transaction, and waits for what becomes of it. */
export function createSubmitSettings(deps: Deps) {
  const { store, user, hold, onKept } = deps;
  const timeout = deps.timeout ?? ((ms: number) => AbortSignal.timeout(ms));
  return async function submit(submission: SettingsSubmission, signal: AbortSignal): Promise<SettingsSaveResult> {
    const { userId, accountId } = user();
    // A store that can't be read says so at the append.
    const epoch = await store.dataEpoch(userId).catch(() => 0);
    const { websiteId, writes, base, onEnqueued, onGivenBack } = submission;
    const groups = [...byCategory(writes)];
    const result = await store.outbox.appendAll(
      groups.map(([category, settings]) => ({
        userId,
        accountId,
        websiteId,
        epoch,
        resource: 'settings',
        mutation: 'update' as const,
        body: { category, settings },
        base: Object.fromEntries(settings.map(({ key }) => [key, base[key] ?? null])),
      })),
    );
    if (result.kind === 'refused') return { kind: 'failed', code: result.code === 'quota' ? 'quota' : 'unknown', message: result.message };
    onEnqueued?.();
    const parts = groups.map(([, settings]) => settings.map(({ key }) => key));
    const limit = AbortSignal.any([signal, timeout(hold() === null ? confirmationMs : 0)]);
    const outcomes = await outcomesOf(store, result, limit);
    const reason = pendingReason(outcomes, hold());
    // A screen that is gone hears nothing more: what was refused stays in the queue for the sync centre.
    if (signal.aborted) return { kind: 'pending', reason };
    const submitted = await named(
      submission.screenId,
      combineSaves(parts.map((keys, at) => ({ keys, result: submittedOf(outcomes[at] ?? { kind: 'discarded' }, reason) }))),
    );
    // The form is still there, and writes what it has back into its draft.
    for (const [at, outcome] of outcomes.entries()) {
      if (outcome.kind !== 'rejected') continue;
      const { opId } = outcome;
      await giveBack(store, {
        userId,
        epoch,
        opId,
        submitted: result.opIds,
        mutation: 'update',
        values: valuesByKey(writes),
        signal,
        onGivenBack: () => onGivenBack?.(parts[at] ?? []),
      });
    }
    if (outcomes.some(({ kind }) => kind === 'pending')) onKept();
    return submitted;
  };
}

/** A save may be refused with one that another screen made. Its fields then go by their labels: this screen does not know them. */
async function named(screenId: string, submitted: SettingsSaveResult): Promise<SettingsSaveResult> {
  if (submitted.kind !== 'refused' || Object.keys(submitted.fields).length === 0) return submitted;
  const catalogue = await import('#contract/settings/index.ts').catch(() => null);
  const screen = catalogue?.screenById(screenId);
  if (!catalogue || !screen) return submitted;
  const own = new Set(fieldsOf(screen).map(({ key }) => key));
  const fields: Record<string, string> = {};
  for (const [key, message] of Object.entries(submitted.fields)) {
    const label = own.has(key) ? key : (catalogue.settingOf(key)?.field.label ?? key);
    fields[label in fields ? key : label] = message;
  }
  return { ...submitted, fields };
}

function submittedOf(outcome: SaveStatus, reason: PendingReason): SettingsSaveResult {
  switch (outcome.kind) {
    case 'saved':
      return { kind: 'saved' };
    case 'pending':
      return { kind: 'pending', reason };
    case 'conflict':
      return { kind: 'conflict' };
    case 'rejected':
      return { kind: 'refused', message: outcome.error.message, fields: outcome.error.fields };
    // In the sync centre, or in another tab: neither saved nor kept, so what was typed stays an edit.
    case 'discarded':
      return { kind: 'failed', code: 'unknown', message: discardedMessage };
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
