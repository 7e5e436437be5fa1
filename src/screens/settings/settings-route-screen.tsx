import type { SettingsScreen } from '#contract/settings/screen.ts';
import { useActorRef } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { Device } from '#src/app/device/device.ts';
import { useApp } from '#src/app/use-app.ts';
import { useDevice } from '#src/app/use-device.ts';
import { useRestoredEvents } from '#src/app/use-online-events.ts';
import { usePageView } from '#src/app/use-page-view.ts';
import { useToasts } from '#src/app/use-toasts.ts';
import { SettingsForm } from './settings-form.tsx';
import { wireSettingsScreen } from './wire-settings-screen.ts';

interface SettingsRouteScreenProps {
  readonly websiteId: string;
  readonly screen: SettingsScreen;
}

/** One settings screen of the catalogue: starts its actor, which lives as long as the screen, and draws its form. */
export function SettingsRouteScreen({ websiteId, screen }: SettingsRouteScreenProps) {
  const { analytics, appUpdate } = useApp();
  const device: Device = useDevice();
  const [machine] = useState(() => wireSettingsScreen(device));
  const actor = useActorRef(machine, { input: { websiteId, screen } });
  usePageView(screen.events?.page ?? screen.title);
  useToasts(actor);
  useRestoredEvents(actor);

  useEffect(() => {
    const tracked = actor.on('track', ({ name }) => analytics.track(name));
    let dirty = false;
    // What would be interrupted by a reload or lost from sight by leaving.
    const followed = actor.subscribe((snapshot) => {
      if (snapshot.hasTag('dirty') === dirty) return;
      dirty = !dirty;
      appUpdate.send({ type: dirty ? 'work.began' : 'work.ended', work: 'form' });
    });
    return () => {
      tracked.unsubscribe();
      followed.unsubscribe();
      appUpdate.send({ type: 'work.ended', work: 'form' });
    };
  }, [actor, analytics, appUpdate]);

  return <SettingsForm actor={actor} screen={screen} />;
}
