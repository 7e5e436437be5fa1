import { storeStalledMessage } from '#contract/pending-reason.ts';
import { isReturnable, isStopped, type OutboxEntry } from '#contract/outbox-entry.ts';
import { type AnyMutation, appendOne, refusalOf, type UncheckedMutation } from './append.ts';
import { appendForAttention, type DecisionReason, decisionReason, isOfDevice, readSaves } from './adopted-save.ts';
import { createSaveOrder, findWritten, type SaveExtras } from './save-order.ts';
import { takeFromDrafts } from './drafts.ts';
import type { SavedDraft } from './without-saved.ts';
import { hasMark, putMark, type StashedSave } from './stash.ts';
import type { StoredEntry } from './migrate-entry.ts';
import { type BoundMutation, bind } from '#contract/resources/bind.ts';
import { conflictLabels } from './conflict-fields.ts';
import { dataEpochOf, isDataCurrent } from './epochs.ts';
import type { SaveTurns } from './save-turns.ts';
import { dropEntry } from './drop-entry.ts';
import { dueNow, retried, triedAgain } from './entry-transitions.ts';
import { retie } from './file-ties.ts';
import { forgetDecided, replaceEntry, resolvePartly } from './replace-entry.ts';
import {
  dequeue,
  release,
  type Appended,
  type OutboxDeps,
  type Enqueued,
  type DequeueResult,
  type OutboxResult,
  type OutboxRefused,
  outboxRefused,
  putEntry,
} from './outbox-writes.ts';
import type { ReadEntry } from './migrate-entry.ts';
import { recordDecision } from './confirmed-writes.ts';
import { dependentsOf, findEntry, isOpen, readOutbox, readSummary } from './outbox-entries.ts';
import { StalledStoreError, storeErrorOf } from './store-error.ts';
import type { UploadsPlace } from './unnamed-files.ts';
import { createLimit, type Limit, longWriteLimitMs } from './within.ts';

/** The outbox, as screens and the sync centre use it. A write is durable once it has resolved; only `dropUnnamed` rejects. */
export interface Outbox {
  /** Merges into an open entry of the same record, supersedes a rejected one (and keeps its other fields), or adds an entry at the end. */
  append(save: AnyMutation): Promise<OutboxResult>;
  /**
   * Appends several mutations of one user in their order, all or none, in one transaction, which also takes them out of the drafts of their
   * form. Returns the opIds, or the first refusal. Until then they are stashed.
   */
  appendAll(saves: readonly AnyMutation[], draft?: SavedDraft): Promise<Enqueued | OutboxRefused>;
  /**
   * Appends a save that its page could only stash, once. `needsDecision`: by a person, because the same fields were saved since, or
   * it may have been sent from a store that is gone; nothing is appended. One of no form is appended as rejected then, and where it is refused for what it says.
   */
  adopt(stashed: StashedSave): Promise<Enqueued | OutboxRefused | { readonly kind: 'needsDecision' }>;
  list(userId: string): Promise<readonly ReadEntry[]>;
  /** How many entries are to be sent, and how many need a person. Waits for a save that the appender has: a sign-out asks about it too. */
  counts(userId: string): Promise<{ readonly pending: number; readonly attention: number }>;
  /** Makes an entry due at once, with the same key and body: a rejected one, one whose record was gone, or a pending one. */
  retry(opId: string): Promise<OutboxResult>;
  /**
   * Drops an entry and those that depend on it, and returns their opIds. A save that names a dropped file is rejected, and keeps its other
   * fields. `as`: the final status for the log; 'rejected' only for a rejected entry that the server can't have and that no other depends on.
   * `epoch`: from `dataEpoch` before; nothing is dropped of a user who has signed out since. `unsentOnly`: nothing is dropped of which a
   * request was ever started.
   */
  discard(
    opId: string,
    options?: { readonly as?: 'discarded' | 'rejected'; readonly epoch?: number; readonly unsentOnly?: boolean },
  ): Promise<DequeueResult>;
  /** Drops an upload. One that a save names stays (`invalid`). */
  giveUp(opId: string): Promise<DequeueResult>;
  /**
   * Drops uploads for these settings that no save and no draft names and `fileIds` does not list, and returns the ids of their files. An
   * upload of another open tab stays, since its form may have it, and so does a recent one, whose form may not have stored its draft yet.
   * Rejects where the device fails or its code can't be loaded.
   */
  dropUnnamed(place: UploadsPlace, fileIds: readonly string[]): Promise<readonly string[]>;
  /** Drops an entry that can't be read. */
  discardUnreadable(seq: number): Promise<DequeueResult>;
  /** Resolves a conflict field by field: a field that is not named stays in conflict. `dequeued` when nothing remains to be sent or asked. */
  resolve(opId: string, choices: Readonly<Record<string, 'mine' | 'theirs'>>): Promise<OutboxResult | DequeueResult>;
}

const isRefused = (result: { readonly kind: string }): result is OutboxRefused => result.kind === 'refused';

/** Loads the code that only screens with files need. */
export type LoadUnnamedFiles = () => Promise<Pick<typeof import('./unnamed-files.ts'), 'dropUnnamed'>>;

export function createOutbox(deps: OutboxDeps, saveTurns: SaveTurns, loadUnnamedFiles: LoadUnnamedFiles): Outbox {
  const { db } = deps;
  const saveOrder = createSaveOrder(deps);

  const tables = [db.outbox, db.log, db.resources, db.files, db.idMap, db.meta];

  /** Runs a change of the outbox in one durable transaction. Returns errors of the device as values. */
  async function change<Result extends { readonly kind: string }>(
    work: () => Promise<Result>,
    scope: Parameters<typeof db.transaction>[1] = tables,
  ): Promise<Result | OutboxRefused> {
    try {
      return await db.transaction('rw', scope, work);
    } catch (thrown) {
      const { code, message } = storeErrorOf(thrown);
      return outboxRefused(code, message);
    }
  }

  /**
   * The result of a change, or a refusal once it takes too long: `start` begins the limit with the transaction, and rolls back a save that is
   * over it. Where that came too late, because the device was writing it already, `onLate` is called.
   */
  async function limited<Result extends { readonly kind: string }>(
    ms: number | undefined,
    start: (limit: Limit) => Promise<Result | OutboxRefused>,
    onLate: (late: Result) => void,
  ): Promise<Result | OutboxRefused> {
    const limit = createLimit(ms ?? null);
    const running = start(limit);
    const value = await limit.race(running);
    if (value !== 'over') return value;
    void running.then((late) => !isRefused(late) && onLate(late));
    return outboxRefused('stalled', storeStalledMessage);
  }

  async function announced<Result extends { readonly kind: string }>(
    userId: () => string | null,
    result: Promise<Result>,
  ): Promise<Result> {
    const value = await result;
    const user = userId();
    if (value.kind !== 'refused' && user !== null) deps.onEnqueued(user);
    return value;
  }

  /**
   * Runs a save in one transaction, and rolls it back where `work` refuses it. A drainer of this tab that has the lock by the end of the
   * transaction begins there. `isFolded`: whether the save may have added no entry. `work` gets the epoch of the user's data.
   * `clickEpoch`: what that was at the click, for a save that is not written in the click's task.
   */
  async function saving<Result extends { readonly kind: string }>(
    userId: string,
    clickEpoch: number | null,
    isFolded: (saved: Result) => boolean,
    work: (epoch: number) => Promise<Result | OutboxRefused>,
    limitMs = deps.limitMs,
  ): Promise<Result | OutboxRefused> {
    deps.onEnqueueing(userId);
    // On a full device the transaction runs again once there is room. Its user may have signed out since the first try.
    let firstEpoch = clickEpoch;
    const ended: { isWithdrawn: boolean; refusal: OutboxRefused | null } = { isWithdrawn: false, refusal: null };
    const saved = await saveTurns.during(userId, (begin) =>
      announced(
        () => userId,
        limited(
          limitMs,
          (limit) =>
            change(async () => {
              limit.begin();
              const epoch = await dataEpochOf(db, userId);
              firstEpoch ??= epoch;
              const appended = epoch === firstEpoch ? await work(epoch) : outboxRefused('gone');
              if (isRefused(appended)) {
                ended.refusal = appended;
                throw new Error(appended.code);
              }
              ended.isWithdrawn = !(await begin()) && isFolded(appended);
              if (limit.isOver()) throw new StalledStoreError();
              return appended;
            }, [...tables, db.tabDrafts, db.epochs, db.leases]),
          () => deps.onEnqueued(userId),
        ),
      ),
    );
    if (isRefused(saved) || ended.isWithdrawn) deps.onWithdrawn?.(userId);
    return ended.refusal ?? saved;
  }

  const isAllFolded = ({ opIds, behind }: Enqueued) => behind.length > 0 || opIds.length === 0;

  /**
   * Writes a save with what belongs to it. Inside a transaction. `written`: the rows that the worker may have written already. `at`: when it was
   * made, where that was before now: what was saved since counts as later.
   */
  async function write(
    saves: readonly UncheckedMutation[],
    tab: string,
    { draft, stashed, order }: SaveExtras,
    epoch: number,
    written: readonly StoredEntry[],
    at: number | null = null,
  ): Promise<Enqueued | OutboxRefused> {
    const opIds: string[] = [];
    const behind: { readonly opId: string; readonly labels: readonly string[] }[] = [];
    const rejected: string[] = [];
    const own = { ...deps, order, ...(at === null ? {} : { now: () => at }) };
    for (const [index, save] of saves.entries()) {
      const appended = (await findWritten(db, written[index])) ?? (await appendOne(own, save));
      if (isRefused(appended)) return appended;
      opIds.push(appended.opId);
      if (appended.behind) behind.push({ opId: appended.behind.opId, labels: conflictLabels(appended.behind) });
      if (appended.isRejected) rejected.push(appended.opId);
    }
    const [first] = saves;
    if (first && draft) await takeFromDrafts(db, tab, first.userId, draft);
    if (stashed !== null) await putMark(db, stashed);
    return { kind: 'enqueued', opIds, behind, epoch, ...(rejected.length > 0 ? { rejected } : {}) };
  }

  /** Runs `work` on an entry of the outbox that is not being sent. */
  async function onEntry<Result extends { readonly kind: string }>(
    opId: string,
    work: (entry: OutboxEntry, bound: BoundMutation | null) => Promise<Result | OutboxRefused>,
  ) {
    let userId: string | null = null;
    return announced(
      () => userId,
      limited(
        deps.limitMs,
        (limit) =>
          change(async () => {
            limit.begin();
            const entry = await findEntry(db, opId);
            if (!entry) return outboxRefused('gone');
            userId = entry.userId;
            return entry.status === 'sending' ? outboxRefused('busy') : work(entry, bind(entry));
          }),
        () => userId !== null && deps.onEnqueued(userId),
      ),
    );
  }

  async function retryEntry(entry: OutboxEntry, again: (entry: OutboxEntry) => OutboxEntry): Promise<void> {
    await putEntry(db, isStopped(entry) ? again(entry) : dueNow(entry));
    await retie(deps, entry);
  }

  return {
    async append(save) {
      const refusal = refusalOf(save);
      if (refusal) return refusal;
      const isFolded = (saved: Appended) => !isRefused(saved) && saved.behind !== undefined;
      return saveOrder.inTurn(save.userId, (clickEpoch) =>
        saving(save.userId, clickEpoch, isFolded, () => appendOne(deps, save), deps.limitMs && longWriteLimitMs),
      );
    },
    async appendAll(saves, draft) {
      const problem = saves.map(refusalOf).find((refusal) => refusal !== null);
      if (problem) return problem;
      const [first] = saves;
      if (!first) return { kind: 'enqueued', opIds: [], behind: [], epoch: 0 };
      const { userId } = first;
      const stashed = saves.some(({ file }) => file) ? null : (deps.stash?.addSave({ userId, saves, draft: draft ?? null }) ?? null);
      const extras = { draft: draft ?? null, stashed: stashed?.id ?? null, order: stashed?.order };
      const result = await saveOrder.appendAll(userId, saves, extras, (clickEpoch, written) =>
        saving<Enqueued>(userId, clickEpoch, isAllFolded, (epoch) => write(saves, deps.tabs.own, extras, epoch, written)),
      );
      if (stashed) deps.stash?.end(stashed.id, !isRefused(result));
      return result;
    },
    async adopt({ id, userId, tab, store, draft, at, order = at, ...stashed }) {
      const none: Enqueued = { kind: 'enqueued', opIds: [], behind: [], epoch: 0 };
      let undecided: DecisionReason | null = null;
      const once = (work: (epoch: number) => Promise<Enqueued | OutboxRefused>) =>
        saving<Enqueued>(userId, null, isAllFolded, async (epoch) => {
          undecided = null;
          return (await hasMark(db, id)) ? none : work(epoch);
        });
      const saves = readSaves(stashed.saves);
      const problem = saves === null ? outboxRefused('invalid') : saves.map(refusalOf).find((refusal) => refusal !== null);
      const result =
        problem ??
        (await once(async (epoch) => {
          undecided = await decisionReason(db, saves ?? [], { store, at, order });
          return undecided !== null ? none : write(saves ?? [], tab, { draft, stashed: id, order }, epoch, [], at);
        }));
      const isTaken = isRefused(result) ? isOfDevice(result.code) : undecided === null;
      if (isTaken) return result;
      if (draft && draft.screens.length > 0) return isRefused(result) ? result : { kind: 'needsDecision' };
      const reason = isRefused(result) ? result : { code: undecided ?? '', message: '' };
      return once(async () => {
        await putMark(db, id);
        await appendForAttention(deps, { userId, saves: stashed.saves }, reason);
        return none;
      });
    },
    list: (userId) => readOutbox(db, userId),
    async counts(userId) {
      const { pending, attention } = await saveOrder.inTurn(userId, () => readSummary(db, userId));
      return { pending, attention };
    },
    retry: (opId) =>
      onEntry<OutboxResult>(opId, async (entry, bound) => {
        // An entry behind rejected uploads or a rejected create: retries those, and this entry with them.
        const uploads = (await Promise.all(entry.dependsOn.map((other) => findEntry(db, other)))).filter(
          (other) => other?.status === 'rejected',
        );
        for (const upload of uploads) if (upload) await retryEntry(upload, triedAgain);
        if (uploads.length > 0) return { kind: 'enqueued', opId };
        if (!bound || (entry.status === 'conflict' && entry.lastError?.theirs)) return outboxRefused('invalid');
        await retryEntry(entry, retried);
        return { kind: 'enqueued', opId };
      }),
    discard: (opId, { as, epoch, unsentOnly = false } = {}) =>
      onEntry<DequeueResult>(opId, async (entry) => {
        if (!(await isDataCurrent(db, entry.userId, epoch))) return outboxRefused('gone');
        if (unsentOnly && !isOpen(entry)) return outboxRefused('invalid');
        // Another tab may have retried it meanwhile. One that the server may hold must not be forgotten.
        if (as === 'rejected' && !isReturnable(entry)) return outboxRefused('invalid');
        // Another tab may have enqueued an entry that depends on it, which would be dropped without notice.
        if (as === 'rejected' && (await dependentsOf(db, opId)).length > 0) return outboxRefused('invalid');
        return { kind: 'dequeued', opIds: await dropEntry(deps, entry, as) };
      }),
    giveUp: (opId) =>
      onEntry<DequeueResult>(opId, async (entry) => {
        if ((await dependentsOf(db, opId)).length > 0) return outboxRefused('invalid');
        await dequeue(db, entry, 'discarded', deps.now());
        return { kind: 'dequeued', opIds: [opId] };
      }),
    async dropUnnamed(place, fileIds) {
      // Loads the code first: a transaction would end during the wait.
      const [{ dropUnnamed }, living] = await Promise.all([loadUnnamedFiles(), deps.tabs.living()]);
      const others = living.filter((tab) => tab !== deps.tabs.own);
      return db.transaction('rw', [db.outbox, db.log, db.files, db.tabDrafts], () => dropUnnamed(deps, place, fileIds, others));
    },
    discardUnreadable: (seq) =>
      change<DequeueResult>(async () => {
        const { opId, userId } = (await db.outbox.get(seq)) ?? {};
        db.onLeaving?.(String(userId), typeof opId === 'string' ? opId : '');
        await db.outbox.delete(seq);
        if (typeof opId === 'string') await release(db, opId);
        return { kind: 'dequeued', opIds: [] };
      }),
    resolve: (opId, choices) =>
      onEntry<OutboxResult | DequeueResult>(opId, async (entry, bound) => {
        if (entry.status !== 'conflict' || !bound || !entry.lastError) return outboxRefused('invalid');
        const named = Object.keys(entry.lastError.theirs ?? {}).some((field) => field in choices);
        // The conflict was decided meanwhile, on another screen or in another tab.
        if (entry.lastError.theirs && !named) return outboxRefused('gone');
        await recordDecision(db, entry, bound.cacheKey, choices);
        await forgetDecided(deps, entry, Object.keys(choices));
        const partly = await resolvePartly(deps, entry, choices);
        if (partly) return partly;
        const rest = bound.resolve(entry.lastError, choices);
        // No `maybeApplied`: the person has seen the server's values.
        if (rest) return replaceEntry(deps, entry, rest, []);
        await dequeue(db, entry, 'discarded', deps.now());
        return { kind: 'dequeued', opIds: [opId] };
      }),
  };
}
