import type { Disconnection } from '#contract/disconnection.ts';
import type { SnapshotFrom } from 'xstate';
import { blockIdAttribute, blockKeyAttribute } from '#contract/preview-messages.ts';
import { whenConnected } from '../disconnection-messages.ts';
import type { previewMachine } from './preview.machine.ts';
import { devicesOf, deviceSizes, frameHeightOf, frameKey, isStacked, scaleOf, visiblePage } from './preview.operations.ts';
import { type PreviewDevice, type FrameName, frameNames, type PreviewContext, type PreviewSize } from './preview.types.ts';

export interface FrameView {
  readonly name: FrameName;
  /** Null where there is no page yet. */
  readonly html: string | null;
  readonly turn: number | null;
  readonly visible: boolean;
  /** 0 until the frame is ready. The page has to be posted whenever this or `turn` changes. */
  readonly readyCount: number;
}

export interface DeviceView {
  readonly device: PreviewDevice;
  /** px of the device; drawn times `scale`. */
  readonly width: number;
  readonly height: number;
  /** px of the frame: where the container is higher than the device, more of the page is in view. */
  readonly frameHeight: number;
  readonly scale: number;
  readonly scrollTop: number;
  readonly frames: readonly FrameView[];
}

interface PreviewNotice {
  readonly tone: 'info' | 'error';
  readonly text: string;
  /** Follows the text as a time: "Preview from 10:42". ms since the epoch; null for no time. */
  readonly at: number | null;
}

export interface PreviewView {
  readonly size: PreviewSize;
  readonly devices: readonly DeviceView[];
  /** All three devices stand one below the other. */
  readonly stacked: boolean;
  /** The hidden block that is shown while it is edited. */
  readonly ghost: string | null;
  /** `empty`: there is no content yet. `stale`: offline, with a page from before. `offline`: without one. */
  readonly status: 'empty' | 'loading' | 'updating' | 'ready' | 'error' | 'stale' | 'offline';
  /** Rendering takes longer than 300 ms. */
  readonly slow: boolean;
  readonly hasPage: boolean;
  /** The devices are taller than their container. */
  readonly scrolls: boolean;
  /** The visible page. */
  readonly pageHtml: string | null;
  /** When the visible page was rendered, ms since the epoch. */
  readonly pageAt: number | null;
  readonly notice: PreviewNotice | null;
  readonly canRetry: boolean;
  /** For screen readers. */
  readonly statusText: string;
}

type Snapshot = SnapshotFrom<typeof previewMachine>;

/** What the preview panel draws. `met`: what keeps the console from the server. */
export function previewView(snapshot: Snapshot, met: Disconnection | null): PreviewView {
  const { context } = snapshot;
  const status = statusOf(snapshot);
  const page = visiblePage(context);
  const pageAt = page?.at ?? null;
  const drawn = devicesOf(context.size).map((device) => deviceView(context, device));
  return {
    size: context.size,
    devices: drawn,
    stacked: isStacked(context),
    ghost: context.wanted?.ghost ?? null,
    status,
    slow: snapshot.hasTag('slow'),
    hasPage: context.visible !== null,
    scrolls: isTooTall(drawn, context),
    pageHtml: page?.html ?? null,
    pageAt,
    notice: noticeOf(status, context, pageAt, met),
    canRetry: retryable.has(status) && snapshot.can({ type: 'retry.requested' }),
    statusText: statusTextOf(status, met),
  };
}

/** Whether a page has a block, by its id or its key. A new block is not in the page before it. */
export function holdsBlock(html: string | null, block: string | null): boolean {
  return html !== null && block !== null && [blockIdAttribute, blockKeyAttribute].some((name) => html.includes(`${name}="${block}"`));
}

const statusTexts: Readonly<Record<Exclude<PreviewView['status'], 'stale' | 'offline'>, string>> = {
  empty: '',
  loading: 'Loading preview…',
  updating: 'Updating preview…',
  ready: 'Preview is up to date.',
  error: 'The preview could not be updated.',
};

function statusTextOf(status: PreviewView['status'], met: Disconnection | null): string {
  const until = met ? whenConnected(met) : 'the server answers';
  if (status === 'stale') return `The preview is from before. It is made again as soon as ${until}.`;
  if (status === 'offline') return `This website has not been previewed on this device yet. A preview is made as soon as ${until}.`;
  return statusTexts[status];
}

/** The page is not what the screen shows, and no request is under way. */
const retryable: ReadonlySet<PreviewView['status']> = new Set(['error', 'stale', 'offline']);

function statusOf(snapshot: Snapshot): PreviewView['status'] {
  const { visible, wanted } = snapshot.context;
  const isIn = (state: 'error' | 'offline' | 'ready') => snapshot.matches({ rendering: state });
  if (isIn('error')) return 'error';
  const swapping = snapshot.matches({ frames: 'swapping' });
  // A cached page may still come from this device, or load in its frame.
  const mayCome = swapping || snapshot.matches({ opening: 'loading' });
  if (isIn('offline') && visible !== null) return 'stale';
  if (isIn('offline')) return mayCome ? 'loading' : 'offline';
  if (visible === null) return wanted === null && !swapping ? 'empty' : 'loading';
  return isIn('ready') && !swapping ? 'ready' : 'updating';
}

/** With 1 px to spare: heights are measured in whole px. */
function isTooTall(drawn: readonly DeviceView[], context: PreviewContext): boolean {
  const heights = drawn.map(({ height, scale }) => height * scale);
  const needed = isStacked(context) ? heights.reduce((sum, height) => sum + height, 0) : Math.max(...heights);
  return context.container !== null && needed > context.container.height + 1;
}

function noticeOf(
  status: PreviewView['status'],
  { message }: PreviewContext,
  pageAt: number | null,
  met: Disconnection | null,
): PreviewNotice | null {
  if (status === 'error') return { tone: 'error', text: message ?? statusTexts.error, at: null };
  if (status === 'stale') return { tone: 'info', text: 'Preview from', at: pageAt };
  return status === 'offline' ? { tone: 'info', text: statusTextOf(status, met), at: null } : null;
}

function deviceView(context: PreviewContext, device: PreviewDevice): DeviceView {
  return {
    device,
    ...deviceSizes[device],
    frameHeight: frameHeightOf(context, device),
    scale: scaleOf(context, device),
    scrollTop: context.scrollTop[device],
    frames: frameNames.map((name) => ({
      name,
      html: context.pages[name]?.html ?? null,
      turn: context.pages[name]?.turn ?? null,
      visible: context.visible === name,
      readyCount: context.readyCounts[frameKey(device, name)] ?? 0,
    })),
  };
}
