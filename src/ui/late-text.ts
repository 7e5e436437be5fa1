import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterFrame } from './after-frame.ts';

/** Typed, and not reported yet: at most one text, since one element has the focus. */
let waiting: { readonly element: Element; readonly report: () => void } | null = null;

/** Reports what was typed last, and renders it, before anybody acts on it. */
function reportWaiting(): void {
  if (waiting === null) return;
  const { report } = waiting;
  waiting = null;
  flushSync(report);
}

function reportAfterFrame(element: Element, report: () => void): void {
  if (waiting?.element !== element) {
    reportWaiting();
    afterFrame(reportWaiting);
  }
  waiting = { element, report };
}

/** Whether a key only goes on typing. Every other one may act on the form: Enter, Tab, Mod+S, Mod+Z. */
const onlyTypes = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !ctrlKey && !metaKey && !altKey && (key.length === 1 || key === 'Backspace' || key === 'Delete' || key === 'Process');

// Before any handler of the page: this module is loaded with the first form, and its listeners capture.
const capture = { capture: true };
for (const type of ['pointerdown', 'click', 'focusout', 'submit', 'drop', 'popstate', 'pagehide', 'visibilitychange'])
  window.addEventListener(type, reportWaiting, capture);
window.addEventListener('keydown', (event) => (onlyTypes(event) ? undefined : reportWaiting()), capture);
window.addEventListener('beforeinput', ({ inputType }) => (inputType.startsWith('history') ? reportWaiting() : undefined), capture);

type TextElement = HTMLInputElement | HTMLTextAreaElement;

interface LateTextOptions {
  readonly value: string;
  /** The form knows already that the text was changed. */
  readonly changed: boolean;
  readonly onChange: (value: string) => void;
}

export interface LateText {
  readonly defaultValue: string;
  readonly ref: (element: TextElement | null) => (() => void) | undefined;
}

/**
 * Spread over an input or textarea: a text that the browser draws at once, and that its form gets after that frame, or before anything else
 * is done with the form. A form checks, compares and renders much more than the letter. The first change of a text is reported at
 * once: the form takes what is stored then as the edit's base, and an update from elsewhere before the next frame must not become it.
 */
export function useLateText(options: LateTextOptions): LateText {
  const { value } = options;
  const [defaultValue] = useState(value);
  const [, renderAgain] = useState(0);
  const element = useRef<TextElement | null>(null);
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  const ref = useCallback((current: TextElement | null) => {
    if (current === null) return undefined;
    element.current = current;
    const report = () => {
      latest.current.onChange(current.value);
      // A form that keeps its own value shows that again.
      renderAgain((times) => times + 1);
    };
    const onInput = () => {
      if (latest.current.changed) {
        reportAfterFrame(current, report);
        return;
      }
      waiting = waiting?.element === current ? null : waiting;
      flushSync(report);
    };
    current.addEventListener('input', onInput);
    return () => {
      current.removeEventListener('input', onInput);
      element.current = null;
      if (waiting?.element !== current) return;
      waiting = null;
      // Without `flushSync`, which React does not allow while it commits: it renders this change itself.
      latest.current.onChange(current.value);
    };
  }, []);
  useLayoutEffect(() => {
    const { current } = element;
    // What is typed and not reported yet is newer.
    if (current !== null && waiting?.element !== current && current.value !== value) current.value = value;
  });
  return { defaultValue, ref };
}
