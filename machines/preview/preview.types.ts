import type { PreviewRequest } from '#contract/entities/preview.ts';
import type { ToastEmitted } from '../ports.ts';

export const devices = ['desktop', 'tablet', 'phone'] as const;
export type Device = (typeof devices)[number];
/** `all`: the three side by side. */
export type PreviewSize = Device | 'all';

/** Two frames a device: one is seen, the other loads the next page. */
export const frameNames = ['A', 'B'] as const;
export type FrameName = (typeof frameNames)[number];

/** What a frame is to hold. Turns count the pages; a page of a higher turn is newer. 0 is the page that the device kept. */
export interface FramePage {
  readonly html: string;
  readonly turn: number;
  /** When it was rendered, ms since the epoch. */
  readonly at: number;
}

export interface PreviewInput {
  readonly websiteId: string;
  readonly size: PreviewSize;
  /** Default true; the first call tells. */
  readonly online?: boolean;
}

/**
 * What a page is rendered from: what is asked for, and what it is laid over. `revision` grows whenever this device hears
 * that the stored settings or blocks have changed; it is compared and not sent.
 */
export interface PreviewContent {
  readonly request: PreviewRequest;
  readonly revision: number;
}

/** Plain JSON. */
export interface PreviewContext {
  readonly websiteId: string;
  readonly size: PreviewSize;
  readonly online: boolean;
  /** What the screen shows now; null until it has said so. */
  readonly wanted: PreviewContent | null;
  /** What the newest page was rendered from. */
  readonly answered: PreviewContent | null;
  /** The number of the last page. */
  readonly turn: number;
  readonly pages: Readonly<Record<FrameName, FramePage | null>>;
  readonly visible: FrameName | null;
  /** The devices whose hidden frame has said that its page stands there. */
  readonly rendered: readonly Device[];
  /** How often a frame has said that it listens, by `device-frame`: it is told its page each time. */
  readonly listened: Readonly<Record<string, number>>;
  /** px from the top, by device. */
  readonly scrollTop: Readonly<Record<Device, number>>;
  /** px, as last told; null before. */
  readonly container: { readonly width: number; readonly height: number } | null;
  /** px, the width that the scale goes by: the container's once it has settled. */
  readonly width: number | null;
  /** Why the last rendering failed. */
  readonly message: string | null;
}

export type PreviewEvent =
  | ({ readonly type: 'content.changed' } & PreviewContent)
  /** px. With several sizes side by side, without the gaps between them. */
  | { readonly type: 'container.resized'; readonly width: number; readonly height: number }
  | { readonly type: 'size.chosen'; readonly size: PreviewSize }
  | { readonly type: 'frame.ready'; readonly frame: FrameName; readonly device: Device }
  | { readonly type: 'frame.rendered'; readonly frame: FrameName; readonly device: Device; readonly turn: number }
  | { readonly type: 'frame.scrolled'; readonly frame: FrameName; readonly device: Device; readonly scrollTop: number }
  | { readonly type: 'frame.blockClicked'; readonly blockId: string }
  | { readonly type: 'connection.lost' }
  | { readonly type: 'connection.restored' }
  | { readonly type: 'retry.requested' }
  /** Raised by the chart: a page has arrived. */
  | { readonly type: 'page.arrived' };

export type PreviewEmitted = ToastEmitted | { readonly type: 'block.clicked'; readonly blockId: string };
