import { blockDeclaration, defaultSettings } from '#contract/blocks/catalogue.ts';
import { fromTop } from '#contract/blocks/order.ts';
import { enabledField, orderField, settingField } from '#contract/resources/blocks.ts';
import { localId } from '#contract/resources/local-id.ts';
import type { BlockSetting } from '#contract/entities/block.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import type { Json } from '#contract/json.ts';
import type { PendingReason } from '#contract/pending-reason.ts';
import type { BlocksReading } from '#db/blocks-overlay.ts';
import type { NewMutation } from '#db/append.ts';
import type { ClientStore } from '#db/open-client-store.ts';
import { newId as randomId } from '#db/new-id.ts';
import type { SaveStatus } from '#db/save-status.ts';
import { blockConflictMessage } from '#machines/block-mutation/block-mutation.operations.ts';
import type { BlockChange, BlockSubmission, BlockSaveResult } from '#machines/ports.ts';
import { followSubmission } from '#src/app/submissions.ts';
import type { CurrentUser } from './current-user.ts';
import { giveBack, outcomesOf, valuesByKey } from './outbox-submission.ts';
import { pendingReason } from './pending-reason.ts';

interface Deps {
  readonly store: ClientStore;
  readonly user: () => CurrentUser;
  readonly isOffline: () => boolean;
  /** What is known to keep every change on this device now; null where nothing is. */
  readonly hold: () => PendingReason | null;
  /** A signal that aborts after so many ms. */
  readonly timeout?: (ms: number) => AbortSignal;
  /** UUIDs. */
  readonly newId?: () => string;
  readonly themeOf: (websiteId: string, userId: string) => Promise<ThemeKey | null>;
  /** Brings the server's word to this device, where that can be done. */
  readonly refresh: (websiteId: string, userId: string) => Promise<unknown>;
  /** A change is kept on this device and not confirmed: the moment to ask the browser not to evict the store. */
  readonly onKept: () => void;
}

const discardedMessage = 'The change was discarded before it reached the server.';
const formDiscardedMessage = `${discardedMessage} What you typed is still here.`;

/** How long a screen waits for the server's word before it says that the change is kept on the device, ms. */
const confirmationMs = 10_000;

/** Who changes something, and the epoch of their data when they began. */
interface Owner extends CurrentUser {
  readonly epoch: Promise<number>;
}

/** Puts a change of a website's blocks into the queue, and waits for what becomes of it. */
export type SubmitBlock = (submission: BlockSubmission, signal: AbortSignal) => Promise<BlockSaveResult>;

export function createSubmitBlock(deps: Deps): SubmitBlock {
  const begin = createBeginSubmit(deps);
  return async (submission, signal) => begin()(submission, signal);
}

/**
 * Each call of what this makes begins for whoever is signed in then, and throws where nobody is. What it answers submits changes for
 * them alone, however late it is called.
 */
export function createBeginSubmit(deps: Deps): () => SubmitBlock {
  const { store, user, isOffline, hold, themeOf, refresh, onKept, newId = randomId } = deps;
  const timeout = deps.timeout ?? ((ms: number) => AbortSignal.timeout(ms));
  return () => {
    const { userId, accountId } = user();
    // A store that can't be read says so at the append.
    const owner = { userId, accountId, epoch: store.dataEpoch(userId).catch(() => 0) };
    return (submission, signal) => followSubmission(submit(owner, submission, signal));
  };

  async function submit(
    owner: Owner,
    { websiteId, change, onEnqueued, onGivenBack }: BlockSubmission,
    signal: AbortSignal,
  ): Promise<BlockSaveResult> {
    const { userId, accountId } = owner;
    const epoch = await owner.epoch;
    const reading = await readFor(userId, websiteId, change);
    const planned = plan(change, reading, await themeOf(websiteId, userId), newId);
    const result = await store.outbox.appendAll(planned.steps.map((step) => ({ userId, accountId, websiteId, epoch, ...step })));
    const appendedAt = performance.now();
    if (result.kind === 'refused') return { kind: 'failed', code: result.code === 'quota' ? 'quota' : 'unknown', message: result.message };
    onEnqueued?.();
    const { opIds } = result;
    // A block that was never sent leaves nothing to send, and nothing to wait for.
    if (change.kind === 'delete' && !(await waits(userId, opIds))) return { kind: 'saved', blockId: null, appendedAt };
    const limit = AbortSignal.any([signal, timeout(hold() === null ? confirmationMs : 0)]);
    const outcomes = await outcomesOf(store, result, limit);
    const kept: Kept = { kind: 'pending', blockId: planned.blockId, appendedAt, reason: pendingReason(outcomes, hold()) };
    // A screen that is gone hears nothing more: what was refused stays in the queue for the sync centre.
    if (signal.aborted) return kept;
    const told = await conclude({ userId, epoch }, { opIds, steps: planned.steps, outcomes }, change, { kept, signal, onGivenBack });
    if (told.kind === 'pending') onKept();
    return told;
  }

  /** A new block is told from those that were there before: they are asked for where this device has never seen them. */
  async function readFor(userId: string, websiteId: string, change: BlockChange): Promise<BlocksReading> {
    const reading = await store.readBlocks(userId, websiteId);
    if (reading.stored !== null || change.kind !== 'create' || isOffline()) return reading;
    await refresh(websiteId, userId);
    return store.readBlocks(userId, websiteId);
  }

  async function waits(userId: string, opIds: readonly string[]): Promise<boolean> {
    const entries = await store.outbox.list(userId);
    return entries.some((entry) => entry.kind === 'readable' && opIds.includes(entry.entry.opId));
  }

  async function conclude(
    { userId, epoch }: { readonly userId: string; readonly epoch: number },
    { opIds, steps, outcomes }: Concluded,
    change: BlockChange,
    { kept, signal, onGivenBack }: { readonly kept: Kept; readonly signal: AbortSignal } & Pick<BlockSubmission, 'onGivenBack'>,
  ): Promise<BlockSaveResult> {
    const { blockId, appendedAt } = kept;
    const parked = outcomes.find((outcome) => outcome.kind === 'rejected');
    const conflict = outcomes.some((outcome) => outcome.kind === 'conflict');
    // The block is there: told as refused it would be made once more. What was to follow stays in the queue.
    if (change.kind === 'create' && outcomes[0]?.kind === 'saved' && (parked || conflict))
      return { kind: 'saved', blockId, appendedAt, problem: parked?.error.message || blockConflictMessage };
    if (parked) {
      // What depends on a new block goes before it; what another tab has made of it stays, and the block with it.
      for (const [at, outcome] of [...outcomes.entries()].toReversed()) {
        if (outcome.kind !== 'rejected' || (change.kind === 'create' && !opIds.includes(outcome.opId))) continue;
        const step = steps[at];
        if (!step) continue;
        const values = step.resource === 'block-settings' ? valuesByKey(step.body.settings) : null;
        await giveBack(store, {
          userId,
          epoch,
          opId: outcome.opId,
          submitted: opIds,
          mutation: step.mutation,
          values,
          signal,
          onGivenBack: () => onGivenBack?.(),
        });
      }
      return { kind: 'refused', message: parked.error.message, fields: parked.error.fields };
    }
    if (conflict) return { kind: 'conflict' };
    // A block that was never sent needs no deleting.
    const isOver = (outcome: SaveStatus) => outcome.kind === 'saved' || (outcome.kind === 'discarded' && change.kind === 'delete');
    if (outcomes.some((outcome) => outcome.kind === 'discarded' && !isOver(outcome)))
      return { kind: 'failed', code: 'unknown', message: change.kind === 'settings' ? formDiscardedMessage : discardedMessage };
    return outcomes.every(isOver) ? { kind: 'saved', blockId, appendedAt } : kept;
  }
}

type Kept = Extract<BlockSaveResult, { readonly kind: 'pending' }>;

/** Each step of a change with the entry that it became, and what became of that. */
interface Concluded {
  readonly opIds: readonly string[];
  readonly steps: readonly Step[];
  readonly outcomes: readonly SaveStatus[];
}

/** One of the mutations, without what all of a change share. */
type WithoutParts<Each> = Each extends NewMutation ? Pick<Each, 'resource' | 'mutation' | 'body' | 'base'> : never;
type Step = WithoutParts<NewMutation>;

interface Plan {
  readonly steps: readonly Step[];
  /** Of a create. */
  readonly blockId: string | null;
}

/** The commands that make up a change. */
function plan(
  change: BlockChange,
  { stored, blocks: shown, idMap: aliases }: BlocksReading,
  theme: ThemeKey | null,
  newId: () => string,
): Plan {
  const before = stored ?? [];
  const order = (ids: readonly string[]): Step => ({
    resource: 'block',
    mutation: 'reorder',
    body: { order: [...ids] },
    base: { [orderField]: fromTop(before).map(({ id }) => id) },
  });
  const show = (blockId: string, label: string, enabled: boolean): Step => ({
    resource: 'block',
    mutation: 'update',
    body: { blockId, label, enabled },
    base: { [enabledField(blockId)]: (before.find(({ id }) => id === blockId) ?? shown.find(({ id }) => id === blockId))?.enabled ?? null },
  });
  switch (change.kind) {
    case 'order':
      return { steps: [order(change.order)], blockId: null };
    case 'show':
      return { steps: [show(change.blockId, change.label, change.enabled)], blockId: null };
    case 'delete':
      return {
        steps: [{ resource: 'block', mutation: 'delete', body: { blockId: change.blockId, label: change.label }, base: {} }],
        blockId: null,
      };
    case 'settings': {
      const { blockId, label, settings, base } = change;
      const fields = settings.map(({ key }) => [settingField(blockId, key), base[key] ?? null] as const);
      return {
        steps: [
          {
            resource: 'block-settings',
            mutation: 'update',
            body: { blockId, label, settings: [...settings] },
            base: Object.fromEntries(fields),
          },
        ],
        blockId: null,
      };
    }
    case 'create': {
      const { key, label, below, copyOf } = change;
      const id = localId(newId());
      const made = theme === null ? undefined : blockDeclaration(theme, key);
      const settings = made ? [...defaultSettings(made)] : [];
      const enabled = !made?.disabled;
      const known: Step['base'] = stored === null ? {} : { known: stored.map((block) => block.id) };
      const steps: Step[] = [{ resource: 'block', mutation: 'create', body: { localId: id, key, label, enabled, settings }, base: known }];
      const writes = (copyOf?.settings ?? []).filter((write) => settings.some((setting) => setting.key === write.key));
      const changed = writes.length > 0;
      if (changed)
        steps.push({
          resource: 'block-settings',
          mutation: 'update',
          body: { blockId: id, label, settings: writes },
          base: defaultsOf(id, settings),
        });
      if (change.enabled !== null && change.enabled !== enabled)
        steps.push({
          resource: 'block',
          mutation: 'update',
          body: { blockId: id, label, enabled: change.enabled },
          base: { [enabledField(id)]: enabled },
        });
      // The screen may still call it by the id that it had on this device.
      const above = below === null ? null : (aliases[below] ?? below);
      if (above !== null) steps.push(order(fromTop(shown).flatMap((block) => (block.id === above ? [block.id, id] : [block.id]))));
      return { steps, blockId: id };
    }
  }
}

/** What the server will hold of a block that it has just made. */
function defaultsOf(blockId: string, settings: readonly BlockSetting[]): Readonly<Record<string, Json>> {
  return Object.fromEntries(settings.map(({ key, value }) => [settingField(blockId, key), value]));
}
