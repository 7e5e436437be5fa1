import { useCallback, useEffect, useState } from 'react';

interface PreviewWindow {
  /** Where the preview is drawn while it has a window of its own; null while it stands in the page. */
  readonly place: HTMLElement | null;
  /** False where the browser does not let a window open. */
  readonly open: () => boolean;
  readonly close: () => void;
}

/** A window of the preview's own. It belongs to the page: what is drawn in it follows the screen, and it goes with it. */
export function usePreviewWindow(): PreviewWindow {
  const [opened, setOpened] = useState<Window | null>(null);
  const open = useCallback(() => {
    const made = window.open('', '', 'popup,width=1480,height=1000');
    if (made === null) return false;
    dress(made.document);
    setOpened(made);
    return true;
  }, []);
  const close = useCallback(() => setOpened(null), []);
  useEffect(() => {
    if (opened === null) return;
    const shut = () => opened.close();
    opened.addEventListener('pagehide', close);
    window.addEventListener('pagehide', shut);
    return () => {
      opened.removeEventListener('pagehide', close);
      window.removeEventListener('pagehide', shut);
      shut();
    };
  }, [opened, close]);
  return { place: opened?.document.body ?? null, open, close };
}

/** The console's look, in a document that has none. */
function dress(target: Document): void {
  target.title = 'Preview · Frontage';
  target.documentElement.lang = document.documentElement.lang;
  for (const [name, value] of Object.entries(document.documentElement.dataset)) target.documentElement.dataset[name] = value;
  for (const sheet of document.querySelectorAll('link[rel="stylesheet"], style')) target.head.append(target.importNode(sheet, true));
}
