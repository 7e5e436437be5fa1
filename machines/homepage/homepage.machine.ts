import * as address from './homepage.address.ts';
import * as blocks from './homepage.blocks.ts';
import * as conflicts from './homepage.conflicts.ts';
import * as doing from './homepage.doing.ts';
import * as moving from './homepage.moving.ts';
import * as settling from './homepage.settling.ts';
import { assign, emit, enqueueActions, setup } from 'xstate';
import type { BlockAddOutput } from '../block-add/block-add.types.ts';
import { blockAddMachine } from '../block-add/block-add.machine.ts';
import { blockSubmissionMachine } from '../block-submission/block-submission.machine.ts';
import type { SubmissionInput } from '../block-submission/block-submission.types.ts';
import { deleteConfirmMachine } from '../delete-confirm/delete-confirm.machine.ts';
import type { DeleteInput, DeleteOutput } from '../delete-confirm/delete-confirm.types.ts';
import { listenerNotProvided, notProvided } from '../placeholder.ts';
import type { BlockSubmitted, BlocksLoaded, BlocksSnapshot, ConflictChoice, Side } from '../ports.ts';
import { unknownSaveMessage } from '../save-words.ts';
import type { Plan } from './homepage.plan.ts';
import type {
  BlocksFailure,
  CopyTarget,
  EditedBlock,
  HomepageAddress,
  HomepageContext,
  HomepageEmitted,
  HomepageEvent,
  HomepageInput,
  LiftedBy,
} from './homepage.types.ts';
import { excludedToast, failedToast } from './homepage.words.ts';

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

const homepageSetup = setup({
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
    /** The same, after asking the API for what this device does not have yet. */
    refreshBlocks: notProvided<BlocksLoaded, { readonly websiteId: string }>('refreshBlocks'),
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
    isSameAddress: ({ context }, { to }: { to: HomepageAddress }) => address.sameAddress(context.address, to),
    isBlockNamed: ({ context }) => context.address.kind === 'block',
    isNamedBlockListed: ({ context }) => address.isNamedBlockListed(context),
    isAddLeft: ({ context }) => context.address.kind !== 'add',
    isAddPossible: ({ context }) => context.address.kind === 'add' && blocks.canAdd(context.snapshot?.theme ?? null),
    isAddExcluded: ({ context }) => context.address.kind === 'add' && address.isAddingExcluded(context),
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
    /** A move that was under way ends with the list. */
    takeAddress: assign((_, { to }: { to: HomepageAddress }) => ({ address: to, lifted: null })),
    openNamedBlock: assign(({ context }) => address.openNamedBlock(context)),
    closeEditor: assign(({ context }) => address.closeEditor(context)),
    returnToList: assign({ address: { kind: 'list' } satisfies HomepageAddress }),
    takeRefreshed: assign(({ context }, { loaded }: { loaded: BlocksLoaded }) => settling.refreshed(context, loaded)),
    hover: assign({ hoveredId: (_, { id }: { id: string | null }) => id }),
    tell: emit((_, { message }: { message: string }) => ({
      type: 'toast' as const,
      toast: failedToast(message.trim() || unknownSaveMessage),
    })),
    tellExcluded: emit({ type: 'toast' as const, toast: excludedToast }),
    ask: assign(({ context }, { id }: { id: string }) => ({ askedId: id, askedCopy: blocks.copyOf(context, id) })),
  },
});

/** What the delete dialog is told. */
function deleteInputOf(context: HomepageContext): DeleteInput {
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

/** The dialogs over list and editor. Each is a chart of its own. */
const dialog = homepageSetup.createStateConfig({
  description: 'A dialog over the screen, or none.',
  initial: 'none',
  states: {
    none: {
      description: 'No dialog is open.',
      meta: { testId: 'homepage-no-dialog', sees: 'The panel and the preview.' },
      always: [
        {
          guard: 'isAddPossible',
          target: 'adding',
          meta: { requirement: 'Blocks are added to byron and versatile only.' },
        },
        {
          guard: 'isAddExcluded',
          actions: ['returnToList', 'tellExcluded'],
          meta: { requirement: 'An address of Add Block on a theme without it leads to the list, and says why.' },
        },
      ],
      on: {
        'delete.requested': {
          guard: { type: 'canDelete', params: ({ event }) => ({ id: event.id }) },
          target: 'deleting',
          actions: { type: 'ask', params: ({ event }) => ({ id: event.id }) },
          meta: { requirement: 'Neither static blocks nor those of the minimal theme are deleted.' },
        },
      },
    },
    adding: {
      description: 'Add New Block is open.',
      meta: { testId: 'homepage-adding', sees: 'The dialog Add New Block.' },
      always: { guard: 'isAddLeft', target: 'none', meta: { requirement: 'Back closes the dialog.' } },
      invoke: {
        id: 'addBlock',
        src: 'addBlock',
        input: ({ context }) => ({ websiteId: context.websiteId, theme: context.snapshot?.theme ?? null }),
        onDone: [
          {
            guard: { type: 'isAdded', params: ({ event }) => ({ output: event.output }) },
            target: ['none', '#homepage.ready.panel.editing'],
            actions: { type: 'takeAdded', params: ({ event }) => ({ output: event.output }) },
            meta: { requirement: 'The editor of the new block opens.' },
          },
          { target: 'none', actions: 'returnToList' },
        ],
        onError: { target: 'none', actions: ['returnToList', { type: 'tell', params: { message: '' } }] },
      },
    },
    deleting: {
      description: 'The question before a block is deleted is open.',
      meta: { testId: 'homepage-deleting', sees: 'The dialog Delete Block.' },
      on: {
        'address.changed': [
          { guard: { type: 'isSameAddress', params: ({ event }) => ({ to: event.address }) } },
          { target: 'none', meta: { requirement: 'A question about what is no longer in view goes with it.' } },
        ],
      },
      invoke: {
        id: 'confirmDelete',
        src: 'confirmDelete',
        input: ({ context }) => deleteInputOf(context),
        onDone: [
          {
            guard: { type: 'isDeleted', params: ({ event }) => ({ output: event.output }) },
            target: 'none',
            actions: { type: 'takeDeleted', params: ({ event }) => ({ output: event.output }) },
            meta: { requirement: 'Back to the list; the next row has the focus.' },
          },
          { target: 'none' },
        ],
        onError: { target: 'none', actions: { type: 'tell', params: { message: '' } } },
      },
    },
  },
});

/** Across list and editor. */
const history = homepageSetup.createStateConfig({
  on: {
    'undo.requested': {
      guard: 'canUndo',
      actions: 'undo',
      meta: { requirement: 'Undo goes back over list and editor; a step whose block is gone is dropped, with a message.' },
    },
    'redo.requested': { guard: 'canRedo', actions: 'redo' },
  },
}).on;

const listing = homepageSetup.createStateConfig({
  description: 'The list of blocks.',
  initial: 'idle',
  states: {
    idle: {
      description: 'Nothing is lifted.',
      meta: { testId: 'homepage-list', sees: 'The rows, with handles, locks, eyes and menus.' },
      on: {
        ...history,
        'block.lifted': {
          guard: { type: 'isUnlocked', params: ({ event }) => ({ id: event.id }) },
          target: 'lifted',
          actions: { type: 'lift', params: ({ event }) => ({ id: event.id, by: event.by }) },
          meta: { requirement: 'Static blocks can not be moved.' },
        },
        'move.requested': {
          guard: { type: 'canMove', params: ({ event }) => ({ id: event.id, by: event.by }) },
          actions: { type: 'move', params: ({ event }) => ({ id: event.id, by: event.by }) },
        },
      },
    },
    lifted: {
      description: 'A block is being moved, by pointer, touch or keyboard.',
      meta: { testId: 'homepage-lifted', sees: 'The block over the place where it would go.' },
      on: {
        'block.movedOver': {
          guard: { type: 'isPlace', params: ({ event }) => ({ overId: event.overId }) },
          actions: { type: 'moveOver', params: ({ event }) => ({ overId: event.overId }) },
        },
        'block.dropped': {
          target: 'idle',
          actions: 'drop',
          meta: { requirement: 'The new order shows at once and is saved; refused, the list shows the order of the server again.' },
        },
        'block.dropCancelled': { target: 'idle', actions: 'cancelDrop' },
        'stored.changed': {
          guard: { type: 'isLiftedGone', params: ({ event }) => ({ snapshot: event.snapshot }) },
          target: 'idle',
          actions: ['cancelDrop', { type: 'hear', params: ({ event }) => ({ snapshot: event.snapshot }) }],
        },
      },
    },
  },
});

const editing = homepageSetup.createStateConfig({
  description: "A block's editor stands in the place of the list. Its form is a chart of its own.",
  meta: { testId: 'homepage-editor', sees: 'The form of the block, Back, Save and Delete Block.' },
  always: { guard: 'isEditorClosed', target: 'listing', meta: { requirement: 'Back to the list when the block has gone.' } },
  on: history,
});

/** The address names a block, and this device does not know it: it may have been added elsewhere a moment ago. */
const locating = homepageSetup.createStateConfig({
  description: 'The address names a block that is not on this device. The API is asked once.',
  meta: { testId: 'homepage-locating', sees: 'A skeleton in the place of the editor.' },
  always: { guard: 'isNamedBlockListed', target: 'editing', actions: 'openNamedBlock' },
  invoke: {
    id: 'refreshBlocks',
    src: 'refreshBlocks',
    input: ({ context }) => ({ websiteId: context.websiteId }),
    onDone: { target: 'missing', actions: { type: 'takeRefreshed', params: ({ event }) => ({ loaded: event.output }) } },
    onError: { target: 'missing' },
  },
});

const missing = homepageSetup.createStateConfig({
  description: 'The address names a block that is not there, as far as can be told now.',
  meta: { testId: 'homepage-missing', sees: 'That there is no such block, and the way back to the list.' },
  always: {
    guard: 'isNamedBlockListed',
    target: 'editing',
    actions: 'openNamedBlock',
    meta: { requirement: 'A block that arrives later opens by itself.' },
  },
  on: { 'connection.restored': { target: 'locating' } },
});

/** The panel beside the preview: the list, or one block's editor, as the address says. */
const panel = homepageSetup.createStateConfig({
  description: 'What stands in the panel beside the preview.',
  initial: 'deciding',
  on: {
    'address.changed': [
      {
        guard: { type: 'isSameAddress', params: ({ event }) => ({ to: event.address }) },
        description: 'The address has followed the chart.',
      },
      {
        target: '.deciding',
        actions: { type: 'takeAddress', params: ({ event }) => ({ to: event.address }) },
        meta: { requirement: 'Back, Forward, a reload and a sent link show what the address names.' },
      },
    ],
  },
  states: {
    deciding: {
      description: 'What does the address name?',
      always: [
        { guard: 'isNamedBlockListed', target: 'editing', actions: 'openNamedBlock' },
        { guard: 'isBlockNamed', target: 'locating', actions: 'closeEditor' },
        { target: 'listing', actions: 'closeEditor' },
      ],
    },
    listing,
    editing,
    locating,
    missing,
  },
});

/** Beside the list: a block that two people have hidden or shown differently. */
const resolving = homepageSetup.createStateConfig({
  description: 'A hide or show that met somebody else’s waits for a choice; every other change goes ahead.',
  initial: 'asking',
  meta: { testId: 'homepage-conflicts', sees: 'Below such a row: yours, and what the server has.' },
  states: {
    asking: {
      description: 'Nothing of such a change is sent before somebody has chosen.',
      on: {
        'conflict.chosen': {
          guard: { type: 'isInConflict', params: ({ event }) => ({ id: event.id }) },
          target: 'resolving',
          actions: { type: 'choose', params: ({ event }) => ({ id: event.id, side: event.side }) },
          meta: { requirement: 'A conflict is resolved at the row, and not in the sync centre alone.' },
        },
      },
    },
    resolving: {
      description: 'The choice is written to the outbox.',
      invoke: {
        id: 'resolveConflicts',
        src: 'resolveConflicts',
        input: ({ context }) => ({ decided: conflicts.decidedOf(context) }),
        onDone: { target: 'asking', actions: 'noteChosen' },
        onError: {
          target: 'asking',
          actions: ['forgetChoice', { type: 'tell', params: { message: 'Your choice could not be kept. Choose again.' } }],
        },
      },
    },
  },
});

/** What list and editor share. */
const changes = homepageSetup.createStateConfig({
  on: {
    'stored.changed': {
      guard: { type: 'isNewer', params: ({ event }) => ({ snapshot: event.snapshot }) },
      actions: { type: 'hear', params: ({ event }) => ({ snapshot: event.snapshot }) },
      meta: { requirement: 'What the store shows takes the place of what was laid over it, without a flicker between.' },
    },
    'submission.settled': {
      guard: { type: 'isUnderWay', params: ({ event }) => ({ turn: event.turn }) },
      actions: { type: 'settle', params: ({ event }) => ({ turn: event.turn, submitted: event.submitted }) },
      meta: { requirement: 'A refused change is taken back and told.' },
    },
    'visibility.toggled': {
      guard: { type: 'isUnlocked', params: ({ event }) => ({ id: event.id }) },
      actions: { type: 'toggle', params: ({ event }) => ({ id: event.id }) },
      meta: { requirement: 'Static blocks can not be hidden.' },
    },
    'duplicate.requested': {
      guard: { type: 'canDuplicate', params: ({ event }) => ({ id: event.id }) },
      actions: { type: 'duplicate', params: ({ event }) => ({ id: event.id }) },
    },
    'copy.requested': {
      guard: { type: 'canDuplicate', params: ({ event }) => ({ id: event.id }) },
      actions: {
        type: 'copyTo',
        params: ({ event }) => ({ id: event.id, target: { websiteId: event.toWebsiteId, name: event.toName } }),
      },
    },
    'editor.saved': {
      actions: {
        type: 'recordEdit',
        params: ({ event }) => ({ blockId: event.blockId, before: event.before, after: event.after }),
      },
    },
    'block.hovered': {
      actions: { type: 'hover', params: ({ event }) => ({ id: event.id }) },
      meta: { requirement: 'The block is outlined in the preview.' },
    },
  },
}).on;

/** The homepage's blocks: the list, its dialogs, and what leads to a block's editor. Works the same without a connection. */
export const homepageMachine = homepageSetup.createMachine({
  id: 'homepage',
  description: "The blocks of a website's homepage: order, visibility, adding, deleting, undo.",
  meta: { testId: 'homepage', sees: 'The panel Homepage beside the preview.' },
  context: ({ input }) => ({
    websiteId: input.websiteId,
    address: input.address ?? { kind: 'list' },
    snapshot: input.remembered ?? null,
    changes: [],
    turn: 0,
    history: { past: [], future: [] },
    lifted: null,
    open: null,
    hoveredId: null,
    askedId: null,
    askedCopy: null,
    choice: null,
    focus: { blockId: null, count: 0 },
    announcement: { text: '', count: 0 },
    orderProblem: null,
    loadFailure: null,
    watchLost: false,
  }),
  initial: 'deciding',
  on: {
    'address.changed': { actions: { type: 'takeAddress', params: ({ event }) => ({ to: event.address }) } },
  },
  states: {
    deciding: {
      description: 'A list that this page has shown before opens with what it showed; the rest follows from what is stored.',
      always: [{ guard: 'isRemembered', target: 'ready' }, { target: 'loading' }],
    },
    loading: {
      description: 'The blocks are read: from the device where it has them, else from the API.',
      tags: ['loading'],
      meta: { testId: 'homepage-loading', sees: 'Skeleton rows.' },
      invoke: {
        id: 'loadBlocks',
        src: 'loadBlocks',
        input: ({ context }) => ({ websiteId: context.websiteId }),
        onDone: [
          {
            guard: { type: 'isLoaded', params: ({ event }) => ({ loaded: event.output }) },
            target: 'ready',
            actions: { type: 'load', params: ({ event }) => ({ loaded: event.output }) },
          },
          { target: 'failed', actions: { type: 'load', params: ({ event }) => ({ loaded: event.output }) } },
        ],
        onError: { target: 'failed', actions: 'noteLoadError' },
      },
    },
    failed: {
      description: 'There is nothing to show, and why.',
      meta: { testId: 'homepage-failed', sees: 'The reason and Try again.' },
      on: {
        'retry.requested': { target: 'loading' },
        'connection.restored': { guard: 'mayHavePassed', target: 'loading' },
      },
    },
    ready: {
      description: 'The list is there and follows what is stored.',
      type: 'parallel',
      tags: ['ready'],
      invoke: {
        id: 'watchBlocks',
        src: 'watchBlocks',
        input: ({ context }) => ({ websiteId: context.websiteId }),
        onError: { actions: 'noteWatchLost' },
      },
      on: changes,
      states: { panel, dialog, conflicts: resolving },
    },
  },
});
