import type { SettingsScreen } from '#contract/settings/screen.ts';
import { useState } from 'react';
import { useDevice } from '#src/app/use-device.ts';
import { SettingsForm } from './settings-form.tsx';
import { useSettingsActor } from './use-settings-actor.ts';
import { wireSettingsScreen } from './wire-settings-screen.ts';

interface SettingsRouteScreenProps {
  readonly websiteId: string;
  readonly screen: SettingsScreen;
}

/** One settings screen of the catalogue: starts its actor, which lives as long as the screen, and draws its form. */
export function SettingsRouteScreen({ websiteId, screen }: SettingsRouteScreenProps) {
  const device = useDevice();
  const [machine] = useState(() => wireSettingsScreen(device));
  const [remembered] = useState(() => device.settings.recall({ websiteId, screenId: screen.id }));
  const actor = useSettingsActor({ machine, websiteId, screen, remembered });
  return <SettingsForm actor={actor} websiteId={websiteId} screen={screen} />;
}
