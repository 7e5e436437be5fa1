import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import { BesidePreview } from '#src/screens/preview/beside-preview.tsx';
import { PreviewPlace } from '#src/screens/preview/preview-place.tsx';
import { editsOfScreen } from '#src/screens/preview/unsaved-edits.ts';
import { usePreview } from '#src/screens/preview/use-preview.ts';

export interface SettingsPreviewProps {
  readonly actor: ActorRefFrom<typeof settingsScreenMachine>;
  readonly websiteId: string;
  readonly children: ReactNode;
}

/** A form, and beside it the website as it would be with what is typed. */
export function SettingsPreview({ actor, websiteId, children }: SettingsPreviewProps) {
  const preview = usePreview(websiteId);
  const context = useSelector(actor, (snapshot) => snapshot.context);
  const { values, loaded } = context;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed, and what it is measured against
  useEffect(() => preview.showEdits(editsOfScreen(context)), [preview, values, loaded]);
  // The form is drawn anew once this code is there: the heading had the focus.
  useEffect(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, []);
  return (
    <BesidePreview kind="form" preview={<PreviewPlace preview={preview} />}>
      {children}
    </BesidePreview>
  );
}
