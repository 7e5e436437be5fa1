import { assign, emit, enqueueActions, setup } from 'xstate';
import type { BlockAddOutput } from '../block-add/block-add.types.ts';
import { blockAddMachine } from '../block-add/block-add.machine.ts';
import { blockSubmissionMachine } from '../block-submission/block-submission.machine.ts';
import type { SubmissionInput } from '../block-submission/block-submission.types.ts';
import { deleteConfirmMachine } from '../delete-confirm/delete-confirm.machine.ts';
import type { DeleteInput, DeleteOutput } from '../delete-confirm/delete-confirm.types.ts';
import { listenerNotProvided, notProvided } from '../placeholder.ts';
import type { BlocksLoaded, BlocksSnapshot, BlockSubmitted, ConflictChoice, Side } from '../ports.ts';
import { unknownSaveMessage } from '../save-words.ts';
import * as blocks from './homepage.blocks.ts';
import * as conflicts from './homepage.conflicts.ts';
import * as doing from './homepage.doing.ts';
import * as moving from './homepage.moving.ts';
import { focused, type Plan } from './homepage.plan.ts';
import * as settling from './homepage.settling.ts';
import type {
  BlocksFailure,
  CopyTarget,
  EditedBlock,
  HomepageContext,
  HomepageEmitted,
  HomepageEvent,
  HomepageInput,
  LiftedBy,
} from './homepage.types.ts';
import { failedToast } from './homepage.words.ts';

/** What carrying out a plan needs of `enqueueActions`. */
interface Enqueue {
  assign(context: HomepageContext): void;
  spawnChild(name: 'submission', options: { readonly id: string; readonly input: SubmissionInput }): void;
  emit(event: HomepageEmitted): void;
}

/** One actor for each submission: a change waits for no other's answer before it stands in the queue. */
function carryOut(enqueue: Enqueue, { context, submissions, toasts }: Plan): void {
  enqueue.assign(context);
  for (const input of submissions) enqueue.spawnChild('submission', { id: `submission-${input.turn}`, input });
  for (const toast of toasts) enqueue.emit({ type: 'toast', toast });
}

export const homepageSetup = setup({
  types: {
    context: {} as HomepageContext,
    events: {} as HomepageEvent,
    input: {} as HomepageInput,
    emitted: {} as HomepageEmitted,
    // The dialogs' charts, for whoever draws them.
    children: {} as { addBlock: 'addBlock'; confirmDelete: 'confirmDelete' },
    tags: {} as 'loading' | 'ready',
  },
  actors: {
    loadBlocks: notProvided<BlocksLoaded, { readonly websiteId: string }>('loadBlocks'),
    watchBlocks: listenerNotProvided<{ readonly websiteId: string }>('watchBlocks'),
    /** Rejects where the device does not take it. */
    resolveConflicts: notProvided<void, { readonly decided: readonly ConflictChoice[] }>('resolveConflicts'),
    submission: blockSubmissionMachine,
    addBlock: blockAddMachine,
    confirmDelete: deleteConfirmMachine,
  },
  guards: {
    isRemembered: ({ context }) => context.snapshot !== null,
    isLoaded: (_, { loaded }: { loaded: BlocksLoaded }) => loaded.kind === 'loaded',
    mayHavePassed: ({ context }) => context.loadFailure?.code !== 'notFound',
    isNewer: ({ context }, { snapshot }: { snapshot: BlocksSnapshot }) => settling.isNewer(context, snapshot),
    isLiftedGone: ({ context }, { snapshot }: { snapshot: BlocksSnapshot }) => settling.isLiftedGone(context, snapshot),
    isUnlocked: ({ context }, { id }: { id: string }) => blocks.blockOf(context, id)?.static === false,
    isPlace: ({ context }, { overId }: { overId: string }) => moving.isPlace(context, overId),
    canMove: ({ context }, { id, by }: { id: string; by: 'up' | 'down' }) => blocks.neighbourOf(blocks.listOf(context), id, by) !== null,
    canDuplicate: ({ context }, { id }: { id: string }) => {
      const block = blocks.blockOf(context, id);
      return block !== undefined && blocks.cannotDuplicate(block, context.snapshot?.theme ?? null) === null;
    },
    canDelete: ({ context }, { id }: { id: string }) => {
      const block = blocks.blockOf(context, id);
      return block !== undefined && blocks.cannotDelete(block, context.snapshot?.theme ?? null) === null;
    },
    canAdd: ({ context }) => blocks.canAdd(context.snapshot?.theme ?? null),
    isListed: ({ context }, { id }: { id: string }) => blocks.listOf(context).some((block) => block.id === id),
    isUnderWay: ({ context }, { turn }: { turn: number }) => settling.isUnderWay(context, turn),
    canUndo: ({ context }) => context.history.past.length > 0 && !doing.isMaking(context),
    canRedo: ({ context }) => context.history.future.length > 0 && !doing.isMaking(context),
    isInConflict: ({ context }, { id }: { id: string }) => conflicts.showConflictOf(context, id) !== null,
    isEditorClosed: ({ context }) => context.open === null,
    isAdded: (_, { output }: { output: BlockAddOutput }) => output.kind === 'added',
    isDeleted: (_, { output }: { output: DeleteOutput }) => output.kind === 'deleted',
  },
  actions: {
    load: assign(({ context }, { loaded }: { loaded: BlocksLoaded }) =>
      loaded.kind === 'loaded' ? { ...settling.heard(context, loaded.snapshot), loadFailure: null } : { loadFailure: loaded },
    ),
    noteLoadError: assign({ loadFailure: { kind: 'failed', code: 'unknown', message: unknownSaveMessage } satisfies BlocksFailure }),
    noteWatchLost: assign({ watchLost: true }),
    hear: assign(({ context }, { snapshot }: { snapshot: BlocksSnapshot }) => settling.heard(context, snapshot)),
    lift: assign(({ context }, { id, by }: { id: string; by: LiftedBy }) => moving.lift(context, id, by)),
    moveOver: assign(({ context }, { overId }: { overId: string }) => moving.moveOver(context, overId)),
    cancelDrop: assign(({ context }) => moving.cancelDrop(context)),
    drop: enqueueActions(({ context, enqueue }) => carryOut(enqueue, moving.drop(context))),
    move: enqueueActions(({ context, enqueue }, { id, by }: { id: string; by: 'up' | 'down' }) =>
      carryOut(enqueue, moving.moveBy(context, id, by)),
    ),
    toggle: enqueueActions(({ context, enqueue }, { id }: { id: string }) => carryOut(enqueue, doing.toggle(context, id))),
    duplicate: enqueueActions(({ context, enqueue }, { id }: { id: string }) => carryOut(enqueue, doing.duplicate(context, id))),
    copyTo: enqueueActions(({ context, enqueue }, { id, target }: { id: string; target: Omit<CopyTarget, 'leftBehind'> }) =>
      carryOut(enqueue, doing.copyTo(context, id, target)),
    ),
    takeAdded: enqueueActions(({ context, enqueue }, { output }: { output: BlockAddOutput }) =>
      carryOut(enqueue, doing.added(context, output)),
    ),
    takeDeleted: enqueueActions(({ context, enqueue }, { output }: { output: DeleteOutput }) =>
      carryOut(enqueue, doing.deleted(context, output)),
    ),
    recordEdit: assign(({ context }, { blockId, before, after }: { blockId: string; before: EditedBlock; after: EditedBlock }) =>
      doing.edited(context, blockId, before, after),
    ),
    undo: enqueueActions(({ context, enqueue }) => carryOut(enqueue, doing.step(context, 'undone'))),
    redo: enqueueActions(({ context, enqueue }) => carryOut(enqueue, doing.step(context, 'redone'))),
    settle: enqueueActions(({ context, enqueue }, { turn, submitted }: { turn: number; submitted: BlockSubmitted }) => {
      // It is over, and would be kept for as long as the list is open.
      enqueue.stopChild(`submission-${turn}`);
      carryOut(enqueue, settling.settled(context, turn, submitted));
    }),
    choose: assign(({ context }, { id, side }: { id: string; side: Side }) => conflicts.choose(context, id, side)),
    noteChosen: assign(({ context }) => conflicts.chosen(context)),
    forgetChoice: assign({ choice: null }),
    open: assign(({ context }, { id }: { id: string }) => ({ open: { blockId: id, since: context.snapshot?.readAt ?? 0 } })),
    close: assign(({ context }) => ({ ...focused(context, context.open?.blockId ?? null), open: null })),
    hover: assign({ hoveredId: (_, { id }: { id: string | null }) => id }),
    tell: emit((_, { message }: { message: string }) => ({
      type: 'toast' as const,
      toast: failedToast(message.trim() || unknownSaveMessage),
    })),
    ask: assign(({ context }, { id }: { id: string }) => ({ askedId: id, askedCopy: blocks.copyOf(context, id) })),
  },
});

/** What the delete dialog is told. */
export function deleteInputOf(context: HomepageContext): DeleteInput {
  const id = context.askedId ?? '';
  const label = context.askedCopy?.label ?? moving.labelOf(context, id);
  return {
    item: { websiteId: context.websiteId, id, label },
    words: {
      title: `Delete Block: ${label}`,
      text: 'Are you sure you want to delete this block? This action cannot be reversed.',
      confirm: 'Delete Block',
      failed: `Failed to delete block: ${id}`,
    },
    focusAfter: blocks.focusAfter(blocks.listOf(context), id),
  };
}
