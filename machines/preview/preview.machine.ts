import * as pages from './preview.operations.ts';
import { assign, emit, raise, setup } from 'xstate';
import { notProvided } from '../placeholder.ts';
import { messageIn } from '../save-words.ts';
import type { KeptPreview, PreviewRendered, PreviewSubmission } from './preview.ports.ts';
import type {
  Device,
  FrameName,
  PreviewContent,
  PreviewContext,
  PreviewEmitted,
  PreviewEvent,
  PreviewInput,
  PreviewSize,
} from './preview.types.ts';

const previewFailedMessage = 'An unknown error occurred while updating preview';

type Place = { readonly websiteId: string };

const previewSetup = setup({
  types: {
    context: {} as PreviewContext,
    events: {} as PreviewEvent,
    input: {} as PreviewInput,
    emitted: {} as PreviewEmitted,
    tags: {} as 'busy' | 'slow',
  },
  actors: {
    renderPreview: notProvided<PreviewRendered, PreviewSubmission>('renderPreview'),
    loadKept: notProvided<KeptPreview | null, Place>('loadKept'),
    keepPreview: notProvided<void, Place & KeptPreview>('keepPreview'),
  },
  guards: {
    isOnline: ({ context }) => context.online,
    isFirst: ({ context }) => context.online && context.wanted === null,
    isAnswered: ({ context }, content: PreviewContent) => pages.sameContent(content, context.answered),
    isWanted: ({ context }, content: PreviewContent) => pages.sameContent(content, context.wanted),
    isBehind: ({ context }) => pages.isBehind(context),
    hasContent: ({ context }) => context.wanted !== null,
    isRendered: (_, { answer }: { answer: PreviewRendered }) => answer.kind === 'rendered',
    isOffline: (_, { answer }: { answer: PreviewRendered }) => answer.kind === 'offline',
    isUsable: ({ context }, { kept }: { kept: KeptPreview | null }) => kept !== null && pages.newestPage(context) === null,
    isFresh: ({ context }) => (pages.newestPage(context)?.turn ?? 0) > 0,
    isExpected: ({ context }, { frame, turn }: { frame: FrameName; turn: number }) => pages.isExpected(context, frame, turn),
    isAllRendered: ({ context }) => pages.isAllRendered(context),
    isVisible: ({ context }, { frame }: { frame: FrameName }) => context.visible === frame,
  },
  delays: { editDelay: 300, slowDelay: 300, resizeDelay: 500, swapLimit: 3000, keepDelay: 1000 },
  actions: {
    takeContent: assign({ wanted: (_, content: PreviewContent) => content }),
    beginTurn: assign({ turn: ({ context }) => context.turn + 1, message: null }),
    takeRendered: assign(({ context }, { answer }: { answer: PreviewRendered }) => pages.takeRendered(context, answer)),
    takeKept: assign(({ context }, { kept }: { kept: KeptPreview | null }) => pages.takeKept(context, kept)),
    announceArrival: raise({ type: 'page.arrived' }),
    explain: assign({ message: (_, { message }: { message: string }) => messageIn(message) || previewFailedMessage }),
    tellFailure: emit((_, { message }: { message: string }) => ({
      type: 'toast' as const,
      toast: { type: 'error' as const, title: 'Error', content: messageIn(message) || previewFailedMessage },
    })),
    noteOnline: assign({ online: true }),
    noteOffline: assign({ online: false }),
    takeSize: assign({ size: (_, { size }: { size: PreviewSize }) => size }),
    takeContainer: assign({ container: (_, { width, height }: { width: number; height: number }) => ({ width, height }) }),
    applyWidth: assign({ width: ({ context }) => context.container?.width ?? null }),
    listen: assign(({ context }, { frame, device }: { frame: FrameName; device: Device }) => pages.listen(context, frame, device)),
    noteRendered: assign({ rendered: ({ context }, { device }: { device: Device }) => [...context.rendered, device] }),
    swap: assign(({ context }) => pages.swap(context)),
    takeScroll: assign({
      scrollTop: ({ context }, { device, scrollTop }: { device: Device; scrollTop: number }) => ({
        ...context.scrollTop,
        [device]: scrollTop,
      }),
    }),
    tellClick: emit((_, { blockId }: { blockId: string }) => ({ type: 'block.clicked' as const, blockId })),
  },
});

/** Values that only states with them ask for. Throw otherwise: a fault in the chart. */
function submissionOf({ websiteId, wanted }: PreviewContext): PreviewSubmission {
  if (wanted === null) throw new Error('nothing to render in a state that renders');
  return { websiteId, request: wanted.request };
}

function keptOf(context: PreviewContext): Place & KeptPreview {
  const page = pages.newestPage(context);
  if (page === null) throw new Error('no page in a state that keeps one');
  return { websiteId: context.websiteId, html: page.html, at: page.at };
}

/** Why a rendering was not one, in the server's words; empty where it has none. */
function reasonOf(answer: PreviewRendered): string {
  return answer.kind === 'failed' ? answer.message : '';
}

/** Two frames: a page loads in the hidden one and is seen once it stands there. */
const frames = previewSetup.createStateConfig({
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
const opening = previewSetup.createStateConfig({
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
const keeping = previewSetup.createStateConfig({
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

/** What is on the screen now, whatever becomes of it. */
const newContent = previewSetup.createStateConfig({
  on: {
    'content.changed': [
      {
        guard: { type: 'isAnswered', params: ({ event }) => ({ request: event.request, revision: event.revision }) },
        target: '#preview.rendering.idle',
        actions: { type: 'takeContent', params: ({ event }) => ({ request: event.request, revision: event.revision }) },
        meta: { requirement: 'Equal requests are not sent twice.' },
      },
      {
        target: '#preview.rendering.settling',
        reenter: true,
        actions: { type: 'takeContent', params: ({ event }) => ({ request: event.request, revision: event.revision }) },
        meta: { requirement: 'The latest content wins: what was on its way is given up.' },
      },
    ],
  },
}).on['content.changed'];

const requesting = previewSetup.createStateConfig({
  description: 'The server renders. A newer content ends it.',
  initial: 'fast',
  tags: ['busy'],
  entry: 'beginTurn',
  invoke: {
    id: 'renderPreview',
    src: 'renderPreview',
    input: ({ context }) => submissionOf(context),
    onDone: [
      {
        guard: { type: 'isRendered', params: ({ event }) => ({ answer: event.output }) },
        target: 'idle',
        actions: [{ type: 'takeRendered', params: ({ event }) => ({ answer: event.output }) }, 'announceArrival'],
      },
      { guard: { type: 'isOffline', params: ({ event }) => ({ answer: event.output }) }, target: 'offline' },
      {
        target: 'failed',
        actions: [
          { type: 'explain', params: ({ event }) => ({ message: reasonOf(event.output) }) },
          { type: 'tellFailure', params: ({ event }) => ({ message: reasonOf(event.output) }) },
        ],
      },
    ],
    onError: {
      target: 'failed',
      actions: [
        { type: 'explain', params: { message: '' } },
        { type: 'tellFailure', params: { message: '' } },
      ],
    },
  },
  on: {
    'content.changed': [
      {
        guard: { type: 'isWanted', params: ({ event }) => ({ request: event.request, revision: event.revision }) },
        meta: { requirement: 'What is being rendered is not asked for again.' },
      },
      ...newContent,
    ],
    'connection.lost': { target: 'offline', actions: 'noteOffline' },
  },
  states: {
    fast: {
      description: 'Too short a wait to show.',
      meta: { testId: 'preview-requesting', sees: 'The page from before.' },
      after: { slowDelay: { target: 'slow' } },
    },
    slow: {
      description: 'It takes longer than 300 ms.',
      tags: ['slow'],
      meta: { testId: 'preview-slow', sees: 'The page from before, and a spinner.' },
    },
  },
});

/** From what the screens show to a page. */
const rendering = previewSetup.createStateConfig({
  description: 'The page is rendered again whenever what the screens show has settled.',
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Is there a connection?',
      always: [{ guard: 'isOnline', target: 'idle' }, { target: 'offline' }],
    },
    idle: {
      description: 'The newest page is what the screens show; or nothing was asked for yet.',
      meta: { testId: 'preview-idle', sees: 'The page.' },
      on: {
        'content.changed': [
          {
            guard: 'isFirst',
            target: 'requesting',
            actions: { type: 'takeContent', params: ({ event }) => ({ request: event.request, revision: event.revision }) },
            meta: { requirement: 'The first content goes at once.' },
          },
          ...newContent,
        ],
        'retry.requested': { guard: 'hasContent', target: 'requesting' },
        'connection.lost': { target: 'offline', actions: 'noteOffline' },
      },
    },
    settling: {
      description: 'Somebody is typing; 300 ms after the last change the page is asked for.',
      meta: { testId: 'preview-settling', sees: 'The page from before.' },
      after: { editDelay: { target: 'requesting' } },
      on: {
        'content.changed': newContent,
        'connection.lost': { target: 'offline', actions: 'noteOffline' },
      },
    },
    requesting,
    failed: {
      description: 'The last page could not be rendered; the one before stays.',
      meta: { testId: 'preview-failed', sees: 'The page from before, the reason, and Try again.' },
      on: {
        'content.changed': newContent,
        'retry.requested': { target: 'requesting' },
        'connection.restored': { target: 'requesting', actions: 'noteOnline' },
        'connection.lost': { target: 'offline', actions: 'noteOffline' },
      },
    },
    offline: {
      description: 'There is no connection; the last good page stays, with its time.',
      meta: { testId: 'preview-offline', sees: 'Preview from 10:42, or that there is none on this device yet.' },
      on: {
        'content.changed': [
          {
            guard: 'isOnline',
            target: 'settling',
            actions: { type: 'takeContent', params: ({ event }) => ({ request: event.request, revision: event.revision }) },
            meta: { requirement: 'A single call without an answer is no lost connection: the next content tries again.' },
          },
          { actions: { type: 'takeContent', params: ({ event }) => ({ request: event.request, revision: event.revision }) } },
        ],
        'connection.restored': [
          { guard: 'isBehind', target: 'requesting', actions: 'noteOnline' },
          { target: 'idle', actions: 'noteOnline' },
        ],
        'retry.requested': { guard: 'hasContent', target: 'requesting' },
      },
    },
  },
});

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
