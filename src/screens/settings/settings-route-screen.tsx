import type { SettingsScreen } from '#contract/settings/screen.ts';
import { useActorRef } from '@xstate/react';
import { useEffect, useState } from 'react';
import { draftOf, hasDraft } from '#machines/settings-screen/settings-screen.kept.ts';
import type { SettingsContext } from '#machines/settings-screen/settings-screen.types.ts';
import type { Device } from '#src/app/device/device.ts';
import { useApp } from '#src/app/use-app.ts';
import { useDevice } from '#src/app/use-device.ts';
import { useEmitted } from '#src/app/use-emitted.ts';
import { useRestoredEvents } from '#src/app/use-online-events.ts';
import { usePageView } from '#src/app/use-page-view.ts';
import { useToasts } from '#src/app/use-toasts.ts';
import { SettingsForm } from './settings-form.tsx';
import { wireSettingsScreen } from './wire-settings-screen.ts';

interface SettingsRouteScreenProps {
  readonly websiteId: string;
  readonly screen: SettingsScreen;
}

function keepDraft({ settings }: Device, context: SettingsContext): void {
  const place = { websiteId: context.websiteId, screenId: context.screen.id };
  const kept = hasDraft(context) ? settings.saveDraft({ ...place, ...draftOf(context) }) : settings.removeDraft(place);
  kept.catch((error: unknown) => console.warn('What was typed last could not be kept on this device.', error));
}

/** One settings screen of the catalogue: starts its actor, which lives as long as the screen, and draws its form. */
export function SettingsRouteScreen({ websiteId, screen }: SettingsRouteScreenProps) {
  const { analytics, appUpdate } = useApp();
  const device: Device = useDevice();
  const [machine] = useState(() => wireSettingsScreen(device));
  const [remembered] = useState(() => device.settings.recall({ websiteId, screenId: screen.id }));
  const actor = useActorRef(machine, { input: { websiteId, screen, remembered } });
  usePageView(screen.events?.page ?? screen.title);
  useToasts(actor);
  useRestoredEvents(actor);
  useEmitted(actor, 'track', ({ name }) => analytics.track(name));

  useEffect(() => {
    let dirty = false;
    // What would be interrupted by a reload or lost from sight by leaving.
    const followed = actor.subscribe((snapshot) => {
      if (snapshot.hasTag('dirty') === dirty) return;
      dirty = !dirty;
      appUpdate.send({ type: dirty ? 'work.began' : 'work.ended', work: 'form' });
    });
    return () => {
      followed.unsubscribe();
      appUpdate.send({ type: 'work.ended', work: 'form' });
      // Left within a moment of the last key: the chart had no time to keep what was typed.
      const snapshot = actor.getSnapshot();
      if (snapshot.matches({ ready: { draft: 'waiting' } })) keepDraft(device, snapshot.context);
    };
  }, [actor, appUpdate, device]);

  return <SettingsForm actor={actor} websiteId={websiteId} screen={screen} />;
}
