/** Gives the focus to a field by its control's id: to the control itself, or, where several make it up, to the first of them. */
export function focusField(id: string): void {
  const control = document.getElementById(id);
  control?.scrollIntoView({ block: 'nearest' });
  control?.focus({ preventScroll: true });
  if (control && document.activeElement !== control)
    control.querySelector<HTMLElement>('input, textarea, select, button, [contenteditable=true]')?.focus({ preventScroll: true });
}

/** Calls `act` once a field's control is there: its code, or what it offers, may still be loading. Returns what ends the wait. */
export function whenFieldShows(id: string, act: () => void): () => void {
  const observer = new MutationObserver(() => check());
  const check = () => {
    if (!document.getElementById(id)) return false;
    observer.disconnect();
    act();
    return true;
  };
  if (!check()) observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Gives the focus to the open dialog or to the page's heading, where the element that had it is gone. */
export function focusHeading(): void {
  const dialog = document.querySelector<HTMLElement>('[role=dialog][data-state=open]');
  (dialog ?? document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true });
}

/**
 * The element in `content` that has the focus; null where it is elsewhere. What opens gives the focus to its first control a frame later: on
 * a slow device somebody types in another field by then.
 */
export function focusedWithin(content: HTMLElement | null): HTMLElement | null {
  const { activeElement } = document;
  const isWithin = activeElement instanceof HTMLElement && activeElement !== content && content?.contains(activeElement);
  return isWithin ? activeElement : null;
}
