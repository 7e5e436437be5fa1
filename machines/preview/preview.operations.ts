import { sameJson, toJson } from '#contract/json.ts';
import {
  type CachedPreview,
  type PreviewDevice,
  devices,
  type FrameName,
  frameNames,
  type FramePage,
  type PreviewContent,
  type PreviewContext,
  type PreviewRendered,
  type PreviewSize,
} from './preview.types.ts';

/** px, as each device is drawn before it is scaled. */
export const deviceSizes: Readonly<Record<PreviewDevice, { readonly width: number; readonly height: number }>> = {
  desktop: { width: 1440, height: 1080 },
  tablet: { width: 768, height: 1024 },
  phone: { width: 375, height: 667 },
};

export function devicesOf(size: PreviewSize): readonly PreviewDevice[] {
  return size === 'all' ? devices : [size];
}

/** Between devices side by side, px. */
const deviceGap = 16;
/** A phone's page can be read at this scale: text of 16 px is 13 px high. */
const readableScale = 0.8;
/** px. In a narrower container devices side by side would be too small to see anything. */
const leastSideBySide = 640;

/** Whether all three devices stand one below the other. */
export function isStacked({ size, width }: Pick<PreviewContext, 'size' | 'width'>): boolean {
  return size === 'all' && width !== null && width < leastSideBySide;
}

/**
 * The container's width by the device's, at most 1. Side by side, all devices have the scale at which they fit together; where a phone could
 * not be read at it, the phone is larger, and the others share the rest.
 */
export function scaleOf({ size, width }: Pick<PreviewContext, 'size' | 'width'>, device: PreviewDevice): number {
  if (width === null) return 1;
  if (size !== 'all' || isStacked({ size, width })) return Math.min(1, width / deviceSizes[device].width);
  const room = width - deviceGap * (devices.length - 1);
  const all = devices.reduce((sum, each) => sum + deviceSizes[each].width, 0);
  const phone = Math.max(readableScale, Math.min(1, room / all));
  const phoneWidth = deviceSizes.phone.width;
  return device === 'phone' ? phone : Math.min(1, (room - phone * phoneWidth) / (all - phoneWidth));
}

/** px, before it is scaled. Devices one below the other have the height that they have by themselves. */
export function frameHeightOf(context: Pick<PreviewContext, 'size' | 'width' | 'container'>, device: PreviewDevice): number {
  const { height } = deviceSizes[device];
  if (context.container === null || isStacked(context)) return height;
  return Math.max(height, Math.floor(context.container.height / scaleOf(context, device)));
}

export function contentOf({ request, revision, ghost = null }: PreviewContent): PreviewContent {
  return { request, revision, ghost };
}

/** A page from this device is cached already, and one with a hidden block or an open popup is not what visitors see. */
export function isCacheable(context: PreviewContext): boolean {
  const { rendered } = context;
  const isForVisitors = (rendered?.ghost ?? null) === null && rendered?.request.data?.popup === undefined;
  return (newestPage(context)?.turn ?? 0) > 0 && isForVisitors;
}

export function sameContent(a: PreviewContent | null, b: PreviewContent | null): boolean {
  return a === b || (a !== null && b !== null && a.revision === b.revision && sameJson(toJson(a.request), toJson(b.request)));
}

/** Whether the newest page is not what the screen shows. */
export function isBehind({ rendered, wanted }: PreviewContext): boolean {
  return wanted !== null && !sameContent(wanted, rendered);
}

/** The frame that gets the next page. */
function hiddenFrame({ visible }: Pick<PreviewContext, 'visible'>): FrameName {
  return visible === 'A' ? 'B' : 'A';
}

export function newestPage({ pages }: Pick<PreviewContext, 'pages'>): FramePage | null {
  const present = frameNames.map((name) => pages[name]).filter((page) => page !== null);
  return present.reduce<FramePage | null>((newest, page) => (newest === null || page.turn > newest.turn ? page : newest), null);
}

export function visiblePage({ pages, visible }: Pick<PreviewContext, 'pages' | 'visible'>): FramePage | null {
  return visible === null ? null : pages[visible];
}

/** Puts a page into the hidden frame. */
function setPage(context: PreviewContext, page: FramePage): PreviewContext {
  return { ...context, pages: { ...context.pages, [hiddenFrame(context)]: page }, loadedDevices: [] };
}

export function setRendered(context: PreviewContext, answer: PreviewRendered): PreviewContext {
  if (answer.kind !== 'rendered') return context;
  const { html, at } = answer;
  return { ...setPage(context, { html, at, turn: context.turn }), rendered: context.wanted, message: null };
}

export function setCached(context: PreviewContext, cached: CachedPreview | null): PreviewContext {
  return cached === null ? context : setPage(context, { ...cached, turn: 0 });
}

/** Whether a frame reports the page that it shows next. A report of an earlier page is ignored. */
export function isExpected(context: PreviewContext, frame: FrameName, turn: number): boolean {
  return frame === hiddenFrame(context) && context.pages[frame]?.turn === turn;
}

export function isLoadedEverywhere({ loadedDevices, size }: PreviewContext): boolean {
  return devicesOf(size).every((device) => loadedDevices.includes(device));
}

export function swap(context: PreviewContext): PreviewContext {
  return { ...context, visible: hiddenFrame(context), loadedDevices: [] };
}

/** A frame that has become ready has no page: it gets its page again, and has to load it again. */
export function setReady(context: PreviewContext, frame: FrameName, device: PreviewDevice): PreviewContext {
  const { loadedDevices, readyCounts } = context;
  const key = frameKey(device, frame);
  return {
    ...context,
    loadedDevices: frame === hiddenFrame(context) ? loadedDevices.filter((other) => other !== device) : loadedDevices,
    readyCounts: { ...readyCounts, [key]: (readyCounts[key] ?? 0) + 1 },
  };
}

export function frameKey(device: PreviewDevice, frame: FrameName): string {
  return `${device}-${frame}`;
}
