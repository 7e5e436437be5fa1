import { homepageSetup } from './homepage.setup.ts';

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
  initial: 'resting',
  on: {
    'block.opened': {
      guard: { type: 'isListed', params: ({ event }) => ({ id: event.id }) },
      target: '#homepage.ready.panel.editing',
      actions: { type: 'open', params: ({ event }) => ({ id: event.id }) },
      meta: { requirement: 'Edit opens the editor of a block, and so does a click on it in the preview.' },
    },
  },
  states: {
    resting: {
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
          target: 'resting',
          actions: 'drop',
          meta: { requirement: 'The new order shows at once and is saved; refused, the list shows the order of the server again.' },
        },
        'block.dropCancelled': { target: 'resting', actions: 'cancelDrop' },
        'stored.changed': {
          guard: { type: 'isLiftedGone', params: ({ event }) => ({ snapshot: event.snapshot }) },
          target: 'resting',
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
  on: {
    ...history,
    'editor.closed': { target: 'listing', actions: 'close' },
    'block.opened': {
      guard: { type: 'isListed', params: ({ event }) => ({ id: event.id }) },
      actions: { type: 'open', params: ({ event }) => ({ id: event.id }) },
    },
  },
});

/** The panel beside the preview: the list, or one block's editor. */
export const panel = homepageSetup.createStateConfig({
  description: 'What stands in the panel beside the preview.',
  initial: 'listing',
  states: { listing, editing },
});
