import { LazyBoundary } from '#src/ui/lazy-component.tsx';
import { useBlocker } from '@tanstack/react-router';
import { unsavedForm } from '../unsaved-forms.ts';
import { leaveDialog } from './overlays.ts';

const isDirty = () => unsavedForm() !== null;

/** Asks before a screen with unsaved changes is left, by a link, by Back, or by closing the tab. */
export function LeaveGuard() {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && unsavedForm(next.pathname) !== null,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return <LazyBoundary part={leaveDialog} props={{ onLeave: proceed, onStay: reset }} />;
}
