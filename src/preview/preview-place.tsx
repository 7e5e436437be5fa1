import { ExternalLink, PictureInPicture2 } from 'lucide-react';
import { css } from '#styled/css/index.js';
import { createPortal } from 'react-dom';
import { useApp } from '#src/app/use-app.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { PreviewPane, type PreviewPaneProps } from './preview-pane.tsx';
import { usePreviewWindow } from './preview-window.ts';

const ownWindow = css({ height: '[100dvh]', padding: '4', backgroundColor: 'canvas', color: 'text' });
const away = css({ border: 'hairline', borderRadius: 'md', backgroundColor: 'surface' });

/** The preview beside the screen, or in a window of its own. */
export function PreviewPlace(props: Omit<PreviewPaneProps, 'actions'>) {
  const { notify } = useApp();
  const { place, open, close } = usePreviewWindow();
  if (place) {
    return (
      <div className={away}>
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
