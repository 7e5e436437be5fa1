import { toastsView } from '#machines/toasts/toasts.view.ts';
import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { ToastRegion } from '#src/ui/toast-region.tsx';
import { afterFirstScreen } from '../first-screen.ts';
import { useApp } from '../use-app.ts';

/** More at once would reach down over the screen; what the older ones said stands in the sync centre's log. */
const shownAtOnce = 3;

/** The app's toasts. The machine gets pointer and focus events, which pause its timers. */
export function Toasts() {
  const { toasts, session } = useApp();
  const view = toastsView(useSelector(toasts, (snapshot) => snapshot));
  // The region first, then what it says: a live region that is added with its text is not announced.
  const [stands, setStands] = useState(false);
  useEffect(() => setStands(true), []);
  useEffect(() => {
    let stop: (() => void) | null = () => undefined;
    // Nobody waits for it at a start, and what is said until then is in the machine's log.
    const loading = afterFirstScreen.then(() => import('../message-log.ts'));
    loading.then(
      ({ keepMessages }) => {
        if (stop !== null) stop = keepMessages(toasts, () => session.getSnapshot().context.session?.user?.id ?? null);
      },
      // Without its code the log ends with the page, as it does without storage.
      () => undefined,
    );
    return () => {
      stop?.();
      stop = null;
    };
  }, [toasts, session]);
  // Beside the app and not in it: an open dialog hides the app from screen readers, and they must announce toasts all the same.
  return createPortal(
    <ToastRegion
      toasts={stands ? view.toasts.slice(-shownAtOnce) : []}
      onDismiss={(id) => toasts.send({ type: 'toast.dismissed', id, at: Date.now() })}
      onHold={(by) => toasts.send({ type: 'timers.held', by, at: Date.now() })}
      onRelease={(by) => toasts.send({ type: 'timers.released', by, at: Date.now() })}
    />,
    document.body,
  );
}
