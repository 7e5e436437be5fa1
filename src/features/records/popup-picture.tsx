import { useEffect } from 'react';
import * as v from 'valibot';
import { previewPopupSchema } from '#contract/entities/popup.ts';
import type { FieldValue } from '#contract/fields/field.ts';
import { useMedia } from '#src/preview/beside-preview.tsx';
import { PreviewPane } from '#src/preview/preview-pane.tsx';
import { usePreview } from '#src/preview/use-preview.ts';

export interface PictureProps {
  readonly websiteId: string;
  /** The values that the form shows now, by key. */
  readonly values: Readonly<Record<string, FieldValue>>;
}

/** The website's homepage with the popup open over it, as it is typed. */
export function PopupPicture({ websiteId, values }: PictureProps) {
  const isWide = useMedia('(min-width: 1024px)');
  const preview = usePreview(websiteId, isWide ? 'desktop' : 'phone');
  const { showEdits } = preview;
  useEffect(() => {
    const popup = v.safeParse(previewPopupSchema, values);
    if (popup.success) showEdits({ popup: popup.output });
  }, [showEdits, values]);
  return <PreviewPane preview={preview} />;
}
