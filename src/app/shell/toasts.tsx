import { toastsView } from '#machines/toasts/toasts.view.ts';
import { useSelector } from '@xstate/react';
import { ToastRegion } from '#src/ui/toast-region.tsx';
import { useApp } from '../use-app.ts';

/** The app's toasts. What holds the clock (pointer, focus) is told to the machine; it knows what is left of each. */
export function Toasts() {
  const { toasts } = useApp();
  const entries = useSelector(toasts, (snapshot) => snapshot.context.entries);
  const shown = toastsView(toasts.getSnapshot()).toasts.filter((toast) => entries.some((entry) => entry.toast.id === toast.id));
  return (
    <ToastRegion
      toasts={shown}
      onDismiss={(id) => toasts.send({ type: 'toast.dismissed', id, at: Date.now() })}
      onHold={(by) => toasts.send({ type: 'timers.held', by, at: Date.now() })}
      onRelease={(by) => toasts.send({ type: 'timers.released', by, at: Date.now() })}
    />
  );
}
