import { css } from '#styled/css/index.js';
import { Outlet } from '@tanstack/react-router';
import { SkipLink } from '#src/ui/skip-link.tsx';
import { ReSignInDialog } from '#src/screens/sign-in/re-sign-in-dialog.tsx';
import { SignOutDialog } from '#src/screens/sign-in/sign-out-dialog.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { TopBar } from './top-bar.tsx';

const page = css({ minHeight: 'screen', display: 'flex', flexDirection: 'column' });

/** What stands around every screen behind the sign-in. */
export function AppLayout() {
  return (
    <div className={page}>
      <SkipLink target="main" />
      <TopBar />
      <Outlet />
      <ReSignInDialog />
      <SignOutDialog />
      <LeaveGuard />
    </div>
  );
}
