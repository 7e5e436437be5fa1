import { LazyBoundary } from '#src/ui/lazy-component.tsx';
import { css } from '#styled/css/index.js';
import { useSelector } from '@xstate/react';
import { useEffect, useSyncExternalStore } from 'react';
import type { ClientServices } from '../../offline/client-services.ts';
import { useApp } from '../use-app.ts';
import { useClientServices } from '../use-client-services.ts';
import { Outlet, useLocation } from '@tanstack/react-router';
import { SkipLink } from '#src/ui/skip-link.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { showFlowDrawer, useFlowDrawer } from '../flow-drawer-shown.ts';
import { reSignInDialog, signOutDialog, storeBanner } from './overlays.ts';
import { StorePlaceContext } from '#src/ui/store-place.ts';
import { useUser } from '../use-session.ts';
import { TopBar } from './top-bar.tsx';

// Table headings stick below the top bar.
const page = css({
  minHeight: 'screen',
  display: 'flex',
  flexDirection: 'column',
  '--table-top': '{sizes.topbar}',
  // Set while the state flows are docked below or beside the screen.
  paddingBottom: '[var(--docked-below)]',
  paddingInlineEnd: '[var(--docked-beside)]',
});

/** A screen that opens while the server can't be reached says what is so now, and not at the last attempt. */
function useProbeOnOpening({ connection }: ClientServices): void {
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => {
    if (path && connection.getSnapshot().hasTag('offline')) connection.send({ type: 'probe.requested', at: Date.now() });
  }, [connection, path]);
}

/** The shell of every screen behind the sign-in. */
export function AppLayout() {
  const { session } = useApp();
  const services = useClientServices();
  const FlowDrawer = useFlowDrawer();
  const expired = useSelector(session, (snapshot) => snapshot.hasTag('expired'));
  const confirming = useSelector(session, (snapshot) => snapshot.matches({ signedIn: { signingOut: 'confirming' } }));
  const { store } = services;
  const userId = useUser()?.id ?? '';
  const place = useSyncExternalStore(store.watchPlace, store.place);
  useProbeOnOpening(services);
  const loss = useSyncExternalStore(store.notes.watch, () => store.notes.loss(userId));
  return (
    <StorePlaceContext value={place}>
      <div className={page} data-docked={FlowDrawer ? '' : undefined}>
        <SkipLink target="main" />
        {place !== 'device' || loss ? (
          <LazyBoundary part={storeBanner} props={{ place, loss, onDismiss: () => store.notes.dismiss(userId) }} />
        ) : null}
        <TopBar />
        <Outlet />
        {expired ? <LazyBoundary part={reSignInDialog} props={{}} /> : null}
        {confirming ? <LazyBoundary part={signOutDialog} props={{ services }} /> : null}
        <LeaveGuard />
        {FlowDrawer ? <FlowDrawer onClose={() => showFlowDrawer(null)} /> : null}
      </div>
    </StorePlaceContext>
  );
}
