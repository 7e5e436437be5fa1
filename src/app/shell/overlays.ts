import { lazyComponent } from '#src/ui/lazy-component.tsx';

export const userMenuPanel = lazyComponent(
  async () => (await import('./user-menu-panel.tsx')).UserMenuPanel,
  ({ trigger }) => trigger,
);
export const switcherPanel = lazyComponent(
  async () => (await import('./website-switcher-panel.tsx')).WebsiteSwitcherPanel,
  ({ trigger }) => trigger,
);
export const searchControl = lazyComponent(async () => (await import('./search.tsx')).Search);
export const clearCacheAction = lazyComponent(async () => (await import('./clear-cache-action.tsx')).ClearCacheAction);
export const navigationDrawer = lazyComponent(async () => (await import('./navigation-drawer.tsx')).NavigationDrawer);
export const leaveDialog = lazyComponent(async () => (await import('./leave-dialog.tsx')).LeaveDialog);
export const reSignInDialog = lazyComponent(async () => (await import('#src/features/sign-in/re-sign-in-dialog.tsx')).ReSignInDialog);
export const storeBanner = lazyComponent(async () => (await import('./store-banner.tsx')).StoreBanner);
export const signOutDialog = lazyComponent(async () => (await import('#src/features/sign-in/sign-out-dialog.tsx')).SignOutDialog);
export const syncCenter = lazyComponent(async () => (await import('#src/features/sync-center/sync-center.tsx')).SyncCenter);

/** Loads the code of all overlays, so that they also open without a connection. */
export async function preloadOverlays(): Promise<void> {
  const overlays = [
    userMenuPanel,
    switcherPanel,
    clearCacheAction,
    navigationDrawer,
    leaveDialog,
    reSignInDialog,
    signOutDialog,
    storeBanner,
    syncCenter,
  ];
  for (const overlay of overlays) overlay.preload();
}
