import { ExternalLink, PictureInPicture2 } from 'lucide-react';
import { css } from '#styled/css/index.js';
import { useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useApp } from '#src/app/use-app.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { PreviewPane, type PreviewPaneProps } from './preview-pane.tsx';

const ownWindow = css({ height: '[100dvh]', padding: '4', backgroundColor: 'canvas', color: 'text' });
const elsewhere = css({ border: 'hairline', borderRadius: 'md', backgroundColor: 'surface' });

/** The preview, beside the screen or in a window of its own. */
export function PreviewPlace(props: Omit<PreviewPaneProps, 'actions'>) {
  const { notify } = useApp();
  const { place, open, close } = usePreviewWindow();
  if (place) {
    return (
      <div className={elsewhere}>
        <EmptyState
          kind="elsewhere"
          title="The preview has its own window"
          actions={
            <Button onClick={close}>
              <PictureInPicture2 aria-hidden="true" />
              Bring it back
            </Button>
          }
        >
          It follows what you do here.
        </EmptyState>
        {createPortal(
          <main className={ownWindow}>
            <PreviewPane {...props} />
          </main>,
          place,
        )}
      </div>
    );
  }
  const openWindow = () => {
    if (open()) return;
    notify({
      type: 'warning',
      title: 'The window could not be opened',
      content: 'Your browser blocks windows of this site. Allow them, and try again.',
    });
  };
  return (
    <PreviewPane
      {...props}
      actions={<IconButton label="Open the preview in its own window" icon={<ExternalLink />} onClick={openWindow} />}
    />
  );
}

interface PreviewWindow {
  /** The element of the preview's own window; null while the preview is in the page. */
  readonly place: HTMLElement | null;
  /** False where the browser blocks the window. */
  readonly open: () => boolean;
  readonly close: () => void;
}

/** A window for the preview, which closes with the screen. */
function usePreviewWindow(): PreviewWindow {
  const [opened, setOpened] = useState<Window | null>(null);
  const open = useCallback(() => {
    const created = window.open('', '', 'popup,width=1480,height=1000');
    if (created === null) return false;
    copyStyles(created.document);
    setOpened(created);
    return true;
  }, []);
  const close = useCallback(() => setOpened(null), []);
  useEffect(() => {
    if (opened === null) return;
    const closeOpened = () => opened.close();
    opened.addEventListener('pagehide', close);
    window.addEventListener('pagehide', closeOpened);
    return () => {
      opened.removeEventListener('pagehide', close);
      window.removeEventListener('pagehide', closeOpened);
      closeOpened();
    };
  }, [opened, close]);
  return { place: opened?.document.body ?? null, open, close };
}

/** Gives an empty document the console's styles. */
function copyStyles(target: Document): void {
  target.title = 'Preview · Frontage';
  target.documentElement.lang = document.documentElement.lang;
  for (const [name, value] of Object.entries(document.documentElement.dataset)) target.documentElement.dataset[name] = value;
  for (const sheet of document.querySelectorAll('link[rel="stylesheet"], style')) target.head.append(target.importNode(sheet, true));
}
