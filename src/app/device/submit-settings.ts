import { settingsSaveBodySchema } from '#contract/commands/settings-save.ts';
import type { Category, SettingWrite } from '#contract/entities/setting.ts';
import type { DeviceStore } from '#db/device-store.ts';
import type { SaveOutcome } from '#db/outcome-of.ts';
import type { SettingsSubmission, SettingsSubmitted } from '#machines/ports.ts';
import { sameJson } from '#contract/json.ts';
import * as v from 'valibot';
import type { CurrentUser } from './current-user.ts';

interface Deps {
  readonly store: DeviceStore;
  readonly user: () => CurrentUser;
  readonly isOffline: () => boolean;
  /** A signal that aborts after so many ms. */
  readonly timeout?: (ms: number) => AbortSignal;
  /** A save is kept on this device and not confirmed: the moment to ask the browser not to evict the store. */
  readonly onKept: () => void;
}

const discardedMessage = 'The change was discarded before it reached the server. What you typed is still here.';

/** How long a screen waits for the server's word before it says that the save is kept on the device, ms. */
const confirmationMs = 10_000;

/** Puts a save into the queue, one command for each category, all or none, and waits for what becomes of it. */
export function createSubmitSettings(deps: Deps) {
  const { store, user, isOffline, onKept } = deps;
  const timeout = deps.timeout ?? ((ms: number) => AbortSignal.timeout(ms));
  return async function submit(submission: SettingsSubmission, signal: AbortSignal): Promise<SettingsSubmitted> {
    const { userId, accountId } = user();
    // A store that can't be read says so at the append.
    const epoch = await store.dataEpoch(userId).catch(() => 0);
    const { websiteId, writes, base } = submission;
    const result = await store.outbox.appendAll(
      [...byCategory(writes)].map(([category, settings]) => ({
        userId,
        accountId,
        websiteId,
        epoch,
        command: 'settings.save' as const,
        body: { category, settings },
        base: Object.fromEntries(settings.map(({ key }) => [key, base[key] ?? null])),
      })),
    );
    if (result.kind === 'refused') return { kind: 'failed', code: result.code === 'quota' ? 'quota' : 'unknown', message: result.message };
    const { opIds } = result;
    const limit = AbortSignal.any([signal, timeout(isOffline() ? 0 : confirmationMs)]);
    const outcomes = await Promise.all(opIds.map((opId) => store.awaitOutcome(opId, { signal: limit })));
    // A screen that is gone hears nothing more: what was refused stays in the queue for the sync centre.
    if (signal.aborted) return { kind: 'kept' };
    const told = await conclude(store, userId, epoch, outcomes, writes);
    if (told.kind === 'kept') onKept();
    return told;
  };
}

async function conclude(
  store: DeviceStore,
  userId: string,
  epoch: number,
  outcomes: readonly SaveOutcome[],
  writes: readonly SettingWrite[],
): Promise<SettingsSubmitted> {
  const parked = outcomes.filter((outcome) => outcome.kind === 'parked');
  const first = parked[0];
  if (first) {
    // The form is still there and keeps what was typed, so a row with nothing else in it has done its work.
    for (const { opId } of parked) if (await holdsOnly(store, userId, opId, writes)) await store.outbox.discard(opId, epoch);
    return {
      kind: 'refused',
      message: first.error.message,
      fields: Object.assign({}, ...parked.map(({ error }) => error.fields)) as Record<string, string>,
    };
  }
  if (outcomes.some((outcome) => outcome.kind === 'conflict')) return { kind: 'conflict' };
  // In the sync centre, or in another tab: neither saved nor kept, so what was typed stays an edit.
  if (outcomes.some((outcome) => outcome.kind === 'discarded')) return { kind: 'failed', code: 'unknown', message: discardedMessage };
  return outcomes.every((outcome) => outcome.kind === 'saved') ? { kind: 'saved' } : { kind: 'kept' };
}

/** False where another save was joined with this one, of this tab or another: its changes are nowhere else, and must stay in the queue. */
async function holdsOnly(store: DeviceStore, userId: string, opId: string, writes: readonly SettingWrite[]): Promise<boolean> {
  const entry = (await store.outbox.list(userId)).find((read) => read.kind === 'row' && read.row.opId === opId);
  if (entry?.kind !== 'row') return false;
  const body = v.safeParse(settingsSaveBodySchema, entry.row.body);
  const isOurs = ({ key, value }: SettingWrite) => writes.some((write) => write.key === key && sameJson(write.value, value));
  return body.success && body.output.settings.every(isOurs);
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
