import { deleteBlockBodySchema } from '#contract/resources/blocks.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import { toJson } from '#contract/json.ts';
import { storeStalledMessage } from '#contract/pending-reason.ts';
import type { BlocksReading } from '#db/blocks-overlay.ts';
import { newId as randomId } from '#db/new-id.ts';
import type { SaveStatus } from '#db/save-status.ts';
import { blockConflictMessage } from '#machines/block-mutation/block-mutation.operations.ts';
import type { BlockChange, BlockSubmission, BlockSaveResult } from '#machines/block-ports.ts';
import { followSubmission } from '#src/app/submissions.ts';
import * as v from 'valibot';
import { type CurrentUser, epochAtSave } from './current-user.ts';
import {
  awaitStatuses,
  discardedMessage,
  formDiscardedMessage,
  refusedByStore,
  type RetainedChange,
  returnToForm,
  valuesByKey,
  type AwaitStatusParts,
  wasNeverCreated,
} from './outbox-submission.ts';
import { pendingReason } from './pending-reason.ts';
import { type BlockStep, planOfChange } from './plan-block-change.ts';

interface Deps extends AwaitStatusParts {
  readonly user: () => CurrentUser;
  readonly isOffline: () => boolean;
  /** UUIDs. */
  readonly newId?: () => string;
  readonly themeOf: (websiteId: string, userId: string) => Promise<ThemeKey | null>;
  /** Fetches the server state into the cache, where the API answers. */
  readonly refresh: (websiteId: string, userId: string) => Promise<unknown>;
  /** Called for each change that is reported as pending: the moment to ask the browser not to evict the store. */
  readonly onPending: () => void;
}

/** The user who makes a change, and the epoch of their data when they began. */
interface Owner extends CurrentUser {
  readonly epoch: Promise<number | null>;
}

/** Adds a change of a website's blocks to the outbox, and waits for its status. */
export type SubmitBlock = (submission: BlockSubmission, signal: AbortSignal) => Promise<BlockSaveResult>;

/**
 * Each call of the returned function returns a `submit` for the user who is signed in then, however late that is called. It throws
 * where nobody is signed in.
 */
export function createBeginSubmit(deps: Deps): () => SubmitBlock {
  const { store, user, isOffline, pendingReasonNow, themeOf, refresh, onPending, newId = randomId } = deps;
  // Each change reads the blocks first: the next one waits until it is in the outbox, else that could get there before it.
  let inTurn: Promise<unknown> = Promise.resolve();
  return () => {
    const { userId, accountId } = user();
    const owner = { userId, accountId, epoch: epochAtSave(store, userId) };
    return (submission, signal) => followSubmission(submitInTurn(owner, submission, signal));
  };

  async function submitInTurn(owner: Owner, submission: BlockSubmission, signal: AbortSignal): Promise<BlockSaveResult> {
    const before = inTurn;
    const appended = Promise.withResolvers<void>();
    inTurn = appended.promise;
    const onEnqueued = () => {
      appended.resolve();
      submission.onEnqueued?.();
    };
    try {
      return await submit(before, owner, { ...submission, onEnqueued }, signal);
    } finally {
      appended.resolve();
    }
  }

  async function submit(
    before: Promise<unknown>,
    owner: Owner,
    { websiteId, change, saved, onEnqueued, onGivenBack }: BlockSubmission,
    signal: AbortSignal,
  ): Promise<BlockSaveResult> {
    const { userId, accountId } = owner;
    await before;
    const epoch = await owner.epoch;
    if (epoch === null) return { kind: 'failed', code: 'unknown', message: storeStalledMessage };
    if (change.kind === 'create' && change.bringsBack !== undefined) {
      const blockId = await withdrawDelete({ userId, websiteId, epoch }, change.bringsBack);
      if (blockId !== null) return { kind: 'saved', blockId, appendedAt: performance.now(), isWithdrawn: true };
    }
    const reading = await readFor(userId, websiteId, change);
    const planned = planOfChange(change, reading, await themeOf(websiteId, userId), newId);
    const steps = planned.steps.map((step) => ({ userId, accountId, websiteId, epoch, ...step }));
    const result = await store.outbox.appendAll(steps, saved);
    const appendedAt = performance.now();
    if (result.kind === 'refused') return refusedByStore(result, 'block');
    onEnqueued?.();
    const { opIds } = result;
    // The delete of a block that was never sent leaves no entry to wait for.
    if (change.kind === 'delete' && !(await isInOutbox(userId, opIds))) return { kind: 'saved', blockId: null, appendedAt };
    const statuses = await awaitStatuses(deps, result, signal);
    const reason = pendingReason(statuses, pendingReasonNow(), store.place());
    const pending: Pending = { kind: 'pending', blockId: planned.blockId, appendedAt, reason };
    // The screen is closed: a rejected entry stays in the outbox for the sync centre.
    if (signal.aborted) return pending;
    const submission = { opIds, steps: planned.steps, statuses };
    const submitted = await conclude({ userId, epoch }, submission, change, { pending, signal, onGivenBack });
    if (submitted.kind === 'pending') onPending();
    return submitted;
  }

  /** Withdraws the delete of a block where it was never sent. Returns the id of the block, which is there again; else null. */
  async function withdrawDelete(
    { userId, websiteId, epoch }: { readonly userId: string; readonly websiteId: string; readonly epoch: number },
    blockId: string,
  ): Promise<string | null> {
    const entries = await store.outbox.list(userId);
    for (const read of entries) {
      if (read.kind !== 'readable' || read.entry.resource !== 'block' || read.entry.mutation !== 'delete') continue;
      const body = v.safeParse(deleteBlockBodySchema, read.entry.body);
      // An API may number the blocks of each website by themselves.
      if (!body.success || body.output.blockId !== blockId || read.entry.websiteId !== websiteId) continue;
      const withdrawn = await store.outbox.discard(read.entry.opId, { epoch, unsentOnly: true });
      if (withdrawn.kind === 'dequeued') return blockId;
    }
    return null;
  }

  /** A create must know the blocks from before, to recognise the new one: they are fetched where they are not cached. */
  async function readFor(userId: string, websiteId: string, change: BlockChange): Promise<BlocksReading> {
    const reading = await store.readBlocks(userId, websiteId);
    if (reading.stored !== null || change.kind !== 'create' || isOffline()) return reading;
    await refresh(websiteId, userId);
    return store.readBlocks(userId, websiteId);
  }

  async function isInOutbox(userId: string, opIds: readonly string[]): Promise<boolean> {
    const entries = await store.outbox.list(userId);
    return entries.some((entry) => entry.kind === 'readable' && opIds.includes(entry.entry.opId));
  }

  async function conclude(
    { userId, epoch }: { readonly userId: string; readonly epoch: number },
    { opIds, steps, statuses }: Concluded,
    change: BlockChange,
    { pending, signal, onGivenBack }: { readonly pending: Pending; readonly signal: AbortSignal } & Pick<BlockSubmission, 'onGivenBack'>,
  ): Promise<BlockSaveResult> {
    const { blockId, appendedAt } = pending;
    const rejected = statuses.find((status) => status.kind === 'rejected');
    const conflict = statuses.some((status) => status.kind === 'conflict');
    // The block exists, or will: after a refusal the screen would create it again. The other steps stay in the outbox.
    if (change.kind === 'create' && (rejected || conflict)) {
      if (statuses[0]?.kind === 'saved')
        return { kind: 'saved', blockId, appendedAt, problem: rejected?.error.message || blockConflictMessage };
      if (statuses[0]?.kind === 'pending') return pending;
    }
    if (rejected) {
      // In reverse, since later steps depend on the create. An entry that another tab merged into a step stays, and the create with it.
      for (const [at, status] of [...statuses.entries()].toReversed()) {
        if (status.kind !== 'rejected' || (change.kind === 'create' && !opIds.includes(status.opId))) continue;
        const step = steps[at];
        if (!step) continue;
        const retained: RetainedChange =
          step.resource === 'block-settings' ? { values: valuesByKey(step.body.settings) } : { body: toJson(step.body), submitted: opIds };
        await returnToForm(store, {
          userId,
          epoch,
          opId: status.opId,
          mutation: step.mutation,
          retained,
          signal,
          onGivenBack: () => onGivenBack?.(),
        });
      }
      return { kind: 'refused', message: rejected.error.message, fields: rejected.error.fields };
    }
    if (conflict) return { kind: 'conflict' };
    const [first] = statuses;
    if (change.kind === 'delete' && first && (await wasNeverCreated(store, userId, change.blockId, first)))
      return { kind: 'saved', blockId, appendedAt };
    if (statuses.some((status) => status.kind === 'discarded'))
      return { kind: 'failed', code: 'unknown', message: change.kind === 'settings' ? formDiscardedMessage : discardedMessage };
    return statuses.every((status) => status.kind === 'saved') ? { kind: 'saved', blockId, appendedAt } : pending;
  }
}

type Pending = Extract<BlockSaveResult, { readonly kind: 'pending' }>;

/** The steps of a change, their entries, and the status of each entry. */
interface Concluded {
  readonly opIds: readonly string[];
  readonly steps: readonly BlockStep[];
  readonly statuses: readonly SaveStatus[];
}
