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
    // The messages in the log belong to the user who has signed out.
    if (!now) app.toasts.send({ type: 'log.cleared' });
    // The guards of the routes then redirect.
    void router.invalidate();
  });
}

/** Moves the focus to the heading after a change of page, so that keyboard and screen reader start there. */
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
    // An overlay takes the focus by itself, and returns it to the element that opened it.
    if (toLocation.state.isOverlay || (fromLocation.state.isOverlay && liesOver(fromLocation.pathname, toLocation.pathname))) return;
    stopWaiting();
    if (hasTakenFocus(focusedBefore)) return;
    // A person has opened an overlay while the screen was loading: moving the focus would close it.
    const overlay = focusedOverlay();
    if (overlay !== null && overlay !== overlayBefore) return;
    if (focusHeading()) return;
    // The screen's code is still loading: its heading gets the focus later, unless a person has moved the focus meanwhile.
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

/** Whether the next screen has set the focus itself, as on the list row that a person returns to. */
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
    /** The screen sets the focus itself. */
    keepsFocus?: true;
    /** This entry is an overlay over the screen of the previous entry, whose path this path begins with. */
    isOverlay?: true;
    /** The screen's own Back leads to the previous entry. */
    backIsPrevious?: true;
    /** Counts the fields that were looked for: the same one again is another address. */
    revealed?: number;
  }
}
