/**
 * Keeps the focus in a list of sections with cards: where what held it goes, as a card that is sent or discarded does, the card in its
 * place takes it, else the heading of the section. A ref: what it answers ends it.
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
  const mend = () => {
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const section = last?.section.isConnected ? last.section : root.querySelector('section');
    if (!section) return;
    const cards = cardsOf(section);
    const next = last && last.card >= 0 ? (cards[Math.min(last.card, cards.length - 1)] ?? null) : null;
    (next?.querySelector<HTMLElement>('button, a') ?? section.querySelector<HTMLElement>('h3'))?.focus();
  };
  // Not the element alone: a dialog above it gives the focus back, perhaps to a button that is gone by then.
  const observer = new MutationObserver(() => requestAnimationFrame(mend));
  observer.observe(document.body, { childList: true, subtree: true });
  root.addEventListener('focusin', remember);
  return () => {
    observer.disconnect();
    root.removeEventListener('focusin', remember);
  };
}

const cardsOf = (section: HTMLElement): readonly HTMLElement[] => [...section.querySelectorAll('li')];
