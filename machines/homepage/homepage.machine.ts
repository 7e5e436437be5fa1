import { assign, emit, enqueueActions, setup } from 'xstate';
import type { ChartMeta } from '../chart-meta.ts';
import type { LiftedBy, MoveBy } from '../arranging.ts';
import { type BlockAddOutput, blockAddMachine } from '../block-add/block-add.machine.ts';
import { type BlockMutationInput, blockMutationMachine } from '../block-mutation/block-mutation.machine.ts';
import { type DeleteInput, type DeleteOutput, deleteConfirmMachine } from '../delete-confirm/delete-confirm.machine.ts';
import { listenerNotProvided, notProvided } from '../placeholder.ts';
import type { BlockSaveResult, BlocksLoaded, BlocksSnapshot } from '../block-ports.ts';
import type { ConflictChoice, Side } from '../ports.ts';
import { unknownSaveMessage } from '../save-messages.ts';
import * as blocks from './homepage.blocks.ts';
import * as moving from './homepage.moving.ts';
import * as operations from './homepage.operations.ts';
import * as results from './homepage.results.ts';
import type {
  BlocksFailure,
  CopyTarget,
  EditedBlock,
  HomepageAddress,
  HomepageContext,
  HomepageEmitted,
  HomepageEvent,
  HomepageInput,
} from './homepage.types.ts';
import { withEvent, withOutput } from '../with-event.ts';

/** What `carryOut` needs of `enqueueActions`. */
interface Enqueue {
  assign(context: HomepageContext): void;
  spawnChild(name: 'mutation', options: { readonly id: string; readonly input: BlockMutationInput }): void;
  emit(event: HomepageEmitted): void;
}

/** One actor for each mutation: a change waits for no other's answer before it is in the outbox. */
function carryOut(enqueue: Enqueue, { context, mutations, toasts }: operations.Plan): void {
  enqueue.assign(context);
  for (const input of mutations) enqueue.spawnChild('mutation', { id: mutationId(input.changeId), input });
  for (const toast of toasts) enqueue.emit({ type: 'toast', toast });
}

const mutationId = (changeId: number): string => `mutation-${changeId}`;

const homepageSetup = setup({
  types: {
    meta: {} as ChartMeta,
    context: {} as HomepageContext,
    events: {} as HomepageEvent,
    input: {} as HomepageInput,
    emitted: {} as HomepageEmitted,
    // The charts of the dialogs, for the components that draw them.
    children: {} as { addBlock: 'addBlock'; confirmDelete: 'confirmDelete' },
    tags: {} as 'loading' | 'ready',
  },
  actors: {
    loadBlocks: notProvided<BlocksLoaded, { readonly websiteId: string }>('loadBlocks'),
    /** As `loadBlocks`, after a refetch. */
    refreshBlocks: notProvided<BlocksLoaded, { readonly websiteId: string }>('refreshBlocks'),
    watchBlocks: listenerNotProvided<{ readonly websiteId: string }>('watchBlocks'),
    /** Rejects where this device can not store the choice. */
    resolveConflicts: notProvided<void, { readonly decided: readonly ConflictChoice[] }>('resolveConflicts'),
    mutation: blockMutationMachine,
    addBlock: blockAddMachine,
    confirmDelete: deleteConfirmMachine,
  },
  guards: {
    isRemembered: ({ context }) => context.snapshot !== null,
    isLoaded: (_, loaded: BlocksLoaded) => loaded.kind === 'loaded',
    canReload: ({ context }) => context.loadFailure?.code !== 'notFound',
    isNewer: ({ context }, { snapshot }: { snapshot: BlocksSnapshot }) => results.isNewer(context, snapshot),
    isLiftedGone: ({ context }, { snapshot }: { snapshot: BlocksSnapshot }) => results.isLiftedGone(context, snapshot),
    isUnlocked: ({ context }, { id }: { id: string }) => blocks.blockOf(context, id)?.static === false,
    isPlace: ({ context }, { overId }: { overId: string }) => moving.isPlace(context, overId),
    isLifted: ({ context }, { id }: { id: string }) => context.lifted?.id === id,
    canMove: ({ context }, { id, by }: { id: string; by: MoveBy }) => blocks.neighbourOf(blocks.listedBlocksOf(context), id, by) !== null,
    canDuplicate: ({ context }, { id }: { id: string }) => {
      const block = blocks.blockOf(context, id);
      return block !== undefined && blocks.cannotDuplicate(block, context.snapshot?.theme ?? null) === null;
    },
    canDelete: ({ context }, { id }: { id: string }) => {
      const block = blocks.blockOf(context, id);
      return block !== undefined && blocks.cannotDelete(block, context.snapshot?.theme ?? null) === null;
    },
    isSameAddress: ({ context }, { address }: { address: HomepageAddress }) => operations.sameAddress(context.address, address),
    isBlockNamed: ({ context }) => context.address.kind === 'block',
    isNamedBlockListed: ({ context }) => operations.isNamedBlockListed(context),
    isAddLeft: ({ context }) => context.address.kind !== 'add',
    isAddPossible: ({ context }) => context.address.kind === 'add' && blocks.canAdd(context.snapshot?.theme ?? null),
    isAddExcluded: ({ context }) => context.address.kind === 'add' && blocks.isAddingExcluded(context),
    isUnderWay: ({ context }, { changeId }: { changeId: number }) => results.isUnderWay(context, changeId),
    canUndo: ({ context }) => context.history.past.length > 0 && !operations.isCreating(context),
    canRedo: ({ context }) => context.history.future.length > 0 && !operations.isCreating(context),
    isInConflict: ({ context }, { id }: { id: string }) => results.showConflictOf(context, id) !== null,
    isEditorClosed: ({ context }) => context.open === null,
    isAdded: (_, { output }: { output: BlockAddOutput }) => output.kind === 'added',
    isDeleted: (_, { output }: { output: DeleteOutput }) => output.kind === 'deleted',
  },
  actions: {
    setLoaded: assign(({ context }, loaded: BlocksLoaded) =>
      loaded.kind === 'loaded' ? { ...results.applySnapshot(context, loaded.snapshot), loadFailure: null } : { loadFailure: loaded },
    ),
    setLoadError: assign({ loadFailure: { kind: 'failed', code: 'unknown', message: unknownSaveMessage } satisfies BlocksFailure }),
    setWatchLost: assign({ watchLost: true }),
    setSnapshot: assign(({ context }, { snapshot }: { snapshot: BlocksSnapshot }) => results.applySnapshot(context, snapshot)),
    lift: assign(({ context }, { id, by }: { id: string; by: LiftedBy }) => moving.lift(context, id, by)),
    moveOver: assign(({ context }, { overId }: { overId: string }) => moving.moveOver(context, overId)),
    step: assign(({ context }, { by }: { by: MoveBy }) => moving.step(context, by)),
    cancelDrop: assign(({ context }) => moving.cancelDrop(context)),
    drop: enqueueActions(({ context, enqueue }) => carryOut(enqueue, moving.drop(context))),
    move: enqueueActions(({ context, enqueue }, { id, by }: { id: string; by: MoveBy }) =>
      carryOut(enqueue, moving.moveBy(context, id, by)),
    ),
    toggle: enqueueActions(({ context, enqueue }, { id }: { id: string }) => carryOut(enqueue, operations.toggle(context, id))),
    duplicate: enqueueActions(({ context, enqueue }, { id }: { id: string }) => carryOut(enqueue, operations.duplicate(context, id))),
    copyTo: enqueueActions(({ context, enqueue }, { id, target }: { id: string; target: Omit<CopyTarget, 'leavesBehind'> }) =>
      carryOut(enqueue, operations.copyTo(context, id, target)),
    ),
    applyAdded: enqueueActions(({ context, enqueue }, { output }: { output: BlockAddOutput }) =>
      carryOut(enqueue, results.applyAdded(context, output)),
    ),
    applyDeleted: enqueueActions(({ context, enqueue }, { output }: { output: DeleteOutput }) =>
      carryOut(enqueue, results.applyDeleted(context, output)),
    ),
    recordEdit: assign(({ context }, { blockId, before, after }: { blockId: string; before: EditedBlock; after: EditedBlock }) =>
      operations.recordEdit(context, blockId, before, after),
    ),
    undo: enqueueActions(({ context, enqueue }) => carryOut(enqueue, operations.undoOrRedo(context, 'undone'))),
    undoStep: enqueueActions(({ context, enqueue }, { stepId }: { stepId: number }) =>
      carryOut(enqueue, operations.undoStep(context, stepId)),
    ),
    redo: enqueueActions(({ context, enqueue }) => carryOut(enqueue, operations.undoOrRedo(context, 'redone'))),
    applyResult: enqueueActions(({ context, enqueue }, { changeId, result }: { changeId: number; result: BlockSaveResult }) => {
      // A finished child would stay in memory for as long as the list is open.
      enqueue.stopChild(mutationId(changeId));
      carryOut(enqueue, results.applyBlockResult(context, changeId, result));
    }),
    setChoice: assign({ choice: (_, { id, side }: { id: string; side: Side }) => ({ id, side }) }),
    finishChoice: assign(({ context }) => results.finishChoice(context)),
    clearChoice: assign({ choice: null }),
    /** A move that is under way ends. */
    setAddress: assign((_, { address }: { address: HomepageAddress }) => ({ address, lifted: null })),
    openNamedBlock: assign(({ context }) => operations.openNamedBlock(context)),
    closeEditor: assign(({ context }) => operations.closeEditor(context)),
    returnToList: assign({ address: { kind: 'list' } satisfies HomepageAddress }),
    applyRefreshed: assign(({ context }, loaded: BlocksLoaded) => results.applyRefreshed(context, loaded)),
    select: assign({ selectedId: (_, { id }: { id: string }) => id }),
    hover: assign({ hoveredId: (_, { id }: { id: string | null }) => id }),
    showError: emit((_, { message }: { message: string }) => ({
      type: 'toast' as const,
      toast: results.errorToast(message.trim() || unknownSaveMessage),
    })),
    showExcluded: emit({ type: 'toast' as const, toast: results.excludedToast }),
    setDeleting: assign({ deleting: ({ context }, { id }: { id: string }) => blocks.copyOf(context, id) }),
  },
});

/** Throws in a state without a block to delete: a fault in the chart. */
function deleteInputOf(context: HomepageContext): DeleteInput {
  const { deleting: block, websiteId } = context;
  if (block === null) throw new Error('no block in a state that deletes one');
  const { blockId: id, label } = block;
  return {
    item: { websiteId, id, label },
    labels: {
      title: `Delete Block: ${label}`,
      text: 'Are you sure you want to delete this block? This action cannot be reversed.',
      confirm: 'Delete Block',
      error: `Failed to delete block: ${id}`,
    },
    focusAfter: blocks.focusAfter(blocks.listedBlocksOf(context), id),
  };
}

/** The dialogs over list and editor. Each has its own chart. */
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
          description: 'Blocks are added to byron and versatile only.',
          meta: { requirements: ['R517'] },
        },
        {
          guard: 'isAddExcluded',
          actions: ['returnToList', 'showExcluded'],
          description: 'An address of Add Block on a theme without it leads to the list, and says why.',
          meta: { requirements: ['R517'] },
        },
      ],
      on: {
        'delete.requested': {
          guard: withEvent('canDelete'),
          target: 'deleting',
          actions: withEvent('setDeleting'),
          description: 'Neither static blocks nor those of the minimal theme are deleted.',
          meta: { requirements: ['R515'] },
        },
      },
    },
    adding: {
      description: 'Add New Block is open.',
      meta: { testId: 'homepage-adding', sees: 'The dialog Add New Block.' },
      always: { guard: 'isAddLeft', target: 'none', description: 'Back closes the dialog.', meta: { requirements: ['R507'] } },
      invoke: {
        id: 'addBlock',
        src: 'addBlock',
        input: ({ context }) => operations.addInputOf(context),
        onDone: [
          {
            guard: withEvent('isAdded'),
            target: ['none', '#homepage.ready.panel.editing'],
            actions: withEvent('applyAdded'),
            description: 'The editor of the new block opens.',
            meta: { requirements: ['R518'] },
          },
          { target: 'none', actions: 'returnToList', meta: { requirements: ['R518'] } },
        ],
        onError: {
          target: 'none',
          actions: ['returnToList', { type: 'showError', params: { message: '' } }],
          meta: { requirements: ['R519'] },
        },
      },
    },
    deleting: {
      description: 'The question before a block is deleted is open.',
      meta: { testId: 'homepage-deleting', sees: 'The dialog Delete Block.' },
      on: {
        'address.changed': [
          { guard: withEvent('isSameAddress'), meta: { requirements: ['R507'] } },
          { target: 'none', description: 'A question about what is no longer in view goes with it.', meta: { requirements: ['R507'] } },
        ],
      },
      invoke: {
        id: 'confirmDelete',
        src: 'confirmDelete',
        input: ({ context }) => deleteInputOf(context),
        onDone: [
          {
            guard: withEvent('isDeleted'),
            target: 'none',
            actions: withEvent('applyDeleted'),
            description: 'Back to the list; the next row has the focus.',
            meta: { requirements: ['R516'] },
          },
          { target: 'none', meta: { requirements: ['R742'] } },
        ],
        onError: { target: 'none', actions: { type: 'showError', params: { message: '' } }, meta: { requirements: ['R725'] } },
      },
    },
  },
});

/** The same in list and editor. */
const history = homepageSetup.createStateConfig({
  on: {
    'undo.requested': {
      guard: 'canUndo',
      actions: 'undo',
      description: 'Undo goes back over list and editor; a step whose block is gone is dropped, with a message.',
      meta: { requirements: ['R508'] },
    },
    'redo.requested': { guard: 'canRedo', actions: 'redo', meta: { requirements: ['R508'] } },
    'step.undone': {
      actions: withEvent('undoStep'),
      description: 'Deleting and moving offer Undo in the toast. Of a delete it does what the API can, and says what it was.',
      meta: { requirements: ['R509'] },
    },
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
          guard: withEvent('isUnlocked'),
          target: 'lifted',
          actions: withEvent('lift'),
          description: 'Static blocks can not be moved.',
          meta: { requirements: ['R510'] },
        },
        'move.requested': {
          guard: withEvent('canMove'),
          actions: withEvent('move'),
          meta: { requirements: ['R510'] },
        },
      },
    },
    lifted: {
      description: 'A block is being moved, by pointer, touch or keyboard.',
      meta: { testId: 'homepage-lifted', sees: 'The block over the place where it would go.' },
      on: {
        'block.movedOver': {
          guard: withEvent('isPlace'),
          actions: withEvent('moveOver'),
          meta: { requirements: ['R510'] },
        },
        'move.requested': {
          guard: withEvent('isLifted'),
          actions: withEvent('step'),
          description: 'Every key counts, and is announced in order, however fast they come.',
          meta: { requirements: ['R510'] },
        },
        'block.dropped': {
          target: 'idle',
          actions: 'drop',
          description: 'The new order shows at once and is saved. Rejected, the list shows the order of the server again.',
          meta: { requirements: ['R510'] },
        },
        'block.dropCancelled': { target: 'idle', actions: 'cancelDrop', meta: { requirements: ['R511'] } },
        'stored.changed': {
          guard: withEvent('isLiftedGone'),
          target: 'idle',
          actions: ['cancelDrop', withEvent('setSnapshot')],
          meta: { requirements: ['R511'] },
        },
      },
    },
  },
});

const editing = homepageSetup.createStateConfig({
  description: "A block's editor, in place of the list. Its form has its own chart.",
  meta: { testId: 'homepage-editor', sees: 'The form of the block, Back, Save and Delete Block.' },
  always: {
    guard: 'isEditorClosed',
    target: 'listing',
    description: 'Back to the list when the block has gone.',
    meta: { requirements: ['R513'] },
  },
  on: history,
});

/** The address names a block, and this device does not know it: it may have been added elsewhere a moment ago. */
const locating = homepageSetup.createStateConfig({
  description: 'The address names a block that is not on this device. The API is asked once.',
  meta: { testId: 'homepage-locating', sees: 'A skeleton in the place of the editor.' },
  always: { guard: 'isNamedBlockListed', target: 'editing', actions: 'openNamedBlock', meta: { requirements: ['R514'] } },
  invoke: {
    id: 'refreshBlocks',
    src: 'refreshBlocks',
    input: ({ context }) => ({ websiteId: context.websiteId }),
    onDone: {
      target: 'missing',
      actions: withOutput('applyRefreshed'),
      meta: { requirements: ['R514'] },
    },
    onError: { target: 'missing', meta: { requirements: ['R514'] } },
  },
});

const missing = homepageSetup.createStateConfig({
  description: 'The address names a block that is not there, as far as is known now.',
  meta: { testId: 'homepage-missing', sees: 'That there is no such block, and the way back to the list.' },
  always: {
    guard: 'isNamedBlockListed',
    target: 'editing',
    actions: 'openNamedBlock',
    description: 'A block that arrives later opens by itself.',
    meta: { requirements: ['R514'] },
  },
  on: { 'connection.restored': { target: 'locating', meta: { requirements: ['R514'] } } },
});

/** The panel beside the preview: the list, or one block's editor, as the address says. */
const panel = homepageSetup.createStateConfig({
  description: 'The panel beside the preview: the list or an editor.',
  initial: 'deciding',
  on: {
    'address.changed': [
      {
        guard: withEvent('isSameAddress'),
        description: 'The address has followed the chart.',
        meta: { requirements: ['R507'] },
      },
      {
        target: '.deciding',
        actions: withEvent('setAddress'),
        description: 'Back, Forward, a reload and a sent link show what the address names.',
        meta: { requirements: ['R507'] },
      },
    ],
  },
  states: {
    deciding: {
      description: 'What does the address name?',
      always: [
        { guard: 'isNamedBlockListed', target: 'editing', actions: 'openNamedBlock', meta: { requirements: ['R507'] } },
        { guard: 'isBlockNamed', target: 'locating', actions: 'closeEditor', meta: { requirements: ['R507'] } },
        { target: 'listing', actions: 'closeEditor', meta: { requirements: ['R507'] } },
      ],
    },
    listing,
    editing,
    locating,
    missing,
  },
});

/** Beside the list: a block that two people have hidden or shown differently. */
const conflicts = homepageSetup.createStateConfig({
  description: 'A hide or show that conflicts with somebody else’s waits for a choice. Every other change goes ahead.',
  initial: 'idle',
  meta: { testId: 'homepage-conflicts', sees: 'Below such a row: yours, and what the server has.' },
  states: {
    idle: {
      description: 'Such a change is not sent before somebody has chosen.',
      on: {
        'conflict.chosen': {
          guard: withEvent('isInConflict'),
          target: 'submitting',
          actions: withEvent('setChoice'),
          description: 'A conflict is resolved at the row, and not in the sync centre alone.',
          meta: { requirements: ['R520'] },
        },
      },
    },
    submitting: {
      description: 'The choice is written to the outbox.',
      invoke: {
        id: 'resolveConflicts',
        src: 'resolveConflicts',
        input: ({ context }) => ({ decided: results.conflictChoicesOf(context) }),
        onDone: { target: 'idle', actions: 'finishChoice', meta: { requirements: ['R520'] } },
        onError: {
          target: 'idle',
          actions: ['clearChoice', { type: 'showError', params: { message: 'Your choice could not be saved. Choose again.' } }],
          meta: { requirements: ['R421'] },
        },
      },
    },
  },
});

/** The same in list, editor and dialogs. */
const changes = homepageSetup.createStateConfig({
  on: {
    'stored.changed': {
      guard: withEvent('isNewer'),
      actions: withEvent('setSnapshot'),
      description: 'The store’s blocks replace the optimistic ones without a flicker.',
      meta: { requirements: ['R503'] },
    },
    'mutation.finished': {
      guard: withEvent('isUnderWay'),
      actions: withEvent('applyResult'),
      description: 'A rejected change is undone, with a toast that says why.',
      meta: { requirements: ['R504'] },
    },
    'visibility.toggled': {
      guard: withEvent('isUnlocked'),
      actions: withEvent('toggle'),
      description: 'Static blocks can not be hidden.',
      meta: { requirements: ['R505'] },
    },
    'duplicate.requested': {
      guard: withEvent('canDuplicate'),
      actions: withEvent('duplicate'),
      meta: { requirements: ['R506'] },
    },
    'copy.requested': {
      guard: withEvent('canDuplicate'),
      actions: {
        type: 'copyTo',
        params: ({ event }) => ({ id: event.id, target: { websiteId: event.toWebsiteId, name: event.toName } }),
      },
      meta: { requirements: ['R506'] },
    },
    'editor.saved': {
      actions: withEvent('recordEdit'),
      meta: { requirements: ['R508'] },
    },
    'block.selected': { actions: withEvent('select'), meta: { requirements: ['R512'] } },
    'block.hovered': {
      actions: withEvent('hover'),
      description: 'The block is outlined in the preview.',
      meta: { requirements: ['R512'] },
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
    lastId: 0,
    history: { past: [], future: [] },
    lifted: null,
    open: null,
    hoveredId: null,
    selectedId: null,
    deleting: null,
    choice: null,
    focus: { blockId: null, count: 0 },
    announcement: { text: '', count: 0 },
    orderProblem: null,
    loadFailure: null,
    watchLost: false,
  }),
  initial: 'deciding',
  on: {
    'address.changed': {
      actions: withEvent('setAddress'),
      meta: { requirements: ['R507'] },
    },
  },
  states: {
    deciding: {
      description: 'A list that was open before opens with its last snapshot, and follows the store from there.',
      always: [
        { guard: 'isRemembered', target: 'ready', meta: { requirements: ['R501'] } },
        { target: 'loading', meta: { requirements: ['R501'] } },
      ],
    },
    loading: {
      description: 'The blocks are loaded: from this device where it has them, else from the API.',
      tags: ['loading'],
      meta: { testId: 'homepage-loading', sees: 'Skeleton rows.' },
      invoke: {
        id: 'loadBlocks',
        src: 'loadBlocks',
        input: ({ context }) => ({ websiteId: context.websiteId }),
        onDone: [
          {
            guard: withOutput('isLoaded'),
            target: 'ready',
            actions: withOutput('setLoaded'),
            meta: { requirements: ['R501'] },
          },
          {
            target: 'error',
            actions: withOutput('setLoaded'),
            meta: { requirements: ['R402'] },
          },
        ],
        onError: { target: 'error', actions: 'setLoadError', meta: { requirements: ['R402'] } },
      },
    },
    error: {
      description: 'The blocks could not be loaded.',
      meta: { testId: 'homepage-error', sees: 'The reason and Try again.' },
      on: {
        'retry.requested': { target: 'loading', meta: { requirements: ['R402'] } },
        'connection.restored': { guard: 'canReload', target: 'loading', meta: { requirements: ['R402'] } },
      },
    },
    ready: {
      description: 'The list is there and follows the store.',
      type: 'parallel',
      tags: ['ready'],
      invoke: {
        id: 'watchBlocks',
        src: 'watchBlocks',
        input: ({ context }) => ({ websiteId: context.websiteId }),
        onError: { actions: 'setWatchLost', meta: { requirements: ['R404'] } },
      },
      on: changes,
      states: { panel, dialog, conflicts },
    },
  },
});
