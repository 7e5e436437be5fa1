import { dialog } from './homepage.dialog.ts';
import { panel } from './homepage.panel.ts';
import { conflicts } from './homepage.resolving.ts';
import { homepageSetup } from './homepage.setup.ts';

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
      states: { panel, dialog, conflicts },
    },
  },
});
