import { Wanted } from '#src/ui/on-demand.tsx';
import { useBlocker } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useApp } from '../use-app.ts';
import { leaveDialog } from './overlays.ts';

/** Asks before a screen with unsaved changes is left, by a link, by Back, or by closing the tab. */
export function LeaveGuard() {
  const { appUpdate } = useApp();
  const isDirty = () => appUpdate.getSnapshot().context.work.includes('form');
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty() && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Suspense>
      <Wanted part={leaveDialog} props={{ onLeave: proceed, onStay: reset }} />
    </Suspense>
  );
}
