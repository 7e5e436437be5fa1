import { LazyBoundary } from '#src/ui/lazy-component.tsx';
import { useBlocker } from '@tanstack/react-router';
import { unsavedForm } from '../unsaved-forms.ts';
import { useClientServices } from '../use-client-services.ts';
import { leaveDialog } from './overlays.ts';

/**
 * Asks before a screen with unsaved changes is left, by a link, by Back, or by closing the tab; before the latter also where changes wait in
 * the memory of the tab.
 */
export function LeaveGuard() {
  const { isLostWithTab } = useClientServices();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && unsavedForm(next.pathname) !== null,
    enableBeforeUnload: () => unsavedForm() !== null || isLostWithTab(),
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return <LazyBoundary part={leaveDialog} props={{ onLeave: proceed, onStay: reset }} />;
}
