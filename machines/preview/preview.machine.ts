import { frames, keeping, opening } from './preview.frames.ts';
import { rendering } from './preview.rendering.ts';
import { previewSetup } from './preview.setup.ts';

/** How large the devices are drawn. */
const measuring = previewSetup.createStateConfig({
  description: 'The scale goes by the width of the container, once that rests for 500 ms.',
  initial: 'unknown',
  states: {
    unknown: {
      description: 'The container has not been measured.',
      meta: { testId: 'preview-unmeasured', sees: 'An empty panel.' },
      on: {
        'container.resized': {
          target: 'measured',
          actions: [{ type: 'takeContainer', params: ({ event }) => ({ width: event.width, height: event.height }) }, 'applyWidth'],
        },
      },
    },
    measured: {
      description: 'The devices are drawn to fit.',
      meta: { testId: 'preview-measured', sees: 'The devices, scaled to fit.' },
      on: {
        'container.resized': {
          target: 'resizing',
          actions: { type: 'takeContainer', params: ({ event }) => ({ width: event.width, height: event.height }) },
        },
      },
    },
    resizing: {
      description: 'The container changes; the scale waits.',
      meta: { testId: 'preview-resizing', sees: 'The devices at the scale from before.' },
      after: { resizeDelay: { target: 'measured', actions: 'applyWidth' } },
      on: {
        'container.resized': {
          target: 'resizing',
          reenter: true,
          actions: { type: 'takeContainer', params: ({ event }) => ({ width: event.width, height: event.height }) },
        },
      },
    },
  },
});

/** The live preview: what the screens show, as the theme renders it. */
export const previewMachine = previewSetup.createMachine({
  id: 'preview',
  description: 'The live preview beside a screen: rendering, two frames, sizes, and the page of before without a connection.',
  meta: { testId: 'preview', sees: 'The website as it would be.' },
  type: 'parallel',
  context: ({ input }) => ({
    websiteId: input.websiteId,
    size: input.size,
    online: input.online ?? true,
    wanted: null,
    answered: null,
    turn: 0,
    pages: { A: null, B: null },
    visible: null,
    rendered: [],
    listened: {},
    scrollTop: { desktop: 0, tablet: 0, phone: 0 },
    container: null,
    width: null,
    message: null,
  }),
  on: {
    'size.chosen': { actions: { type: 'takeSize', params: ({ event }) => ({ size: event.size }) } },
    'frame.ready': { actions: { type: 'listen', params: ({ event }) => ({ frame: event.frame, device: event.device }) } },
    'frame.scrolled': {
      guard: { type: 'isVisible', params: ({ event }) => ({ frame: event.frame }) },
      actions: { type: 'takeScroll', params: ({ event }) => ({ device: event.device, scrollTop: event.scrollTop }) },
      meta: { requirement: 'The scroll is kept from page to page.' },
    },
    'frame.blockClicked': { actions: { type: 'tellClick', params: ({ event }) => ({ blockId: event.blockId }) } },
    'connection.lost': { actions: 'noteOffline' },
    'connection.restored': { actions: 'noteOnline' },
  },
  states: { rendering, frames, opening, keeping, measuring },
});
