/**
 * Keeps the focus in a list of sections with cards. When the card with the focus is removed, as by sending or discarding it, the card in
 * its place gets the focus, else the heading of the section. For use as a ref: it returns its own clean-up.
 */
export function keepFocus(root: HTMLElement | null): (() => void) | undefined {
  if (root === null) return undefined;
  let last: { readonly section: HTMLElement; readonly card: number } | null = null;
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    const section = target.closest('section');
    const card = target.closest('li');
    last = section ? { section, card: card ? cardsOf(section).indexOf(card) : -1 } : null;
  };
  const restore = () => {
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const section = last?.section.isConnected ? last.section : root.querySelector('section');
    if (!section) return;
    const cards = cardsOf(section);
    const next = last && last.card >= 0 ? (cards[Math.min(last.card, cards.length - 1)] ?? null) : null;
    (next?.querySelector<HTMLElement>('button, a') ?? section.querySelector<HTMLElement>('h3'))?.focus();
  };
  // Observes the whole body: a closing dialog may give the focus back to a button that was removed meanwhile.
  const observer = new MutationObserver(() => requestAnimationFrame(restore));
  observer.observe(document.body, { childList: true, subtree: true });
  root.addEventListener('focusin', remember);
  return () => {
    observer.disconnect();
    root.removeEventListener('focusin', remember);
  };
}

const cardsOf = (section: HTMLElement): readonly HTMLElement[] => [...section.querySelectorAll('li')];
