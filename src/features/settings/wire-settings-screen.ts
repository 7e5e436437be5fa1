import type { ScreenKey } from '#machines/ports.ts';
import { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import type { EventObject } from 'xstate';
import { fromCallback, fromPromise } from '#machines/actor-logic.ts';
import type { ClientServices } from '#src/offline/client-services.ts';
import { joinedSaves } from '#src/offline/joined-saves.ts';
import { followSubmission } from '#src/app/submissions.ts';
import { resolveConflicts } from '#src/offline/resolve-conflicts.ts';

/** The settings screen's machine on the client store and the API. For one form. */
export function wireSettingsScreen({ settings, store, submitSettings }: Pick<ClientServices, 'settings' | 'store' | 'submitSettings'>) {
  const saves = joinedSaves(submitSettings);
  return settingsScreenMachine.provide({
    actors: {
      loadSettings: fromPromise(({ input }) => settings.load(input)),
      watchSettings: fromCallback<EventObject, ScreenKey>(({ input, sendBack }) =>
        settings.watch(input, (snapshot) => sendBack({ type: 'stored.changed', snapshot })),
      ),
      submitSettings: fromPromise(({ input, signal }) => followSubmission(saves.submit(input, signal))),
      submitSecrets: fromPromise(({ input, signal }) => followSubmission(saves.alongside(() => settings.submitSecrets(input), signal))),
      resolveConflicts: fromPromise(({ input }) => resolveConflicts(store, input.decided)),
      saveDraft: fromPromise(({ input }) => settings.saveDraft(input)),
      removeDraft: fromPromise(({ input }) => settings.removeDraft(input)),
    },
  });
}
