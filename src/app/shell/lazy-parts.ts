import { lazyComponent } from '#src/ui/lazy-component.tsx';

/** Parts of every page that are seldom visible. Their code loads after the first screen, or when they have content. */
export const appBanners = lazyComponent(
  async () => (await import('./app-banners.tsx')).AppBanners,
  () => 'A part of the console could not be loaded. Reload the page.',
);
export const toastRegion = lazyComponent(
  async () => (await import('./toasts.tsx')).Toasts,
  // What toasts say is in the sync centre too.
  () => null,
);
export const blockedScreen = lazyComponent(
  async () => (await import('./blocked-screen.tsx')).BlockedScreen,
  () => 'Close the other tabs of this console, then reload this one.',
);
