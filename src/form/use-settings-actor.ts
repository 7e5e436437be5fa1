import type { SettingsScreen } from '#contract/settings/screen.ts';
import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { SettingsSnapshot } from '#machines/ports.ts';
import {
  draftOf,
  draftPlaceOf,
  hasDraft,
  hasUnsavedSecret,
  unsavedFieldsOf,
} from '#machines/settings-screen/settings-screen.operations.ts';
import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import type { SettingsContext } from '#machines/settings-screen/settings-screen.types.ts';
import type { ClientServices } from '#src/offline/client-services.ts';
import { useApp } from '#src/app/use-app.ts';
import { reportUnsaved } from '#src/app/unsaved-forms.ts';
import { useClientServices } from '#src/app/use-client-services.ts';
import { useEmitted } from '#src/app/use-emitted.ts';
import { useMachineActor } from '#src/app/use-machine-actor.ts';
import { useRestoredEvents } from '#src/app/use-online-events.ts';
import { usePageView } from '#src/app/use-page-view.ts';
import { useToasts } from '#src/app/use-toasts.ts';

interface SettingsActorOptions {
  /** The machine with its actors. Must not change during the actor's life. */
  readonly machine: typeof settingsScreenMachine;
  readonly websiteId: string;
  readonly screen: SettingsScreen;
  /** The last snapshot of the screen on this page; null where there is none. */
  readonly remembered: SettingsSnapshot | null;
  /** The first save creates the record. */
  readonly isNew?: boolean;
  /** Those of the machine; must not change either. By default those of settings. */
  readonly drafts?: Drafts;
}

type Drafts = Pick<ClientServices['settings'], 'saveDraft' | 'removeDraft'>;

function storeDraft(drafts: Drafts, context: SettingsContext): void {
  const draftKey = draftPlaceOf(context);
  const stored = hasDraft(context) ? drafts.saveDraft({ ...draftKey, ...draftOf(context) }) : drafts.removeDraft(draftKey);
  stored.catch((error: unknown) => console.warn('The draft could not be stored on this device.', error));
}

/** The actor of a form: lives as long as its screen, passes its toasts and events to the app, and stores its draft before it stops. */
export function useSettingsActor(options: SettingsActorOptions): ActorRefFrom<typeof settingsScreenMachine> {
  const { machine, websiteId, screen, remembered, isNew = false } = options;
  const { analytics, appUpdate } = useApp();
  const { settings } = useClientServices();
  const drafts = options.drafts ?? settings;
  const actor = useMachineActor(machine, { input: { websiteId, screen, remembered, isNew } });
  usePageView(screen.events?.page ?? screen.title);
  useToasts(actor);
  useRestoredEvents(actor);
  useEmitted(actor, 'track', ({ name }) => analytics.track(name));

  useEffect(() => {
    let dirty = false;
    // Reports unsaved changes, since a reload or a change of screen must wait for them.
    const followed = actor.subscribe((snapshot) => {
      reportUnsaved(actor, {
        fields: snapshot.hasTag('ready') ? unsavedFieldsOf(snapshot.context).length : 0,
        secret: hasUnsavedSecret(snapshot.context),
        dirty: snapshot.hasTag('dirty'),
      });
      if (snapshot.hasTag('dirty') === dirty) return;
      dirty = !dirty;
      appUpdate.send({ type: dirty ? 'work.began' : 'work.ended', work: 'form' });
    });
    // The screen or the page is left right after the last key, before the chart has stored the draft. While the browser asks whether to leave
    // the page, or loads the next one, the draft is written.
    const keepDraft = (): void => {
      const snapshot = actor.getSnapshot();
      if (snapshot.matches({ ready: { draft: 'waiting' } })) storeDraft(drafts, snapshot.context);
    };
    // As the listeners' options, of which its `signal` is read.
    const listening = new AbortController();
    for (const type of ['beforeunload', 'pagehide']) window.addEventListener(type, keepDraft, listening);
    // A phone may end a page that is hidden without another event.
    document.addEventListener('visibilitychange', () => document.hidden && keepDraft(), listening);
    return () => {
      listening.abort();
      followed.unsubscribe();
      reportUnsaved(actor);
      appUpdate.send({ type: 'work.ended', work: 'form' });
      keepDraft();
    };
  }, [actor, appUpdate, drafts]);

  return actor;
}
