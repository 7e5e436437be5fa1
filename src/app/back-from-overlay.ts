import type { RouterHistory } from '@tanstack/react-router';

/** Those that go back at present: until the earlier entry is there, the location is still the overlay's. */
const goingBack = new WeakSet<RouterHistory>();

/**
 * Goes back from an overlay to the entry that it was opened from, once: a second call before that entry is there does nothing. Returns
 * false where there is no such entry, as after a link that led to the overlay.
 */
export function backFromOverlay(history: RouterHistory, ignoreBlocker: boolean): boolean {
  if (goingBack.has(history)) return true;
  if (!history.location.state.isOverlay || !history.canGoBack()) return false;
  goingBack.add(history);
  // Called also where a person decides to stay.
  const unsubscribe = history.subscribe(() => {
    unsubscribe();
    goingBack.delete(history);
  });
  history.back({ ignoreBlocker });
  return true;
}
