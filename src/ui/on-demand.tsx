import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** A part whose code comes when it is first wanted: overlays that most visits never open, and that weigh more than their buttons. */
export interface OnDemand<Props> {
  readonly Part: LazyExoticComponent<ComponentType<Props>>;
  /** Asks for the code ahead: on hover, on focus, or when the page is idle. A failure shows when the part is wanted. */
  readonly preload: () => void;
}

export function onDemand<Props>(load: () => Promise<ComponentType<Props>>): OnDemand<Props> {
  return {
    Part: lazy(async () => ({ default: await load() })),
    preload: () => void load().catch(() => undefined),
  };
}
