import type { SnapshotFrom } from 'xstate';
import { blockIdAttribute, blockKeyAttribute } from '#contract/preview-messages.ts';
import type { previewMachine } from './preview.machine.ts';
import { devicesOf, deviceSizes, listenerName, scaleOf, visiblePage } from './preview.operations.ts';
import { type Device, frameNames, type PreviewContext } from './preview.types.ts';
import type { DeviceView, PreviewNotice, PreviewView } from './preview.view.types.ts';

type Snapshot = SnapshotFrom<typeof previewMachine>;

/** What the preview panel draws. */
export function previewView(snapshot: Snapshot): PreviewView {
  const { context } = snapshot;
  const status = statusOf(snapshot);
  const page = visiblePage(context);
  const pageAt = page?.at ?? null;
  const drawn = devicesOf(context.size).map((device) => deviceView(context, device));
  return {
    size: context.size,
    devices: drawn,
    status,
    slow: snapshot.hasTag('slow'),
    hasPage: context.visible !== null,
    scrolls: isTooTall(drawn, context),
    pageHtml: page?.html ?? null,
    pageAt,
    notice: noticeOf(status, context, pageAt),
    canRetry: retryable.has(status) && snapshot.can({ type: 'retry.requested' }),
    words: words[status],
  };
}

/** Whether a page has a block, by its id or its key: a new one comes with the page after next. */
export function holdsBlock(html: string | null, block: string | null): boolean {
  return html !== null && block !== null && [blockIdAttribute, blockKeyAttribute].some((name) => html.includes(`${name}="${block}"`));
}

const words: Readonly<Record<PreviewView['status'], string>> = {
  empty: '',
  loading: 'Loading preview…',
  updating: 'Updating preview…',
  shown: 'Preview is up to date.',
  failed: 'The preview could not be updated.',
  kept: 'You are offline. The preview is from before.',
  offline: 'You are offline, and this website has not been previewed on this device yet.',
};

/** Where the page is not what the screen shows, and nothing is on its way. */
const retryable: ReadonlySet<PreviewView['status']> = new Set(['failed', 'kept', 'offline']);

function statusOf(snapshot: Snapshot): PreviewView['status'] {
  const { visible, wanted } = snapshot.context;
  const at = (state: 'failed' | 'offline' | 'idle') => snapshot.matches({ rendering: state });
  if (at('failed')) return 'failed';
  const swapping = snapshot.matches({ frames: 'swapping' });
  // The page that is kept may still be looked up, or load in its frame: until then nobody knows that there is none.
  const comes = swapping || snapshot.matches({ opening: 'loading' });
  if (at('offline') && visible !== null) return 'kept';
  if (at('offline')) return comes ? 'loading' : 'offline';
  if (visible === null) return wanted === null && !swapping ? 'empty' : 'loading';
  return at('idle') && !swapping ? 'shown' : 'updating';
}

/** Heights are told in whole px. */
function isTooTall(drawn: readonly DeviceView[], { container }: PreviewContext): boolean {
  return container !== null && drawn.some(({ height, scale }) => height * scale > container.height + 1);
}

function noticeOf(status: PreviewView['status'], { message }: PreviewContext, pageAt: number | null): PreviewNotice | null {
  if (status === 'failed') return { tone: 'error', text: message ?? words.failed, at: null };
  if (status === 'kept') return { tone: 'info', text: 'Preview from', at: pageAt };
  return status === 'offline' ? { tone: 'info', text: words.offline, at: null } : null;
}

function deviceView(context: PreviewContext, device: Device): DeviceView {
  return {
    device,
    ...deviceSizes[device],
    scale: scaleOf(context),
    scrollTop: context.scrollTop[device],
    frames: frameNames.map((name) => ({
      name,
      html: context.pages[name]?.html ?? null,
      turn: context.pages[name]?.turn ?? null,
      visible: context.visible === name,
      listened: context.listened[listenerName(device, name)] ?? 0,
    })),
  };
}
