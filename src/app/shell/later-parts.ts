import { onDemand } from '#src/ui/on-demand.tsx';

/** Parts of every page that say something now and then: their code comes behind the first screen, or when they have something to say. */
export const appBanners = onDemand(
  async () => (await import('./app-banners.tsx')).AppBanners,
  () => 'A part of the console could not be loaded. Reload the page.',
);
export const toastRegion = onDemand(async () => (await import('./toasts.tsx')).Toasts);
export const blockedScreen = onDemand(
  async () => (await import('./blocked-screen.tsx')).BlockedScreen,
  () => 'Close the other tabs of this console, then reload this one.',
);
