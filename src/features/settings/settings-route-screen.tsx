import type { SettingsScreen } from '#contract/settings/screen.ts';
import { css } from '#styled/css/index.js';
import { type ReactNode, useState } from 'react';
import { useClientServices } from '#src/app/use-client-services.ts';
import { LazyBoundary, lazyComponent } from '#src/ui/lazy-component.tsx';
import { SettingsForm } from './settings-form.tsx';
import type { SettingsPreviewProps } from './settings-preview.tsx';
import { useWantedField } from '#src/form/use-wanted-field.ts';
import { useSettingsActor } from '#src/form/use-settings-actor.ts';
import { wireSettingsScreen } from './wire-settings-screen.ts';

/** Loaded on demand: few screens have a preview. */
const settingsPreview = lazyComponent(async () => (await import('./settings-preview.tsx')).SettingsPreview);

interface SettingsRouteScreenProps {
  readonly websiteId: string;
  readonly screen: SettingsScreen;
}

/** One settings screen of the catalogue, with its actor, which runs while the screen is mounted. */
export function SettingsRouteScreen({ websiteId, screen }: SettingsRouteScreenProps) {
  const services = useClientServices();
  const [machine] = useState(() => wireSettingsScreen(services));
  const [remembered] = useState(() => services.settings.peek({ websiteId, screenId: screen.id }));
  const actor = useSettingsActor({ machine, websiteId, screen, remembered });
  const form = <SettingsForm actor={actor} websiteId={websiteId} screen={screen} />;
  if (!screen.preview) return form;
  const reveal = screen.preview === true ? null : screen.preview.reveal;
  return <WithPreview actor={actor} websiteId={websiteId} reveal={reveal} form={form} />;
}

const beside = css({
  display: 'flex',
  flexDirection: 'column',
  gap: '4',
  lg: { display: 'grid', gridTemplateColumns: '[minmax(token(sizes.panel), 2fr) minmax(0, 3fr)]', gap: '6', alignItems: 'start' },
});
const formPlace = css({ minWidth: '0', '@media (max-width: 1023.98px)': { '[data-shows=preview] > &': { display: 'none' } } });

// As high as the switch between form and preview, which would push the form down when it arrives.
const tabsPlace = css({ order: '-1', height: '[2.125rem]', lg: { display: 'none' } });

/** The form stays mounted while the preview's code loads, so that nothing in it closes or loses the focus. */
function WithPreview({ form, ...props }: Omit<SettingsPreviewProps, 'pane' | 'onPaneChange'> & { readonly form: ReactNode }) {
  const [pane, setPane] = useState<'edit' | 'preview'>('edit');
  const wanted = useWantedField();
  const [asked, setAsked] = useState(wanted);
  if (wanted !== asked) {
    setAsked(wanted);
    // A field that is asked for has to be seen.
    if (wanted) setPane('edit');
  }
  return (
    <div className={beside} data-shows={pane}>
      <div className={formPlace}>{form}</div>
      <LazyBoundary part={settingsPreview} props={{ ...props, pane, onPaneChange: setPane }} pending={<div className={tabsPlace} />} />
    </div>
  );
}
