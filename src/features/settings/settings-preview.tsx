import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import { css } from '#styled/css/index.js';
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import { PreviewTabs, paneStyle, useMedia } from '#src/preview/beside-preview.tsx';
import { PreviewPlace } from '#src/preview/preview-place.tsx';
import { editsOfScreen } from '#src/preview/unsaved-edits.ts';
import { usePreview } from '#src/preview/use-preview.ts';

const first = css({ order: '-1' });

export interface SettingsPreviewProps {
  readonly actor: ActorRefFrom<typeof settingsScreenMachine>;
  readonly websiteId: string;
  /** The key of the block that the screen edits; null for the page as a whole. */
  readonly reveal: string | null;
  /** Which of the two is visible where there is room for one. */
  readonly pane: 'edit' | 'preview';
  readonly onPaneChange: (pane: 'edit' | 'preview') => void;
}

/** The website with the unsaved changes of a form: beside the form, or in its place on a small screen. */
export function SettingsPreview({ actor, websiteId, reveal, pane, onPaneChange }: SettingsPreviewProps) {
  const wide = useMedia('(min-width: 1024px)');
  const preview = usePreview(websiteId);
  const context = useSelector(actor, (snapshot) => snapshot.context);
  useEffect(() => preview.showEdits(editsOfScreen(context)), [preview, context]);
  return (
    <>
      {wide ? null : (
        <div className={first}>
          <PreviewTabs value={pane} onChange={onPaneChange} />
        </div>
      )}
      {wide || pane === 'preview' ? (
        <div className={paneStyle}>
          <PreviewPlace preview={preview} outline={reveal} reveal={reveal !== null} />
        </div>
      ) : null}
    </>
  );
}
