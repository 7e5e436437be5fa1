import { expect, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ResourceDefinition } from '#contract/resources/define.ts';
import { redirects } from '#contract/resources/redirects.ts';
import { fieldsOf } from '#contract/settings/screen.ts';
import { contactScreen, snapshotOf } from '#machines/settings-screen/settings-screen.paths.ts';
import type { PlannedEvent } from '#machines/testing/path-plan.ts';
import { RecordForm } from '#src/features/records/record-form.tsx';
import { recordScreen } from '#src/features/records/record-snapshot.ts';
import { fakeRecords } from '#src/features/records/testing/fake-records.ts';
import { consolePage } from './console-page.tsx';
import { openConsole } from './fake-console.ts';
import { control, formAlongside, formEvents, formStates, noQuestion, redoKeys, saveKeys, seeFields, undoKeys } from './form-driver.ts';
import { type FormMachine, formPlan, formRules, hasUnsaved, isLeaving, isTyping } from './form-plan.ts';
import { type PageMoment, walkOnPage } from './walk-on-page.ts';

vi.mock('#src/app/use-machine-actor.ts', () => import('./walked-actor.ts'));
vi.mock('#src/app/use-client-services.ts', () => import('./fake-console.ts'));
vi.mock('#src/app/use-session.ts', () => import('./fake-console.ts'));
vi.mock('#src/app/use-app.ts', () => import('./fake-console.ts'));

/** Records with the fields of the machine's plan. */
const contacts: ResourceDefinition = {
  ...redirects,
  name: 'contact',
  path: 'admin/contacts',
  fields: fieldsOf(contactScreen),
  labels: { one: 'contact', many: 'contacts', heading: 'Contacts', create: 'Create New Contact', edit: 'Edit Contact', none: '' },
  nameKey: 'phone',
  normalise: {},
};

const input = { websiteId: '5', screen: recordScreen(contacts, '7'), remembered: null, isNew: false };
const inputOfNew = { ...input, screen: recordScreen(contacts, null), isNew: true };
const blank = { type: 'xstate.done.actor.loadSettings', output: { kind: 'loaded', snapshot: snapshotOf({}) } } as const;
const leave = { type: 'leave.requested' } as const;
const ofForm = formPlan(
  [input, inputOfNew],
  [
    blank,
    { type: 'field.changed', key: 'phone', value: '2' },
    leave,
    { type: 'xstate.done.actor.submitSettings', output: { kind: 'saved' } },
  ],
);
/** Save asks to leave. */
const plan = {
  ...ofForm,
  rounds: ofForm.rounds?.map((round) => [
    ...round.filter(({ type }) => type !== leave.type),
    ofForm.events.find(({ type }) => type === leave.type) ?? leave,
  ]),
};

const save = page.getByRole('button', { name: 'Save contact', exact: true });
let opened = openConsole();

/** Save says whether there is something to save, and whether a save is under way. */
async function seeSave({ snapshot }: PageMoment<FormMachine>): Promise<void> {
  const isBusy = snapshot.hasTag('busy') && !hasUnsaved(snapshot);
  const isIdle = !snapshot.hasTag('busy') && !hasUnsaved(snapshot) && !snapshot.context.isNew;
  if (isIdle) await expect.element(save).toHaveAttribute('title', 'Nothing has changed.');
  else if (isBusy) await expect.element(save).toHaveAttribute('aria-busy', 'true');
  else await expect.element(save).toBeEnabled();
}
const seeToast = (title: string) => expect.poll(() => opened.toasts.map((toast) => toast.title)).toContain(title);
const press = (keys: string) => userEvent.keyboard(keys);
const click = (name: string) => page.getByRole('button', { name, exact: true }).click();

/** The keys of undo apply in the fields. */
async function pressInField(keys: string): Promise<void> {
  if (!document.activeElement?.closest('form')) await control('phone').click();
  await press(keys);
}

const isBlank = (event: PlannedEvent) => JSON.stringify(event) === JSON.stringify(blank);

const noDiscard = 'The dialog has Cancel, which asks what to do with the changes.';

await walkOnPage<FormMachine>({
  name: 'record-form',
  plan,
  rules: {
    ...formRules,
    isPossible(now, event) {
      const { context } = now;
      switch (event.type) {
        case 'xstate.done.actor.loadSettings':
          return isBlank(event) ? context.isNew : !context.isNew || JSON.stringify(event.output).includes('"failed"');
        // Save asks to leave, and while that is under way to save more.
        case 'leave.requested':
          return !isLeaving(now) && (hasUnsaved(now) || (context.isNew && !now.hasTag('busy')));
        case 'save.requested':
          return isLeaving(now) && hasUnsaved(now);
        case 'retry.requested':
          return context.loadFailure?.code !== 'notFound';
        case 'changes.discarded':
          return false;
        default:
          return formRules.isPossible(now, event);
      }
    },
    // The click on Cancel before "Stay".
    alsoSent: (before, event, after) =>
      event.type === 'leave.cancelled' && isTyping(after) ? [{ type: 'field.blurred' }] : formRules.alsoSent(before, event, after),
  },
  open: ({ isNew = false }) => {
    opened = openConsole();
    const source = fakeRecords(contacts, []);
    const ignore = () => undefined;
    return consolePage(({ leave }) => (
      <RecordForm websiteId="5" resource={contacts} source={source} id={isNew ? null : '7'} onId={ignore} onClose={leave} onSaved={leave} />
    ));
  },
  events: {
    ...formEvents(/^(Edit|Create New) Contact$/),
    'leave.requested': (_, { snapshot }) => (snapshot.hasTag('busy') ? press(saveKeys) : save.click()),
    'save.requested': () => save.click(),
    'undo.requested': () => pressInField(undoKeys),
    'redo.requested': () => pressInField(redoKeys),
    'retry.requested': () => click('Try again'),
    'connection.restored': async () => opened.setOnline(true),
    'leave.cancelled': async () => {
      await click('Cancel');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
    },
  },
  alongside: formAlongside,
  states: {
    ...formStates,
    loading: () => expect.element(page.getByRole('status', { name: 'Loading contact' })).toBeVisible(),
    failed: async ({ snapshot }) => {
      const { code = 'unknown' } = snapshot.context.loadFailure ?? {};
      const titles = {
        offlineNeverLoaded: 'Not on this device yet',
        notFound: 'There is no such contact',
        unknown: 'The contact could not be loaded',
      };
      await expect.element(page.getByText(titles[code])).toBeVisible();
    },
    'ready.form.editing.pristine': seeSave,
    'ready.form.editing.dirty': seeSave,
    'ready.form.submitting.sendingSecrets': seeSave,
    'ready.form.submitting.sendingSettings': seeSave,
    'ready.form.saved': () => seeToast('Saved'),
    'ready.form.pending': () => seeToast('Saved on this device'),
    'ready.form.conflict': () =>
      expect
        .element(page.getByRole('status').getByText(/^(?:Somebody else changed|The same fields were changed elsewhere too)/))
        .toBeVisible(),
    'ready.leaving.staying': noQuestion,
    'ready.leaving.saving': seeSave,
  },
  always: seeFields,
  left: () => expect.element(page.getByRole('heading', { name: 'Elsewhere' })).toBeVisible(),
  elsewhere: {
    'settings-screen.deciding --always[0]': 'A record is read each time that its form opens.',
    'settings-screen.ready.form --changes.discarded[0]': noDiscard,
    'settings-screen.ready.form.submitting --changes.discarded[0]': noDiscard,
  },
});
