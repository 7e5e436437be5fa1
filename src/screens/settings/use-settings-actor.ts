import type { SettingsScreen } from '#contract/settings/screen.ts';
import { useActorRef } from '@xstate/react';
import { useEffect } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { SettingsSnapshot } from '#machines/ports.ts';
import { draftOf, hasDraft } from '#machines/settings-screen/settings-screen.kept.ts';
import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import type { SettingsContext } from '#machines/settings-screen/settings-screen.types.ts';
import type { Device } from '#src/app/device/device.ts';
import { useApp } from '#src/app/use-app.ts';
import { useDevice } from '#src/app/use-device.ts';
import { useEmitted } from '#src/app/use-emitted.ts';
import { useRestoredEvents } from '#src/app/use-online-events.ts';
import { usePageView } from '#src/app/use-page-view.ts';
import { useToasts } from '#src/app/use-toasts.ts';

interface SettingsActorOptions {
  /** The chart on its ports. The same for the actor's life. */
  readonly machine: typeof settingsScreenMachine;
  readonly websiteId: string;
  readonly screen: SettingsScreen;
  /** What this page last showed of the screen, where it has. */
  readonly remembered: SettingsSnapshot | null;
}

const placeOf = ({ websiteId, screen }: SettingsContext) => ({ websiteId, screenId: screen.id });

async function keepDraft({ settings }: Device, context: SettingsContext): Promise<void> {
  const place = placeOf(context);
  try {
    await (hasDraft(context) ? settings.saveDraft({ ...place, ...draftOf(context) }) : settings.removeDraft(place));
  } catch (error) {
    console.warn('What was typed last could not be kept on this device.', error);
  }
}

async function leave(device: Device, snapshot: SnapshotFrom<typeof settingsScreenMachine>): Promise<void> {
  const { context } = snapshot;
  // Left within a moment of the last key: the chart had no time to keep what was typed.
  if (snapshot.matches({ ready: { draft: 'waiting' } })) await keepDraft(device, context);
  // What a save under way names may not be in the queue yet.
  await device.settings.dropUnnamedFiles(placeOf(context), Object.values(context.submitted ?? {}));
}

/** The actor of a form: lives as long as its screen, tells the app what it has to tell, and leaves nothing half kept. */
export function useSettingsActor(options: SettingsActorOptions): ActorRefFrom<typeof settingsScreenMachine> {
  const { machine, websiteId, screen, remembered } = options;
  const { analytics, appUpdate } = useApp();
  const device: Device = useDevice();
  const actor = useActorRef(machine, { input: { websiteId, screen, remembered } });
  usePageView(screen.events?.page ?? screen.title);
  useToasts(actor);
  useRestoredEvents(actor);
  useEmitted(actor, 'track', async ({ name }) => {
    analytics.track(name);
    // Saved: what was chosen and given up on the way is no one's.
    const { context } = actor.getSnapshot();
    const dropped = await device.settings.dropUnnamedFiles(placeOf(context), Object.values(context.values)).catch(() => []);
    for (const fileId of dropped) actor.send({ type: 'file.dropped', fileId });
  });

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
      // Signed out meanwhile: nothing is left to be kept.
      leave(device, actor.getSnapshot()).catch(() => undefined);
    };
  }, [actor, appUpdate, device]);

  return actor;
}
