import { toastsView } from '#machines/toasts/toasts.view.ts';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { ReasonTip } from '#src/ui/reason-tip.tsx';
import { ToastRegion } from '#src/ui/toast-region.tsx';
import { afterFirstScreen } from '../first-screen.ts';
import { useLateSelector } from '../late-actor.ts';
import { useApp } from '../use-app.ts';

/** More toasts would cover the screen. Older messages are in the sync centre's log. */
const maxVisible = 3;

/** The app's toasts. The machine gets pointer and focus events, which pause its timers. */
export function Toasts() {
  const { toasts, session } = useApp();
  const snapshot = useLateSelector(toasts, (current) => current, null);
  // Renders the region before its toasts: a live region that is added with its text is not announced.
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  useEffect(() => {
    let stop: (() => void) | null = () => undefined;
    // Not needed at the start: the machine's log has the messages until then.
    const loading = afterFirstScreen.then(() => Promise.all([toasts.load(), import('../message-log.ts')]));
    loading.then(
      ([actor, { storeMessages }]) => {
        if (stop !== null) stop = storeMessages(actor, () => session.getSnapshot().context.session?.user?.id ?? null);
      },
      // Where the code does not load, the log ends with the page, as it does without storage.
      () => undefined,
    );
    return () => {
      stop?.();
      stop = null;
    };
  }, [toasts, session]);
  // In the body: an open dialog hides the app from screen readers, which must still announce toasts.
  return createPortal(
    <>
      <ToastRegion
        toasts={isMounted && snapshot ? toastsView(snapshot).toasts.slice(-maxVisible) : []}
        onDismiss={(id) => toasts.send({ type: 'toast.dismissed', id, at: Date.now() })}
        onAction={(id) => toasts.send({ type: 'action.chosen', id, at: Date.now() })}
        onHold={(by) => toasts.send({ type: 'timers.held', by, at: Date.now() })}
        onRelease={(by) => toasts.send({ type: 'timers.released', by, at: Date.now() })}
      />
      <ReasonTip />
    </>,
    document.body,
  );
}
