import type { ScreenKey } from '#machines/ports.ts';
import { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import { type EventObject, fromCallback, fromPromise } from 'xstate';
import type { ClientServices } from '#src/offline/client-services.ts';
import { type JoinedSaves, joinedSaves } from '#src/offline/joined-saves.ts';
import { followSubmission } from '#src/app/submissions.ts';
import { resolveConflicts } from '#src/offline/resolve-conflicts.ts';

type Wired = typeof settingsScreenMachine;
const wired = new WeakMap<ClientServices, Wired>();

/** The settings screen's machine on the client store and the API. One for all forms: each time that it is provided it reads its chart. */
export function wireSettingsScreen(services: ClientServices): Wired {
  const machine = wired.get(services) ?? wire(services);
  wired.set(services, machine);
  return machine;
}

function wire({ settings, store, submitSettings }: ClientServices): Wired {
  /** The actor of a form is the root of a system of its own. */
  const forms = new WeakMap<object, JoinedSaves>();
  const savesOf = (form: object): JoinedSaves => {
    const saves = forms.get(form) ?? joinedSaves(submitSettings);
    forms.set(form, saves);
    return saves;
  };
  return settingsScreenMachine.provide({
    actors: {
      loadSettings: fromPromise(({ input }) => settings.load(input)),
      watchSettings: fromCallback<EventObject, ScreenKey>(({ input, sendBack }) =>
        settings.watch(input, (snapshot) => sendBack({ type: 'stored.changed', snapshot })),
      ),
      submitSettings: fromPromise(({ input, signal, system }) => followSubmission(savesOf(system).submit(input, signal))),
      submitSecrets: fromPromise(({ input, signal, system }) =>
        followSubmission(savesOf(system).alongside(() => settings.submitSecrets(input), signal)),
      ),
      resolveConflicts: fromPromise(({ input }) => resolveConflicts(store, input.decided)),
      saveDraft: fromPromise(({ input }) => settings.saveDraft(input)),
      removeDraft: fromPromise(({ input }) => settings.removeDraft(input)),
    },
  });
}
