import type { PreviewRequest } from '#contract/entities/preview.ts';
import type { ConnectionEvent, ToastEmitted } from '../ports.ts';

export const devices = ['desktop', 'tablet', 'phone'] as const;
export type PreviewDevice = (typeof devices)[number];
/** `all`: the three side by side. */
export type PreviewSize = PreviewDevice | 'all';

/** Two frames for each device: one is visible, the other loads the next page. */
export const frameNames = ['A', 'B'] as const;
export type FrameName = (typeof frameNames)[number];

/** The page of a frame. `turn` counts the pages: a higher one is newer, and 0 is the cached page. */
export interface FramePage {
  readonly html: string;
  readonly turn: number;
  /** When it was rendered, ms since the epoch. */
  readonly at: number;
}

export interface PreviewInput {
  readonly websiteId: string;
  readonly size: PreviewSize;
  /** Default true; the first call shows whether it is so. */
  readonly online?: boolean;
}

/**
 * What a page is rendered from. The server renders the request over its stored settings and blocks; `revision` grows whenever
 * this device learns that those have changed. It is compared, and not sent.
 */
export interface PreviewContent {
  readonly request: PreviewRequest;
  readonly revision: number;
  /** The block that the request shows although it is hidden, while it is edited. */
  readonly ghost?: string | null;
}

/** Plain JSON. */
export interface PreviewContext {
  readonly websiteId: string;
  readonly size: PreviewSize;
  readonly online: boolean;
  /** What the screen shows now; null before the first. */
  readonly wanted: PreviewContent | null;
  /** What the newest page was rendered from. */
  readonly rendered: PreviewContent | null;
  /** The number of the last page. */
  readonly turn: number;
  readonly pages: Readonly<Record<FrameName, FramePage | null>>;
  readonly visible: FrameName | null;
  /** The devices whose hidden frame has loaded its page. */
  readonly loadedDevices: readonly PreviewDevice[];
  /** How often a frame has become ready, by `device-frame`: it gets its page each time. */
  readonly readyCounts: Readonly<Record<string, number>>;
  /** px from the top, by device. */
  readonly scrollTop: Readonly<Record<PreviewDevice, number>>;
  /** px; null before the first measurement. */
  readonly container: { readonly width: number; readonly height: number } | null;
  /** px, the width that the scale is computed from: the container's once that has settled. */
  readonly width: number | null;
  /** Why the last page could not be rendered. */
  readonly message: string | null;
}

export type PreviewEvent =
  | ({ readonly type: 'content.changed' } & PreviewContent)
  /** px. */
  | { readonly type: 'container.resized'; readonly width: number; readonly height: number }
  | { readonly type: 'size.chosen'; readonly size: PreviewSize }
  | { readonly type: 'frame.ready'; readonly frame: FrameName; readonly device: PreviewDevice }
  | { readonly type: 'frame.rendered'; readonly frame: FrameName; readonly device: PreviewDevice; readonly turn: number }
  | { readonly type: 'frame.scrolled'; readonly frame: FrameName; readonly device: PreviewDevice; readonly scrollTop: number }
  | { readonly type: 'frame.blockClicked'; readonly blockId: string }
  | ConnectionEvent
  | { readonly type: 'retry.requested' }
  /** Raised by the chart: a page has arrived. */
  | { readonly type: 'page.arrived' };

export type PreviewEmitted = ToastEmitted | { readonly type: 'block.clicked'; readonly blockId: string };

export interface PreviewSubmission {
  readonly websiteId: string;
  readonly request: PreviewRequest;
}

/** `at`: when the page was rendered, ms since the epoch. */
export type PreviewRendered =
  | { readonly kind: 'rendered'; readonly html: string; readonly at: number }
  | { readonly kind: 'offline' }
  | { readonly kind: 'failed'; readonly message: string };

/** The last good page of a website, as this device has cached it. `at` in ms since the epoch. */
export interface CachedPreview {
  readonly html: string;
  readonly at: number;
}
