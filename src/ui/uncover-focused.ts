/**
 * The `ref` of an element among the messages of a tray at the foot of the window. Where they come to lie over the field in which somebody
 * types, as that of a conflict may on a phone, the page scrolls by what the field needs. It stays where the field was scrolled away.
 */
export function uncoverFocused(element: HTMLElement | null): (() => void) | undefined {
  const messages = element?.parentElement;
  if (!messages) return undefined;
  const uncover = (): void => {
    const { activeElement: focused } = document;
    if (!focused || messages.contains(focused)) return;
    const { left, bottom } = focused.getBoundingClientRect();
    if (messages.contains(document.elementFromPoint(left + 1, bottom - 1))) focused.scrollIntoView({ block: 'nearest' });
  };
  // After the tray's own observer, which is older and tells the page how much they cover.
  const observer = new ResizeObserver(uncover);
  observer.observe(messages);
  return () => observer.disconnect();
}
