import { focusedOverlay } from '#src/ui/focused-overlay.ts';
import type { App } from './app.ts';
import type { createAppRouter } from './router.tsx';

/** Moves the router when the session does: to the sign-in screen when it ends, and on from there when it begins. */
export function followSession(app: App, router: ReturnType<typeof createAppRouter>): void {
  const paths = { signIn: '/login', websites: '/websites', home: '/' } as const;
  app.session.on('navigate', ({ to }) => void router.navigate({ to: paths[to], ignoreBlocker: true, replace: true }));
  let signedIn = app.session.getSnapshot().hasTag('signedIn');
  app.session.subscribe((snapshot) => {
    const now = snapshot.hasTag('signedIn');
    if (now === signedIn) return;
    signedIn = now;
    // What was said is of whoever was signed in.
    if (!now) app.toasts.send({ type: 'log.cleared' });
    // The routes' own guards know where to go.
    void router.invalidate();
  });
}

/** After a change of page the focus goes to its heading, so that keyboard and screen reader start there. */
export function followFocus(router: Pick<ReturnType<typeof createAppRouter>, 'subscribe'>): void {
  let stopWaiting = (): void => undefined;
  let overlayBefore: Element | null = null;
  let focusedBefore: Element | null = null;
  router.subscribe('onBeforeNavigate', () => {
    overlayBefore = focusedOverlay();
    focusedBefore = document.activeElement;
  });
  router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
    if (!fromLocation || fromLocation.pathname === toLocation.pathname || toLocation.state.keepsFocus) return;
    // An overlay takes the focus by itself, and gives it back to what it was opened from.
    if (toLocation.state.isOverlay || (fromLocation.state.isOverlay && liesOver(fromLocation.pathname, toLocation.pathname))) return;
    stopWaiting();
    if (hasTakenFocus(focusedBefore)) return;
    // Whoever has opened something while the screen was on its way is there, and would see it close.
    const overlay = focusedOverlay();
    if (overlay !== null && overlay !== overlayBefore) return;
    if (focusHeading()) return;
    // The screen's code is on its way: its heading takes the focus on, unless somebody has moved it meanwhile.
    const main = document.getElementById('main');
    main?.focus({ preventScroll: true });
    const observer = new MutationObserver(() => {
      if (document.activeElement !== main && document.activeElement !== document.body) stopWaiting();
      else if (focusHeading()) stopWaiting();
    });
    observer.observe(document.body, { subtree: true, childList: true });
    stopWaiting = () => observer.disconnect();
  });
}

/** The next screen has put the focus where it belongs, as on the row that one comes back to. */
function hasTakenFocus(focusedBefore: Element | null): boolean {
  const main = document.getElementById('main');
  const { activeElement } = document;
  return activeElement !== focusedBefore && activeElement !== main && (main?.contains(activeElement) ?? false);
}

const liesOver = (overlay: string, screen: string): boolean => overlay.startsWith(`${screen}/`);

function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1');
  heading?.focus({ preventScroll: true });
  return heading !== null;
}

declare module '@tanstack/history' {
  interface HistoryState {
    /** The screen puts the focus where it belongs by itself. */
    keepsFocus?: true;
    /** An overlay over the screen whose address this one begins with; that screen is the entry before. */
    isOverlay?: true;
    /** Counts the fields that were looked for: the same one again is another address. */
    revealed?: number;
  }
}
