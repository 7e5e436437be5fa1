import { useBlocker } from '@tanstack/react-router';
import { AlertDialog } from '#src/ui/alert-dialog.tsx';
import { useApp } from '../use-app.ts';

/** Asks before a screen with unsaved changes is left, by a link, by Back, or by closing the tab. */
export function LeaveGuard() {
  const { appUpdate } = useApp();
  const isDirty = () => appUpdate.getSnapshot().context.work.includes('form');
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty() && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return (
    <AlertDialog
      open={status === 'blocked'}
      title="Leave with unsaved changes?"
      description="What you typed is not saved. It is kept on this device and will be there when you come back to this screen."
      confirmLabel="Leave"
      cancelLabel="Stay"
      tone="primary"
      onConfirm={() => proceed?.()}
      onCancel={() => reset?.()}
    />
  );
}
