import type { SettingsPlace } from '#machines/ports.ts';
import { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import { type EventObject, fromCallback, fromPromise } from 'xstate';
import type { Device } from '#src/app/device/device.ts';

/** The settings screen's chart on the device store and the API. */
export function wireSettingsScreen({ settings, submitSettings }: Device) {
  return settingsScreenMachine.provide({
    actors: {
      loadSettings: fromPromise(({ input }) => settings.load(input)),
      watchSettings: fromCallback<EventObject, SettingsPlace>(({ input, sendBack }) =>
        settings.watch(input, (snapshot) => sendBack({ type: 'stored.changed', snapshot })),
      ),
      submitSettings: fromPromise(({ input, signal }) => submitSettings(input, signal)),
      submitSecrets: fromPromise(({ input }) => settings.submitSecrets(input)),
      saveDraft: fromPromise(({ input }) => settings.saveDraft(input)),
      removeDraft: fromPromise(({ input }) => settings.removeDraft(input)),
    },
  });
}
