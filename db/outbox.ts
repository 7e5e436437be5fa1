import { mayBeOnServer, type OutboxEntry } from '#contract/outbox-entry.ts';
import { type AnyMutation, appendOne, replaceEntry, resolvePartly, unfit } from './append.ts';
import { type BoundMutation, bind } from '#contract/resources/bind.ts';
import { conflictLabels } from './conflict-fields.ts';
import { isDataCurrent } from './fence.ts';
import { dropEntry } from './drop-entry.ts';
import { retie } from './file-ties.ts';
import { dequeue, release } from './outbox-writes.ts';
import type { ReadEntry } from './migrate-entry.ts';
import { forgetTogether } from './merge-entries.ts';
import { rememberDecided } from './own-saves.ts';
import type { QueueDeps } from './outbox-writes.ts';
import { type Enqueued, type LeaveResult, type QueueResult, type OutboxRefused, refused } from './outbox-writes.ts';
import { putEntry } from './outbox-writes.ts';
import { dependentsOf, findEntry, isStopped, readQueue, readStanding, retried } from './outbox-entries.ts';
import { storeErrorOf } from './store-error.ts';
import type { UploadsPlace } from './unnamed-files.ts';

/** The outbox, as screens and the sync centre use it. Every write is durable when it resolves; none but `dropUnnamed` rejects. */
export interface Outbox {
  /** Merges into an open entry of the same record, supersedes a rejected one (and carries its other fields on), or adds an entry at the end. */
  append(save: AnyMutation): Promise<QueueResult>;
  /** Several mutations of one user in their order, all or none: nobody sees the first without the last. Answers the first refusal, or the opIds. */
  appendAll(saves: readonly AnyMutation[]): Promise<Enqueued | OutboxRefused>;
  list(userId: string): Promise<readonly ReadEntry[]>;
  /** How many entries wait for the network, and how many for a person. */
  counts(userId: string): Promise<{ readonly waiting: number; readonly attention: number }>;
  /** Tries an entry again at once, under its key and with its body: a rejected one, one whose record was gone, or a pending one. */
  retry(opId: string): Promise<QueueResult>;
  /**
   * Drops an entry and what depends on it, and answers what was dropped. A save that names a dropped file is rejected: its other fields
   * stay. `as`: how the log has it; as rejected only what stands still, of which nothing can be on the server, and on which nothing depends. `epoch`: from `dataEpoch` before; nothing is dropped of a user who has signed out since.
   */
  discard(opId: string, options?: { readonly as?: 'discarded' | 'rejected'; readonly epoch?: number }): Promise<LeaveResult>;
  /** Drops an upload that nothing names; one that a save names stays (`invalid`). */
  giveUp(opId: string): Promise<LeaveResult>;
  /**
   * Drops uploads for these settings that no save, no draft of any tab and none of `held` names, and answers the ids of their
   * files. What was chosen in another tab that is still open stays: its form may hold it.
   * One that was made a moment ago stays: the form that chose it may not have kept its draft yet. Alone rejects: where the
   * device, or its own code, can't be had.
   */
  dropUnnamed(place: UploadsPlace, held: readonly string[]): Promise<readonly string[]>;
  /** Drops an entry that can't be read. */
  discardUnreadable(seq: number): Promise<LeaveResult>;
  /** Resolves a conflict field by field: a field that is not named stays in conflict. `left` when nothing remains to be sent or asked. */
  resolve(opId: string, choices: Readonly<Record<string, 'mine' | 'theirs'>>): Promise<QueueResult | LeaveResult>;
}

/** The code that only screens with files need. */
export type LoadUnnamedFiles = () => Promise<Pick<typeof import('./unnamed-files.ts'), 'dropUnnamed'>>;

export function createOutbox(deps: QueueDeps, loadUnnamedFiles: LoadUnnamedFiles): Outbox {
  const { db } = deps;

  /** Runs a change of the outbox and its consequences in one durable transaction; storage errors become values. */
  async function change<Result extends { readonly kind: string }>(work: () => Promise<Result>): Promise<Result | OutboxRefused> {
    try {
      return await db.transaction('rw', [db.outbox, db.log, db.resources, db.files, db.idMap, db.meta], work);
    } catch (thrown) {
      const { code, message } = storeErrorOf(thrown);
      return refused(code, message);
    }
  }

  async function announced<Result extends { readonly kind: string }>(
    userId: () => string | null,
    result: Promise<Result>,
  ): Promise<Result> {
    const value = await result;
    const user = userId();
    if (value.kind !== 'refused' && user !== null) deps.onQueued(user);
    return value;
  }

  /** Runs `work` on an entry that is there and not being sent. */
  async function onRow<Result extends { readonly kind: string }>(
    opId: string,
    work: (entry: OutboxEntry, bound: BoundMutation | null) => Promise<Result | OutboxRefused>,
  ) {
    let userId: string | null = null;
    return announced(
      () => userId,
      change(async () => {
        const entry = await findEntry(db, opId);
        if (!entry) return refused('gone');
        userId = entry.userId;
        return entry.status === 'sending' ? refused('busy') : work(entry, bind(entry));
      }),
    );
  }

  async function retryEntry(entry: OutboxEntry): Promise<void> {
    await putEntry(db, isStopped(entry) ? retried(entry) : { ...entry, nextAttemptAt: null });
    await retie(deps, entry);
  }

  return {
    append: async (save) =>
      unfit(save) ??
      announced(
        () => save.userId,
        change<QueueResult>(async () => appendOne(deps, save)),
      ),
    async appendAll(saves) {
      const problem = saves.map(unfit).find((refusal) => refusal !== null);
      if (problem) return problem;
      let refusal: OutboxRefused | null = null;
      const result = await announced(
        () => saves[0]?.userId ?? null,
        change<Enqueued>(async () => {
          const opIds: string[] = [];
          const behind: { readonly opId: string; readonly labels: readonly string[] }[] = [];
          for (const save of saves) {
            const appended = await appendOne(deps, save);
            if (appended.kind === 'refused') {
              refusal = appended;
              // Ends the transaction, with what was appended before.
              throw new Error(appended.code);
            }
            opIds.push(appended.opId);
            if (appended.behind) behind.push({ opId: appended.behind.opId, labels: conflictLabels(appended.behind) });
          }
          return { kind: 'kept', opIds, behind };
        }),
      );
      return refusal ?? result;
    },
    list: (userId) => readQueue(db, userId),
    async counts(userId) {
      const { waiting, attention } = await readStanding(db, userId);
      return { waiting, attention };
    },
    retry: (opId) =>
      onRow<QueueResult>(opId, async (entry, bound) => {
        // Behind refused uploads: those go again, and this entry with them.
        const uploads = (await Promise.all(entry.dependsOn.map((other) => findEntry(db, other)))).filter(
          (other) => other?.status === 'rejected',
        );
        for (const upload of uploads) if (upload) await retryEntry(upload);
        if (uploads.length > 0) return { kind: 'kept', opId };
        if (!bound || (entry.status === 'conflict' && entry.lastError?.theirs)) return refused('invalid');
        await retryEntry(entry);
        return { kind: 'kept', opId };
      }),
    discard: (opId, { as, epoch } = {}) =>
      onRow<LeaveResult>(opId, async (entry) => {
        if (!(await isDataCurrent(db, entry.userId, epoch))) return refused('gone');
        // It goes again meanwhile, in another tab say; or what is known of it must not be forgotten.
        if (as === 'rejected' && (entry.status !== 'rejected' || mayBeOnServer(entry))) return refused('invalid');
        // Another tab has built a change on it meanwhile, which would be dropped without notice.
        if (as === 'rejected' && (await dependentsOf(db, opId)).length > 0) return refused('invalid');
        return { kind: 'left', opIds: await dropEntry(deps, entry, as) };
      }),
    giveUp: (opId) =>
      onRow<LeaveResult>(opId, async (entry) => {
        if ((await dependentsOf(db, opId)).length > 0) return refused('invalid');
        await dequeue(db, entry, 'discarded', deps.now());
        return { kind: 'left', opIds: [opId] };
      }),
    async dropUnnamed(place, held) {
      // Loaded before the transaction, which would end while it waits.
      const [{ dropUnnamed }, living] = await Promise.all([loadUnnamedFiles(), deps.tabs.living()]);
      const others = living.filter((tab) => tab !== deps.tabs.own);
      return db.transaction('rw', [db.outbox, db.log, db.files, db.tabDrafts], () => dropUnnamed(deps, place, held, others));
    },
    discardUnreadable: (seq) =>
      change<LeaveResult>(async () => {
        const opId = (await db.outbox.get(seq))?.['opId'];
        await db.outbox.delete(seq);
        if (typeof opId === 'string') await release(db, opId);
        return { kind: 'left', opIds: [] };
      }),
    resolve: (opId, choices) =>
      onRow<QueueResult | LeaveResult>(opId, async (entry, bound) => {
        if (entry.status !== 'conflict' || !bound || !entry.lastError) return refused('invalid');
        const named = Object.keys(entry.lastError.theirs ?? {}).some((field) => field in choices);
        // Decided meanwhile, on another screen or in another tab.
        if (entry.lastError.theirs && !named) return refused('gone');
        await rememberDecided(db, entry, bound.cacheKey, choices);
        await forgetTogether(db, entry, Object.keys(choices));
        const partly = await resolvePartly(deps, entry, choices);
        if (partly) return partly;
        const rest = bound.resolve(entry.lastError, choices);
        // Who decides has seen what the server holds.
        if (rest) return replaceEntry(deps, entry, rest, []);
        await dequeue(db, entry, 'discarded', deps.now());
        return { kind: 'left', opIds: [opId] };
      }),
  };
}
