import { sameJson, toJson } from '#contract/json.ts';
import type { KeptPreview, PreviewRendered } from './preview.ports.ts';
import {
  type Device,
  devices,
  type FrameName,
  frameNames,
  type FramePage,
  type PreviewContent,
  type PreviewContext,
  type PreviewSize,
} from './preview.types.ts';

/** px, as each device is drawn before it is scaled. */
export const deviceSizes: Readonly<Record<Device, { readonly width: number; readonly height: number }>> = {
  desktop: { width: 1440, height: 1080 },
  tablet: { width: 768, height: 1024 },
  phone: { width: 375, height: 667 },
};

export function devicesOf(size: PreviewSize): readonly Device[] {
  return size === 'all' ? devices : [size];
}

/** Container by device, at most 1. Side by side, all devices share the scale at which they fit together. */
export function scaleOf({ size, width }: Pick<PreviewContext, 'size' | 'width'>): number {
  const wanted = devicesOf(size).reduce((sum, device) => sum + deviceSizes[device].width, 0);
  return width === null ? 1 : Math.min(1, width / wanted);
}

export function sameContent(a: PreviewContent | null, b: PreviewContent | null): boolean {
  return a === b || (a !== null && b !== null && a.revision === b.revision && sameJson(toJson(a.request), toJson(b.request)));
}

/** The screen shows something that the newest page does not. */
export function isBehind({ answered, wanted }: PreviewContext): boolean {
  return wanted !== null && !sameContent(wanted, answered);
}

/** The frame that the next page goes to. */
export function hiddenFrame({ visible }: Pick<PreviewContext, 'visible'>): FrameName {
  return visible === 'A' ? 'B' : 'A';
}

export function newestPage({ pages }: Pick<PreviewContext, 'pages'>): FramePage | null {
  const there = frameNames.map((name) => pages[name]).filter((page) => page !== null);
  return there.reduce<FramePage | null>((newest, page) => (newest === null || page.turn > newest.turn ? page : newest), null);
}

export function visiblePage({ pages, visible }: Pick<PreviewContext, 'pages' | 'visible'>): FramePage | null {
  return visible === null ? null : pages[visible];
}

/** A page that has arrived goes to the hidden frame. */
export function takePage(context: PreviewContext, page: FramePage): PreviewContext {
  return { ...context, pages: { ...context.pages, [hiddenFrame(context)]: page }, rendered: [] };
}

export function takeRendered(context: PreviewContext, answer: PreviewRendered): PreviewContext {
  if (answer.kind !== 'rendered') return context;
  const { html, at } = answer;
  return { ...takePage(context, { html, at, turn: context.turn }), answered: context.wanted, message: null };
}

export function takeKept(context: PreviewContext, kept: KeptPreview | null): PreviewContext {
  return kept === null ? context : takePage(context, { ...kept, turn: 0 });
}

/** Whether a frame tells of the page that it is to show next; of an earlier one it is not heard. */
export function isExpected(context: PreviewContext, frame: FrameName, turn: number): boolean {
  return frame === hiddenFrame(context) && context.pages[frame]?.turn === turn;
}

export function isAllRendered({ rendered, size }: PreviewContext): boolean {
  return devicesOf(size).every((device) => rendered.includes(device));
}

export function swap(context: PreviewContext): PreviewContext {
  return { ...context, visible: hiddenFrame(context), rendered: [] };
}

/** A frame that begins to listen has no page: it is told again, and has to load it again. */
export function listen(context: PreviewContext, frame: FrameName, device: Device): PreviewContext {
  const name = listenerName(device, frame);
  const rendered = frame === hiddenFrame(context) ? context.rendered.filter((other) => other !== device) : context.rendered;
  return { ...context, rendered, listened: { ...context.listened, [name]: (context.listened[name] ?? 0) + 1 } };
}

export function listenerName(device: Device, frame: FrameName): string {
  return `${device}-${frame}`;
}
