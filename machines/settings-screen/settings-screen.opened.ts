import type { FieldValue } from '#contract/fields/field.ts';
import type { SettingsScreen } from '#contract/settings/screen.ts';
import type { SettingsSnapshot } from '../ports.ts';
import { startMachine } from '../testing/start-machine.ts';
import { settingsScreenMachine } from './settings-screen.machine.ts';
import { contactScreen, snapshotOf } from './settings-screen.paths.ts';
import { settingsScreenView } from './settings-screen.view.ts';

/** The stored values of the tests' screen. */
export const initial = { phone: '1', email: 'a@b.test' };

/** The screen, loaded, with short names for what a person does. For tests. */
export async function open(snapshot: SettingsSnapshot = snapshotOf(initial), screen: SettingsScreen = contactScreen, isNew = false) {
  const run = startMachine(settingsScreenMachine, { websiteId: '5', screen, isNew });
  await run.answer('loadSettings', { kind: 'loaded', snapshot });
  const view = () => settingsScreenView(run.actor.getSnapshot());
  return {
    ...run,
    view,
    type: (key: string, value: FieldValue) => run.actor.send({ type: 'field.changed', key, value }),
    save: () => run.actor.send({ type: 'save.requested' }),
    receive: (stored: SettingsSnapshot) => run.actor.send({ type: 'stored.changed', snapshot: stored }),
    field: (key: string) => {
      const found = view()
        .sections.flatMap((section) => section.fields)
        .find((candidate) => candidate.field.key === key);
      if (!found) throw new Error(`no field ${key} is shown`);
      return found;
    },
  };
}

/** The same for a record that the first save creates. */
export const openNew = () => open(snapshotOf({}, { base: [] }), contactScreen, true);
