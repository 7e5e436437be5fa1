import { onDemand } from '#src/ui/on-demand.tsx';

export const userMenuPanel = onDemand(
  async () => (await import('./user-menu-panel.tsx')).UserMenuPanel,
  ({ trigger }) => trigger,
);
export const switcherPanel = onDemand(
  async () => (await import('./website-switcher-panel.tsx')).WebsiteSwitcherPanel,
  ({ trigger }) => trigger,
);
export const navigationDrawer = onDemand(async () => (await import('./navigation-drawer.tsx')).NavigationDrawer);
export const leaveDialog = onDemand(async () => (await import('./leave-dialog.tsx')).LeaveDialog);
export const reSignInDialog = onDemand(async () => (await import('#src/screens/sign-in/re-sign-in-dialog.tsx')).ReSignInDialog);
export const signOutDialog = onDemand(async () => (await import('#src/screens/sign-in/sign-out-dialog.tsx')).SignOutDialog);
export const syncCenter = onDemand(async () => (await import('#src/screens/sync-center/sync-center.tsx')).SyncCenter);

/** So that none of them needs the network at the moment it is wanted, which may be the moment there is none. */
export async function preloadOverlays(): Promise<void> {
  for (const overlay of [userMenuPanel, switcherPanel, navigationDrawer, leaveDialog, reSignInDialog, signOutDialog, syncCenter])
    overlay.preload();
}
