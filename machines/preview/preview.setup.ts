import { assign, emit, raise, setup } from 'xstate';
import { notProvided } from '../placeholder.ts';
import { messageIn } from '../save-words.ts';
import type { KeptPreview, PreviewRendered, PreviewSubmission } from './preview.ports.ts';
import * as pages from './preview.operations.ts';
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

export const previewFailedMessage = 'An unknown error occurred while updating preview';

type Place = { readonly websiteId: string };

export const previewSetup = setup({
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
export function submissionOf({ websiteId, wanted }: PreviewContext): PreviewSubmission {
  if (wanted === null) throw new Error('nothing to render in a state that renders');
  return { websiteId, request: wanted.request };
}

export function keptOf(context: PreviewContext): Place & KeptPreview {
  const page = pages.newestPage(context);
  if (page === null) throw new Error('no page in a state that keeps one');
  return { websiteId: context.websiteId, html: page.html, at: page.at };
}

/** Why a rendering was not one, in the server's words; empty where it has none. */
export function reasonOf(answer: PreviewRendered): string {
  return answer.kind === 'failed' ? answer.message : '';
}
