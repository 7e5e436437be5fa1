import { deleteInputOf, homepageSetup } from './homepage.setup.ts';

/** The dialogs over list and editor. Each is a chart of its own. */
export const dialog = homepageSetup.createStateConfig({
  description: 'A dialog over the screen, or none.',
  initial: 'none',
  states: {
    none: {
      description: 'No dialog is open.',
      meta: { testId: 'homepage-no-dialog', sees: 'The panel and the preview.' },
      on: {
        'add.requested': {
          guard: 'canAdd',
          target: 'adding',
          meta: { requirement: 'Blocks are added to byron and versatile only.' },
        },
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
          { target: 'none' },
        ],
        onError: { target: 'none', actions: { type: 'tell', params: { message: '' } } },
      },
    },
    deleting: {
      description: 'The question before a block is deleted is open.',
      meta: { testId: 'homepage-deleting', sees: 'The dialog Delete Block.' },
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
