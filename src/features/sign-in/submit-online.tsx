import { css } from '#styled/css/index.js';
import { type ReactNode, useId, useSyncExternalStore } from 'react';
import { Button } from '#src/ui/button.tsx';

const note = css({ fontSize: 'sm', color: 'text.muted', textAlign: 'center', '&:not(:empty)': { marginTop: '2' } });

function watchNavigator(callback: () => void): () => void {
  window.addEventListener('online', callback);
  window.addEventListener('offline', callback);
  return () => {
    window.removeEventListener('online', callback);
    window.removeEventListener('offline', callback);
  };
}

interface SubmitOnlineProps {
  /** What needs a connection: "Signing in". */
  readonly what: string;
  readonly busy: boolean;
  readonly children: ReactNode;
}

/**
 * The submit button of a form that needs the API: warns before the click where the browser reports that it is offline. That may be
 * wrong, so the button works all the same; before the sign-in there is no call that could check the connection.
 */
export function SubmitOnline({ what, busy, children }: SubmitOnlineProps) {
  const isOnline = useSyncExternalStore(
    watchNavigator,
    () => navigator.onLine,
    // Where the build renders the form.
    () => true,
  );
  const id = useId();
  return (
    <div>
      <Button type="submit" variant="primary" block busy={busy} aria-describedby={isOnline ? undefined : id}>
        {children}
      </Button>
      <p id={id} role="status" className={note}>
        {isOnline ? null : `You are offline. ${what} needs a connection.`}
      </p>
    </div>
  );
}
