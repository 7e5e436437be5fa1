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
  /** The key of the block that the screen is about; null: the page as a whole. */
  readonly reveal: string | null;
  /** Which of the two is shown where there is room for one. */
  readonly shows: 'edit' | 'preview';
  readonly onShow: (shows: 'edit' | 'preview') => void;
}

/** The website as it would be with what is typed: beside a form, or in its place on a small screen. */
export function SettingsPreview({ actor, websiteId, reveal, shows, onShow }: SettingsPreviewProps) {
  const wide = useMedia('(min-width: 1280px)');
  const preview = usePreview(websiteId);
  const context = useSelector(actor, (snapshot) => snapshot.context);
  useEffect(() => preview.showEdits(editsOfScreen(context)), [preview, context]);
  return (
    <>
      {wide ? null : (
        <div className={first}>
          <PreviewTabs value={shows} onChange={onShow} />
        </div>
      )}
      {wide || shows === 'preview' ? (
        <div className={paneStyle}>
          <PreviewPlace preview={preview} outline={reveal} reveal={reveal !== null} />
        </div>
      ) : null}
    </>
  );
}
