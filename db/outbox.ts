import { type Json, toJson } from '#contract/json.ts';
import type { CommandName, QueueRow } from '#contract/queue.ts';
import { type Bound, bind, type CommandBodies } from './commands/index.ts';
import type { Touch } from './commands/command.ts';
import { aliasesOf } from './aliases.ts';
import { dropRow } from './drop-row.ts';
import { appendUpload, retie, tieToFiles } from './file-ties.ts';
import { freshRow } from './fresh-row.ts';
import type { ReadRow } from './migrate-row.ts';
import { overOwnSaves } from './own-saves.ts';
import type { QueueDeps } from './queue-deps.ts';
import { leave } from './leave-row.ts';
import { findRow, isOpen, needsAttention, putRow, readable, readQueue, sameCommand, sameTarget } from './queue-rows.ts';
import type { CacheRow } from './stores.ts';
import { type StoreErrorCode, storeErrorOf } from './store-error.ts';
import type { UploadsPlace } from './unnamed-files.ts';

/** A save as a screen makes it. `base`: the touched fields as last read from the server, by field name. */
export interface NewCommand<Name extends CommandName = CommandName> {
  readonly userId: string;
  readonly accountId: string | null;
  readonly websiteId: string | null;
  readonly command: Name;
  readonly body: CommandBodies[Name];
  readonly base: Readonly<Record<string, Json>>;
  readonly dependsOn?: readonly string[];
  /** Of an upload: what is to be sent. `replaces`: the file, by its id on this device, whose place it takes in its field. */
  readonly file?: { readonly blob: Blob; readonly name: string; readonly replaces?: string | null };
}

/** `gone`: no such row any more. `busy`: a request of it is under way. `invalid`: the body is not the command's. */
export type QueueErrorCode = StoreErrorCode | 'secret' | 'invalid' | 'gone' | 'busy';
export type QueueResult =
  | { readonly kind: 'kept'; readonly opId: string }
  | { readonly kind: 'refused'; readonly code: QueueErrorCode; readonly message: string };
export type AnyCommand = { readonly [Name in CommandName]: NewCommand<Name> }[CommandName];
export type AppendedAll = { readonly kind: 'kept'; readonly opIds: readonly string[] } | Extract<QueueResult, { kind: 'refused' }>;
export type LeaveResult = { readonly kind: 'left'; readonly opIds: readonly string[] } | Extract<QueueResult, { kind: 'refused' }>;

/** The queue of unsent commands, as screens and the sync centre use it. Every write is durable when it resolves; none but `dropUnnamed` rejects. */
export interface Outbox {
  /** Joins an open row of the same thing, supersedes a parked one (whose other fields it takes along), or queues behind. */
  append<Name extends CommandName>(save: NewCommand<Name>): Promise<QueueResult>;
  /** Several commands of one user in their order, all or none: nobody sees the first without the last. Answers the last refusal, or the opIds. */
  appendAll(saves: readonly AnyCommand[]): Promise<AppendedAll>;
  list(userId: string): Promise<readonly ReadRow[]>;
  /** How many rows wait for the network, and how many for a person. */
  counts(userId: string): Promise<{ readonly waiting: number; readonly attention: number }>;
  /** A row that was refused, or whose thing was gone, goes again as a new one with a new opId; a waiting one is due now. */
  retry(opId: string): Promise<QueueResult>;
  /** Replaces the body of a parked or open row. */
  edit(opId: string, touch: Touch<Json>): Promise<QueueResult>;
  /** Drops a row and what depends on it, and answers what was dropped. A save that names a dropped file is parked: its other fields stay. */
  discard(opId: string): Promise<LeaveResult>;
  /** Drops an upload that nothing names; one that a save names stays (`invalid`). */
  giveUp(opId: string): Promise<LeaveResult>;
  /**
   * Drops uploads for these settings that no save, no draft and none of `held` names, and answers the ids of their files.
   * Alone rejects: where the device, or its own code,
   * can't be had. One that was made a moment ago stays: the form that chose it may not have kept its draft yet.
   */
  dropUnnamed(place: UploadsPlace, held: readonly string[]): Promise<readonly string[]>;
  /** Drops a row that can't be read. */
  discardUnreadable(seq: number): Promise<LeaveResult>;
  /** Settles a conflict field by field (mine where not named); `left` when nothing remains to be sent. */
  resolve(opId: string, choices: Readonly<Record<string, 'mine' | 'theirs'>>): Promise<QueueResult | LeaveResult>;
}

const refused = (code: QueueErrorCode, message = ''): Extract<QueueResult, { kind: 'refused' }> => ({ kind: 'refused', code, message });

export function createOutbox(deps: QueueDeps): Outbox {
  const { db } = deps;

  /** One durable transaction over all that a change of the queue implies; storage errors become values. */
  async function change<Result extends { readonly kind: string }>(
    work: () => Promise<Result>,
  ): Promise<Result | ReturnType<typeof refused>> {
    try {
      return await db.transaction('rw', [db.outbox, db.log, db.resources, db.files, db.aliases], work);
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

  /** Runs `work` on a row that is there and not being sent. */
  async function onRow<Result extends { readonly kind: string }>(
    opId: string,
    work: (row: QueueRow, bound: Bound | null) => Promise<Result | ReturnType<typeof refused>>,
  ) {
    let userId: string | null = null;
    return announced(
      () => userId,
      change(async () => {
        const row = await findRow(db, opId);
        if (!row) return refused('gone');
        userId = row.userId;
        return row.status === 'sending' ? refused('busy') : work(row, bind(row));
      }),
    );
  }

  /** Puts a body in the place of `old`: into the open row behind it, else as a new row. Answers the opId that carries it on. */
  async function replace(old: QueueRow, touch: Touch<Json>): Promise<QueueResult> {
    const behind = readable(await readQueue(db, old.userId)).find((row) => row.seq > old.seq && sameCommand(row, old) && isOpen(row));
    const carrier = behind ? mergeInto({ ...old, ...touch }, behind) : null;
    const next = carrier ?? freshRow(deps, { ...old, ...touch });
    if (carrier) await putRow(db, carrier);
    else await db.outbox.add(next);
    await leave(db, old, 'superseded', deps.now(), next.opId);
    await tieToFiles(deps, next.opId);
    await retie(deps, next);
    return { kind: 'kept', opId: next.opId };
  }

  async function appendSave(row: Omit<QueueRow, 'seq'>): Promise<QueueResult> {
    const rows = readable(await readQueue(db, row.userId)).filter((other) => sameTarget(other, row));
    const tail = rows.at(-1);
    const parked = rows.filter((other) => other.status === 'parked' && sameCommand(other, row));
    const joined = tail && isOpen(tail) && parked.length === 0 ? mergeInto(tail, row) : null;
    if (tail && joined) {
      await putRow(db, { ...joined, seq: tail.seq, opId: tail.opId, createdAt: tail.createdAt });
      await tieToFiles(deps, tail.opId);
      return { kind: 'kept', opId: tail.opId };
    }
    let next = row;
    for (const old of parked.toReversed()) next = mergeInto(old, next) ?? next;
    await db.outbox.add({ ...next });
    for (const old of parked) await leave(db, old, 'superseded', deps.now(), next.opId);
    await tieToFiles(deps, next.opId);
    return { kind: 'kept', opId: next.opId };
  }

  /**
   * A delete goes behind all that waits for its thing, which stays in case it is refused, and drops it when it is done. A
   * thing that was never sent to the server leaves nothing to send at all.
   */
  async function appendDelete(row: Omit<QueueRow, 'seq'>): Promise<QueueResult> {
    const rows = readable(await readQueue(db, row.userId)).filter((other) => sameTarget(other, row));
    const unmade = rows.find((other) => bind(other)?.makes !== null && (isOpen(other) || other.status === 'parked'));
    if (unmade) {
      await dropRow(deps, unmade);
      return { kind: 'kept', opId: unmade.opId };
    }
    await db.outbox.add({ ...row });
    const isIdle = (old: QueueRow) => isOpen(old) || old.status === 'parked';
    for (const old of rows) if (isIdle(old) && bind(old)?.deletes) await leave(db, old, 'superseded', deps.now(), row.opId);
    await tieToFiles(deps, row.opId);
    return { kind: 'kept', opId: row.opId };
  }

  /** Why a command can't rest on the device at all; null where it can. */
  function unfit<Name extends CommandName>(save: NewCommand<Name>): Promise<ReturnType<typeof refused>> | null {
    const bound = bind({ ...save, body: toJson(save.body) });
    const code = bound === null ? 'invalid' : bound.refuses;
    return code ? Promise.resolve(refused(code)) : null;
  }

  /** Inside the transaction of whatever it belongs to. */
  async function appendOne<Name extends CommandName>(save: NewCommand<Name>): Promise<QueueResult> {
    const first = bind({ ...save, body: toJson(save.body) });
    const touch = first?.withAliases(await aliasesOf(db, save.userId));
    const bound = touch ? bind({ ...save, ...touch }) : null;
    if (!touch || !bound) return refused('invalid');
    const cached = await db.resources.get([save.userId, bound.cacheKey]);
    const base = cached ? baseOver(cached, bound, touch.base) : touch.base;
    const fileIds = bound.carriesFile && bound.makes !== null ? [bound.makes] : [];
    const dependsOn = [...(save.dependsOn ?? [])];
    const row = freshRow(deps, { ...save, body: touch.body, base, target: bound.target, dependsOn, fileIds });
    if (bound.deletes) return appendDelete(row);
    if (bound.makes === null || !bound.carriesFile) return appendSave(row);
    if (!save.file) return refused('invalid', 'an upload without its file');
    await appendUpload(deps, row, bound.makes, save.file);
    return { kind: 'kept', opId: row.opId };
  }

  return {
    append: (save) =>
      unfit(save) ??
      announced(
        () => save.userId,
        change<QueueResult>(async () => appendOne(save)),
      ),
    async appendAll(saves) {
      const problem = saves.map(unfit).find((refusal) => refusal !== null);
      if (problem) return problem;
      return announced(
        () => saves[0]?.userId ?? null,
        change<AppendedAll>(async () => {
          const opIds: string[] = [];
          for (const save of saves) {
            const result = await appendOne(save);
            // What was appended before it goes with the transaction.
            if (result.kind === 'refused') throw new Error(result.message || result.code);
            opIds.push(result.opId);
          }
          return { kind: 'kept', opIds };
        }),
      );
    },
    list: (userId) => readQueue(db, userId),
    async counts(userId) {
      const rows = await readQueue(db, userId);
      const attention = rows.filter(needsAttention).length;
      return { waiting: rows.length - attention, attention };
    },
    retry: (opId) =>
      onRow<QueueResult>(opId, async (row, bound) => {
        // Behind refused uploads: those go again, and take the row along.
        const uploads = (await Promise.all(row.dependsOn.map((other) => findRow(db, other)))).filter((other) => other?.status === 'parked');
        for (const upload of uploads) if (upload) await replace(upload, upload);
        if (uploads.length > 0) return { kind: 'kept', opId };
        const isOver = row.status === 'parked' || (row.status === 'conflict' && !row.lastError?.theirs);
        if (isOver && bound) return replace(row, { body: row.body, base: row.base });
        if (row.status !== 'queued' && row.status !== 'unknown') return refused('invalid');
        await putRow(db, { ...row, nextAttemptAt: null });
        return { kind: 'kept', opId };
      }),
    edit: (opId, touch) =>
      onRow<QueueResult>(opId, async (row) => {
        const next = bind({ ...row, ...touch });
        if (!next) return refused('invalid');
        if (next.refuses) return refused(next.refuses);
        if (row.status !== 'parked' && !isOpen(row)) return refused('busy');
        return replace(row, touch);
      }),
    discard: (opId) => onRow<LeaveResult>(opId, async (row) => ({ kind: 'left', opIds: await dropRow(deps, row) })),
    giveUp: (opId) =>
      onRow<LeaveResult>(opId, async (row) => {
        const rows = readable(await readQueue(db, row.userId));
        if (rows.some((other) => other.dependsOn.includes(opId))) return refused('invalid');
        await leave(db, row, 'discarded', deps.now());
        return { kind: 'left', opIds: [opId] };
      }),
    async dropUnnamed(place, held) {
      // Only screens with files come here. Loaded before the transaction, which would end while it waits.
      const { dropUnnamed } = await import('./unnamed-files.ts');
      return db.transaction('rw', [db.outbox, db.log, db.files, db.drafts], () => dropUnnamed(deps, place, held));
    },
    discardUnreadable: (seq) =>
      change<LeaveResult>(async () => {
        await db.outbox.delete(seq);
        return { kind: 'left', opIds: [] };
      }),
    resolve: (opId, choices) =>
      onRow<QueueResult | LeaveResult>(opId, async (row, bound) => {
        if (row.status !== 'conflict' || !bound || !row.lastError) return refused('invalid');
        const rest = bound.resolve(row.lastError, choices);
        if (rest) return replace(row, rest);
        await leave(db, row, 'discarded', deps.now());
        return { kind: 'left', opIds: [opId] };
      }),
  };
}

/** What a save starts from, by the newest that is known of the server. */
function baseOver({ data, ours }: CacheRow, bound: Bound, base: Touch<Json>['base']): Touch<Json>['base'] {
  const stored = bound.stored(data);
  if (!bound.beginsNow) return overOwnSaves(ours ?? {}, stored, base);
  return Object.fromEntries(Object.entries(base).map(([key, value]) => [key, stored[key] ?? value]));
}

/** `later` with what only `earlier` touches, and the earliest base; null where they don't fit together. */
export function mergeInto<Later extends Omit<QueueRow, 'seq'>>(earlier: Omit<QueueRow, 'seq'>, later: Later): Later | null {
  const merged = sameCommand(earlier, later) ? bind(earlier)?.merge({ body: later.body, base: later.base }) : null;
  if (!merged) return null;
  const { body, base } = merged;
  return {
    ...later,
    body,
    base,
    dependsOn: [...new Set([...earlier.dependsOn, ...later.dependsOn])],
    fileIds: [...new Set([...earlier.fileIds, ...later.fileIds])],
  };
}
