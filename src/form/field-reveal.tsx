import { fieldsOf, type SettingsScreen } from '#contract/settings/screen.ts';
import type { SettingsView } from '#machines/settings-screen/settings-screen.view.ts';
import { css } from '#styled/css/index.js';
import { useEffect } from 'react';
import { focusField } from '#src/ui/focus-field.ts';
import { Notice } from '#src/ui/notice.tsx';
import type { WantedField } from './use-wanted-field.ts';

/** How long the field is marked, and how long its code may take to arrive. ms. */
const markedMs = 2000;
const longestMs = 10_000;
/** How long another may take the focus after that. ms. */
const settledMs = 1000;
const stepMs = 50;

// The outline stands still where motion is not wanted.
const markStyle = css({
  borderRadius: 'sm',
  outline: '[2px solid token(colors.accent.border)]',
  outlineOffset: '[6px]',
  animation: 'marked',
  _motionReduce: { animation: '[none]' },
});

export interface FieldRevealProps {
  readonly wanted: WantedField;
  readonly screen: SettingsScreen;
  readonly sections: SettingsView['sections'];
}

/** Scrolls to the field that the address names, marks it and gives it the focus; or says why it is not there. */
export function FieldReveal({ wanted, screen, sections }: FieldRevealProps) {
  const isShown = sections.some(({ fields }) => fields.some(({ field }) => field.key === wanted.key));
  useEffect(() => (isShown ? reveal(wanted.key) : undefined), [wanted, isShown]);
  if (isShown) return null;
  const field = fieldsOf(screen).find(({ key }) => key === wanted.key);
  return (
    <Notice tone="info" live="status">
      {field
        ? `“${field.label}” is not shown with this website’s theme or its present settings.`
        : `This screen has no field “${wanted.key}”.`}
    </Notice>
  );
}

/**
 * Waits for the field's code where that is on its way, and for a while keeps the focus from the heading, which the router gives it to when
 * the new screen is drawn. Whoever does something meanwhile ends it. Returns what ends it too.
 */
function reveal(key: string): () => void {
  let marked: Element | null = null;
  let until = performance.now() + longestMs;
  let hadFocus = false;
  const unmark = () => marked?.classList.remove(...markStyle.split(' '));
  const mark = (element: Element) => {
    marked = element;
    for (let at: Element | null = element; at; at = at.parentElement) if (at instanceof HTMLDetailsElement) at.open = true;
    element.classList.add(...markStyle.split(' '));
    element.scrollIntoView({ block: 'center' });
    // The router has put the new screen to its top meanwhile.
    requestAnimationFrame(() => element.scrollIntoView({ block: 'center' }));
    timers.push(setTimeout(unmark, markedMs));
  };
  const keep = () => {
    if (performance.now() > until) return stop();
    const element = document.querySelector(`[data-field="${CSS.escape(key)}"]`);
    if (!element) return;
    if (marked !== element) mark(element);
    if (element.contains(document.activeElement)) {
      if (!hadFocus) until = performance.now() + settledMs;
      hadFocus = true;
      return;
    }
    focusField(key);
    if (!element.contains(document.activeElement))
      element.querySelector<HTMLElement>('input, button, [tabindex="0"]')?.focus({ preventScroll: true });
  };
  const stop = () => {
    clearInterval(polling);
    for (const type of inputs) window.removeEventListener(type, stop, true);
  };
  const timers: ReturnType<typeof setTimeout>[] = [];
  // Looked at again and again: a code editor takes the focus a moment after it stands in the page.
  const polling = setInterval(keep, stepMs);
  for (const type of inputs) window.addEventListener(type, stop, true);
  keep();
  return () => {
    stop();
    unmark();
    for (const timer of timers) clearTimeout(timer);
  };
}

const inputs = ['pointerdown', 'keydown'] as const;
