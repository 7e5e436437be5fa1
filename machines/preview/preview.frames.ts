import { keptOf, previewSetup } from './preview.setup.ts';

/** Two frames: a page loads in the hidden one and is seen once it stands there. */
export const frames = previewSetup.createStateConfig({
  description: 'Which of the two frames is seen.',
  initial: 'settled',
  states: {
    settled: {
      description: 'The newest page is seen, or there is none.',
      meta: { testId: 'preview-settled', sees: 'The newest page.' },
      on: { 'page.arrived': { target: 'swapping' } },
    },
    swapping: {
      description: 'A page loads in the hidden frame.',
      meta: { testId: 'preview-swapping', sees: 'The page from before, until the new one stands there.' },
      always: {
        guard: 'isAllRendered',
        target: 'settled',
        actions: 'swap',
        meta: { requirement: 'Frames are swapped on load, without flicker.' },
      },
      after: {
        swapLimit: {
          target: 'settled',
          actions: 'swap',
          meta: { requirement: 'A page whose pictures hang is shown nonetheless after 3 s.' },
        },
      },
      on: {
        'frame.rendered': {
          guard: { type: 'isExpected', params: ({ event }) => ({ frame: event.frame, turn: event.turn }) },
          actions: { type: 'noteRendered', params: ({ event }) => ({ device: event.device }) },
          meta: { requirement: 'A frame that tells of an earlier page is not heard.' },
        },
      },
    },
  },
});

/** The page of the last time, so that the preview also opens without a connection. */
export const opening = previewSetup.createStateConfig({
  description: 'The page that this device kept is looked up once.',
  initial: 'loading',
  states: {
    loading: {
      description: 'The device is asked.',
      meta: { testId: 'preview-opening', sees: 'An empty frame.' },
      invoke: {
        id: 'loadKept',
        src: 'loadKept',
        input: ({ context }) => ({ websiteId: context.websiteId }),
        onDone: [
          {
            guard: { type: 'isUsable', params: ({ event }) => ({ kept: event.output }) },
            target: 'opened',
            actions: [{ type: 'takeKept', params: ({ event }) => ({ kept: event.output }) }, 'announceArrival'],
          },
          { target: 'opened' },
        ],
        onError: { target: 'opened' },
      },
    },
    opened: {
      description: 'What the device had is known.',
      meta: { testId: 'preview-opened', sees: 'The page from before, where there is one.' },
    },
  },
});

/** The newest page is written down, once it has stood for a moment. */
export const keeping = previewSetup.createStateConfig({
  description: 'The last good page is kept on this device.',
  initial: 'resting',
  on: { 'page.arrived': { guard: 'isFresh', target: '.waiting' } },
  states: {
    resting: {
      description: 'The newest page is kept, or there is none.',
      meta: { testId: 'preview-kept', sees: 'Nothing.' },
    },
    waiting: {
      description: 'A page has arrived; another may follow soon.',
      meta: { testId: 'preview-to-keep', sees: 'Nothing.' },
      after: { keepDelay: { target: 'keeping' } },
    },
    keeping: {
      description: 'The page is written down. Without room for it, the preview of the next start has to wait for the server.',
      meta: { testId: 'preview-keeping', sees: 'Nothing.' },
      invoke: {
        id: 'keepPreview',
        src: 'keepPreview',
        input: ({ context }) => keptOf(context),
        onDone: { target: 'resting' },
        onError: { target: 'resting' },
      },
    },
  },
});
