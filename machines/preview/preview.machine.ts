import { assign, emit, raise, setup } from 'xstate';
import type { ChartMeta } from '../chart-meta.ts';
import { notProvided } from '../placeholder.ts';
import { messageIn } from '../problem-messages.ts';
import * as operations from './preview.operations.ts';
import type {
  CachedPreview,
  PreviewDevice,
  FrameName,
  PreviewContent,
  PreviewContext,
  PreviewEmitted,
  PreviewEvent,
  PreviewInput,
  PreviewRendered,
  PreviewSize,
  PreviewSubmission,
} from './preview.types.ts';
import { withEvent, withOutput } from '../with-event.ts';

const unknownPreviewMessage = 'An unknown error occurred while updating preview';

type WebsiteKey = { readonly websiteId: string };

const previewSetup = setup({
  types: {
    meta: {} as ChartMeta,
    context: {} as PreviewContext,
    events: {} as PreviewEvent,
    input: {} as PreviewInput,
    emitted: {} as PreviewEmitted,
    tags: {} as 'busy' | 'slow',
  },
  actors: {
    renderPreview: notProvided<PreviewRendered, PreviewSubmission>('renderPreview'),
    loadCached: notProvided<CachedPreview | null, WebsiteKey>('loadCached'),
    cachePreview: notProvided<void, WebsiteKey & CachedPreview>('cachePreview'),
  },
  guards: {
    isOnline: ({ context }) => context.online,
    isFirst: ({ context }) => context.online && context.wanted === null,
    isUpToDate: ({ context }, content: PreviewContent) => operations.sameContent(content, context.rendered),
    isWanted: ({ context }, content: PreviewContent) => operations.sameContent(content, context.wanted),
    isBehind: ({ context }) => operations.isBehind(context),
    hasContent: ({ context }) => context.wanted !== null,
    isRendered: (_, answer: PreviewRendered) => answer.kind === 'rendered',
    isOffline: (_, answer: PreviewRendered) => answer.kind === 'offline',
    isUsable: ({ context }, cached: CachedPreview | null) => cached !== null && operations.newestPage(context) === null,
    isCacheable: ({ context }) => operations.isCacheable(context),
    isExpected: ({ context }, { frame, turn }: { frame: FrameName; turn: number }) => operations.isExpected(context, frame, turn),
    isLoadedEverywhere: ({ context }) => operations.isLoadedEverywhere(context),
    isVisible: ({ context }, { frame }: { frame: FrameName }) => context.visible === frame,
  },
  delays: { editDelay: 300, slowDelay: 300, resizeDelay: 500, swapLimit: 3000, cacheDelay: 1000 },
  actions: {
    setContent: assign({ wanted: (_, event: PreviewContent) => operations.contentOf(event) }),
    beginTurn: assign({ turn: ({ context }) => context.turn + 1, message: null }),
    setRendered: assign(({ context }, answer: PreviewRendered) => operations.setRendered(context, answer)),
    setCached: assign(({ context }, cached: CachedPreview | null) => operations.setCached(context, cached)),
    announceArrival: raise({ type: 'page.arrived' }),
    setMessage: assign({ message: (_, { message }: { message: string }) => messageIn(message) || unknownPreviewMessage }),
    showError: emit((_, { message }: { message: string }) => ({
      type: 'toast' as const,
      toast: { type: 'error' as const, title: 'Error', content: messageIn(message) || unknownPreviewMessage },
    })),
    setOnline: assign({ online: true }),
    setOffline: assign({ online: false }),
    setSize: assign({ size: (_, { size }: { size: PreviewSize }) => size }),
    setContainer: assign({ container: (_, { width, height }: { width: number; height: number }) => ({ width, height }) }),
    applyWidth: assign({ width: ({ context }) => context.container?.width ?? null }),
    setReady: assign(({ context }, { frame, device }: { frame: FrameName; device: PreviewDevice }) =>
      operations.setReady(context, frame, device),
    ),
    addLoaded: assign({ loadedDevices: ({ context }, { device }: { device: PreviewDevice }) => [...context.loadedDevices, device] }),
    swap: assign(({ context }) => operations.swap(context)),
    setScroll: assign({
      scrollTop: ({ context }, { device, scrollTop }: { device: PreviewDevice; scrollTop: number }) => ({
        ...context.scrollTop,
        [device]: scrollTop,
      }),
    }),
    emitClick: emit((_, { blockId }: { blockId: string }) => ({ type: 'block.clicked' as const, blockId })),
  },
});

/** These throw in a state without the value: a fault in the chart. */
function submissionOf({ websiteId, wanted }: PreviewContext): PreviewSubmission {
  if (wanted === null) throw new Error('nothing to render in a state that renders');
  return { websiteId, request: wanted.request };
}

function newestPageOf(context: PreviewContext): WebsiteKey & CachedPreview {
  const page = operations.newestPage(context);
  if (page === null) throw new Error('no page in a state that caches one');
  return { websiteId: context.websiteId, html: page.html, at: page.at };
}

/** The server's message for a page that it could not render; empty where there is none. */
function reasonOf(answer: PreviewRendered): string {
  return answer.kind === 'failed' ? answer.message : '';
}

/** Two frames: a page loads in the hidden one, and becomes visible once it has loaded. */
const frames = previewSetup.createStateConfig({
  description: 'Which of the two frames is visible.',
  initial: 'ready',
  states: {
    ready: {
      description: 'The newest page is visible, or there is none.',
      meta: { testId: 'preview-frames-ready', sees: 'The newest page.' },
      on: { 'page.arrived': { target: 'swapping', meta: { requirements: ['R604'] } } },
    },
    swapping: {
      description: 'A page loads in the hidden frame.',
      meta: { testId: 'preview-swapping', sees: 'The page from before, until the new one has loaded.' },
      always: {
        guard: 'isLoadedEverywhere',
        target: 'ready',
        actions: 'swap',
        description: 'Frames are swapped on load, without flicker.',
        meta: { requirements: ['R604'] },
      },
      after: {
        swapLimit: {
          target: 'ready',
          actions: 'swap',
          description: 'A page whose pictures do not load is shown after 3 s.',
          meta: { requirements: ['R604'] },
        },
      },
      on: {
        'frame.rendered': {
          guard: withEvent('isExpected'),
          actions: withEvent('addLoaded'),
          description: 'A report of an earlier page is ignored.',
          meta: { requirements: ['R604'] },
        },
      },
    },
  },
});

/** The cached page, so that the preview also opens without a connection. */
const opening = previewSetup.createStateConfig({
  description: 'The cached page is looked up once.',
  initial: 'loading',
  states: {
    loading: {
      description: 'The page is read from this device.',
      meta: { testId: 'preview-opening', sees: 'An empty frame.' },
      invoke: {
        id: 'loadCached',
        src: 'loadCached',
        input: ({ context }) => ({ websiteId: context.websiteId }),
        onDone: [
          {
            guard: withOutput('isUsable'),
            target: 'ready',
            actions: [withOutput('setCached'), 'announceArrival'],
            meta: { requirements: ['R608'] },
          },
          { target: 'ready', meta: { requirements: ['R608'] } },
        ],
        onError: { target: 'ready', meta: { requirements: ['R608'] } },
      },
    },
    ready: {
      description: 'This device has been asked.',
      meta: { testId: 'preview-opening-ready', sees: 'The page from before, where there is one.' },
    },
  },
});

/** The newest page is cached, unless another follows within a moment. */
const caching = previewSetup.createStateConfig({
  description: 'The last good page is cached on this device.',
  initial: 'idle',
  on: {
    'page.arrived': [
      { guard: 'isCacheable', target: '.waiting', meta: { requirements: ['R608'] } },
      { target: '.idle', description: 'A page with a hidden block in it is for its editor alone.', meta: { requirements: ['R608'] } },
    ],
  },
  states: {
    idle: {
      description: 'The newest page is cached, or there is none.',
      meta: { testId: 'preview-cached', sees: 'Nothing.' },
    },
    waiting: {
      description: 'A page has arrived; another may follow soon.',
      meta: { testId: 'preview-to-cache', sees: 'Nothing.' },
      after: { cacheDelay: { target: 'storing', meta: { requirements: ['R608'] } } },
    },
    storing: {
      description: 'The page is stored. Without room for it, the next start has to wait for the server.',
      meta: { testId: 'preview-storing', sees: 'Nothing.' },
      invoke: {
        id: 'cachePreview',
        src: 'cachePreview',
        input: ({ context }) => newestPageOf(context),
        onDone: { target: 'idle', meta: { requirements: ['R608'] } },
        onError: { target: 'idle', meta: { requirements: ['R608'] } },
      },
    },
  },
});

const loading = previewSetup.createStateConfig({
  description: 'The server renders. Newer content aborts it.',
  initial: 'fast',
  tags: ['busy'],
  entry: 'beginTurn',
  invoke: {
    id: 'renderPreview',
    src: 'renderPreview',
    input: ({ context }) => submissionOf(context),
    onDone: [
      {
        guard: withOutput('isRendered'),
        target: 'ready',
        actions: [withOutput('setRendered'), 'announceArrival'],
        meta: { requirements: ['R604'] },
      },
      {
        guard: withOutput('isOffline'),
        target: 'offline',
        meta: { requirements: ['R606'] },
      },
      {
        target: 'error',
        actions: [
          { type: 'setMessage', params: ({ event }) => ({ message: reasonOf(event.output) }) },
          { type: 'showError', params: ({ event }) => ({ message: reasonOf(event.output) }) },
        ],
        meta: { requirements: ['R605'] },
      },
    ],
    onError: {
      target: 'error',
      actions: [
        { type: 'setMessage', params: { message: '' } },
        { type: 'showError', params: { message: '' } },
      ],
      meta: { requirements: ['R605'] },
    },
  },
  on: {
    'content.changed': {
      guard: withEvent('isWanted'),
      // Whether its block is faded may have changed.
      actions: withEvent('setContent'),
      description: 'What is being rendered is not requested again.',
      meta: { requirements: ['R602'] },
    },
  },
  states: {
    fast: {
      description: 'The wait is too short to show.',
      meta: { testId: 'preview-loading', sees: 'The page from before.' },
      after: { slowDelay: { target: 'slow', meta: { requirements: ['R607'] } } },
    },
    slow: {
      description: 'Rendering takes longer than 300 ms.',
      tags: ['slow'],
      meta: { testId: 'preview-slow', sees: 'The page from before, and a spinner.' },
    },
  },
});

/** Renders what the screen shows. */
const rendering = previewSetup.createStateConfig({
  description: 'The page is rendered again when what the screen shows has settled.',
  initial: 'deciding',
  on: {
    'content.changed': [
      {
        guard: withEvent('isUpToDate'),
        target: '.ready',
        actions: withEvent('setContent'),
        description: 'Equal requests are not sent twice.',
        meta: { requirements: ['R602'] },
      },
      {
        target: '.settling',
        actions: withEvent('setContent'),
        description: 'The latest content wins: a request under way is aborted.',
        meta: { requirements: ['R601'] },
      },
    ],
    'connection.lost': { target: '.offline', actions: 'setOffline', meta: { requirements: ['R606'] } },
  },
  states: {
    deciding: {
      description: 'Is there a connection?',
      always: [
        { guard: 'isOnline', target: 'ready', meta: { requirements: ['R606'] } },
        { target: 'offline', meta: { requirements: ['R606'] } },
      ],
    },
    ready: {
      description: 'The newest page is what the screen shows, or there is no content yet.',
      meta: { testId: 'preview-ready', sees: 'The page.' },
      on: {
        'content.changed': {
          guard: 'isFirst',
          target: 'loading',
          actions: withEvent('setContent'),
          description: 'The first content goes at once.',
          meta: { requirements: ['R601'] },
        },
        'retry.requested': { guard: 'hasContent', target: 'loading', meta: { requirements: ['R605'] } },
      },
    },
    settling: {
      description: 'Somebody is typing. The request goes 300 ms after the last change.',
      meta: { testId: 'preview-settling', sees: 'The page from before.' },
      after: { editDelay: { target: 'loading', meta: { requirements: ['R601'] } } },
    },
    loading,
    error: {
      description: 'The last page could not be rendered. The one before stays.',
      meta: { testId: 'preview-error', sees: 'The page from before, the reason, and Try again.' },
      on: {
        'retry.requested': { target: 'loading', meta: { requirements: ['R605'] } },
        'connection.restored': { target: 'loading', meta: { requirements: ['R606'] } },
      },
    },
    offline: {
      description: 'There is no connection. The last good page stays, with its time.',
      meta: { testId: 'preview-offline', sees: 'Preview from 10:42, or that there is none on this device yet.' },
      on: {
        'content.changed': [
          {
            guard: 'isOnline',
            target: 'settling',
            actions: withEvent('setContent'),
            description: 'A single call without an answer is not a lost connection: the next content tries again.',
            meta: { requirements: ['R606'] },
          },
          { actions: withEvent('setContent'), meta: { requirements: ['R606'] } },
        ],
        'connection.restored': [
          { guard: 'isBehind', target: 'loading', actions: 'setOnline', meta: { requirements: ['R606'] } },
          { target: 'ready', actions: 'setOnline', meta: { requirements: ['R606'] } },
        ],
        'retry.requested': { guard: 'hasContent', target: 'loading', meta: { requirements: ['R605'] } },
      },
    },
  },
});

/** The scale of the devices. */
const measuring = previewSetup.createStateConfig({
  description: 'The scale follows the width of the container, 500 ms after its last change.',
  initial: 'unmeasured',
  states: {
    unmeasured: {
      description: 'The container has not been measured.',
      meta: { testId: 'preview-unmeasured', sees: 'An empty panel.' },
      on: {
        'container.resized': {
          target: 'measured',
          actions: [withEvent('setContainer'), 'applyWidth'],
          meta: { requirements: ['R603'] },
        },
      },
    },
    measured: {
      description: 'The devices are drawn to fit.',
      meta: { testId: 'preview-measured', sees: 'The devices, scaled to fit.' },
      on: {
        'container.resized': {
          target: 'resizing',
          actions: withEvent('setContainer'),
          meta: { requirements: ['R603'] },
        },
      },
    },
    resizing: {
      description: 'The container changes. The scale waits.',
      meta: { testId: 'preview-resizing', sees: 'The devices at the scale from before.' },
      after: { resizeDelay: { target: 'measured', actions: 'applyWidth', meta: { requirements: ['R603'] } } },
      on: {
        'container.resized': {
          target: 'resizing',
          reenter: true,
          actions: withEvent('setContainer'),
          meta: { requirements: ['R603'] },
        },
      },
    },
  },
});

/** The live preview: what the screen shows, as the theme renders it. */
export const previewMachine = previewSetup.createMachine({
  id: 'preview',
  description: 'The live preview beside a screen: rendering, two frames, sizes, and the cached page without a connection.',
  meta: { testId: 'preview', sees: 'The website as it would be.' },
  type: 'parallel',
  context: ({ input }) => ({
    websiteId: input.websiteId,
    size: input.size,
    online: input.online ?? true,
    wanted: null,
    rendered: null,
    turn: 0,
    pages: { A: null, B: null },
    visible: null,
    loadedDevices: [],
    readyCounts: {},
    scrollTop: { desktop: 0, tablet: 0, phone: 0 },
    container: null,
    width: null,
    message: null,
  }),
  on: {
    'size.chosen': { actions: withEvent('setSize'), meta: { requirements: ['R603'] } },
    'frame.ready': {
      actions: withEvent('setReady'),
      meta: { requirements: ['R604'] },
    },
    'frame.scrolled': {
      guard: withEvent('isVisible'),
      actions: withEvent('setScroll'),
      description: 'The scroll position stays from page to page.',
      meta: { requirements: ['R609'] },
    },
    'frame.blockClicked': {
      actions: withEvent('emitClick'),
      meta: { requirements: ['R609'] },
    },
    'connection.restored': {
      actions: 'setOnline',
      meta: { internal: 'The rendering has its own answer to the connection, and this part has none.' },
    },
  },
  states: { rendering, frames, opening, caching, measuring },
});
