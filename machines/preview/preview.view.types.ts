import type { Device, FrameName, PreviewSize } from './preview.types.ts';

export interface FrameView {
  readonly name: FrameName;
  /** Null: nothing to show yet. */
  readonly html: string | null;
  readonly turn: number | null;
  readonly visible: boolean;
  /** 0 until the frame listens; the page is to be posted whenever this or `turn` changes. */
  readonly listened: number;
}

export interface DeviceView {
  readonly device: Device;
  /** px of the device; drawn times `scale`. */
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly scrollTop: number;
  readonly frames: readonly FrameView[];
}

export interface PreviewNotice {
  readonly tone: 'info' | 'error';
  readonly text: string;
  /** Stands behind the text where there is one, as a time of day: "Preview from 10:42". ms since the epoch. */
  readonly at: number | null;
}

export interface PreviewView {
  readonly size: PreviewSize;
  readonly devices: readonly DeviceView[];
  /** `empty`: nothing was asked for; `kept`: the page is one from before, and there is no connection. */
  readonly status: 'empty' | 'loading' | 'updating' | 'shown' | 'failed' | 'kept' | 'offline';
  /** It takes longer than 300 ms. */
  readonly slow: boolean;
  readonly hasPage: boolean;
  /** The devices are drawn taller than the room that they have. */
  readonly scrolls: boolean;
  /** The page that is seen. */
  readonly pageHtml: string | null;
  /** When the page that is seen was rendered, ms since the epoch. */
  readonly pageAt: number | null;
  readonly notice: PreviewNotice | null;
  readonly canRetry: boolean;
  /** For screen readers. */
  readonly words: string;
}
