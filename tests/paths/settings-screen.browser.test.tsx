import { expect, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { contactScreen, snapshotOf } from '#machines/settings-screen/settings-screen.paths.ts';
import { unsavedFieldsOf } from '#machines/settings-screen/settings-screen.operations.ts';
import { settingsScreenView } from '#machines/settings-screen/settings-screen.view.ts';
import { SettingsRouteScreen } from '#src/features/settings/settings-route-screen.tsx';
import { consolePage } from './console-page.tsx';
import { openConsole } from './fake-console.ts';
import { formAlongside, formEvents, formStates, noQuestion, saveKeys, seeFields } from './form-driver.ts';
import { type FormMachine, formPlan, formRules, hasUnsaved, isLeaving, isTyping } from './form-plan.ts';
import { type PageMoment, walkOnPage } from './walk-on-page.ts';

vi.mock('#src/app/use-machine-actor.ts', () => import('./walked-actor.ts'));
vi.mock('#src/app/use-client-services.ts', () => import('./fake-console.ts'));
vi.mock('#src/app/use-session.ts', () => import('./fake-console.ts'));
vi.mock('#src/app/use-app.ts', () => import('./fake-console.ts'));

const input = { websiteId: '5', screen: contactScreen, remembered: null, isNew: false };
const plan = formPlan([input, { ...input, remembered: snapshotOf({ email: 'a@b.test' }) }]);

const save = page.getByRole('button', { name: 'Save Contact', exact: true });
const bar = page.getByRole('region', { name: 'Unsaved changes' });
const question = page.getByRole('alertdialog');
let opened = openConsole();

const countOf = ({ snapshot }: PageMoment<FormMachine>) => unsavedFieldsOf(snapshot.context).length;
/** The bar counts what is unsaved; Save says what it does. */
async function seeUnsaved(now: PageMoment<FormMachine>): Promise<void> {
  const count = countOf(now);
  const text = count === 0 ? 'Saving…' : count === 1 ? '1 unsaved change' : `${count} unsaved changes`;
  await expect.element(bar.getByText(text, { exact: true })).toBeVisible();
}
async function seeSaving(now: PageMoment<FormMachine>): Promise<void> {
  // The question lies over it, and has a spinner of its own.
  if (isLeaving(now.snapshot)) return;
  await seeUnsaved(now);
  if (countOf(now) === 0) await expect.element(save).toHaveAttribute('aria-busy', 'true');
}
const seeNothingUnsaved = async () => {
  await expect.element(bar).not.toBeInTheDocument();
  await expect.element(save).toHaveAttribute('title', 'Nothing has changed.');
};
const seeToast = (title: string) => expect.poll(() => opened.toasts.map((toast) => toast.title)).toContain(title);

/** The buttons name the change that they would apply. */
async function seeHistory({ snapshot }: PageMoment<FormMachine>): Promise<void> {
  const { undo, redo } = settingsScreenView(snapshot).history;
  for (const [name, change] of Object.entries({ Undo: undo, Redo: redo })) {
    const button = page.getByRole('button', { name, exact: true });
    const title = change === null ? `Nothing to ${name.toLowerCase()}` : expect.stringContaining(`${name}: ${change} (`);
    await expect.element(button).toHaveAttribute('title', title);
  }
}

/** The question whether to leave lies over the page until the save is answered. */
const behindQuestion: ReadonlySet<string> = new Set([
  'field.changed',
  'field.blurred',
  'field.reverted',
  'changes.discarded',
  'draft.discarded',
  'undo.requested',
  'redo.requested',
  'save.requested',
  'conflict.chosen',
  'conflict.confirmed',
  'conflict.allChosen',
]);

/** A click on these takes the focus from the field that is typed in; on Save it does not. */
const pressed: ReadonlySet<string> = new Set(['leave.requested', 'undo.requested', 'redo.requested']);

const click = (name: string) => page.getByRole('button', { name, exact: true }).click();

await walkOnPage<FormMachine>({
  name: 'settings-screen',
  plan,
  rules: {
    ...formRules,
    isPossible(now, event) {
      if (isLeaving(now) && behindQuestion.has(event.type)) return false;
      // Save is disabled where nothing is unsaved, and nothing is asked there.
      if ((event.type === 'save.requested' || event.type === 'leave.requested') && !hasUnsaved(now)) return false;
      return formRules.isPossible(now, event);
    },
    alsoSent: (before, event, after) =>
      pressed.has(event.type) && isTyping(before) && isTyping(after)
        ? [{ type: 'field.blurred' }]
        : formRules.alsoSent(before, event, after),
  },
  open: ({ remembered = null }) => {
    opened = openConsole(remembered);
    return consolePage(() => <SettingsRouteScreen websiteId="5" screen={contactScreen} />);
  },
  events: {
    ...formEvents('Contact'),
    'changes.discarded': async () => {
      await bar.getByRole('button', { name: 'Discard' }).click();
      await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
    },
    // By its keys too, which work while a save is under way.
    'save.requested': (_, { snapshot }) => (snapshot.hasTag('busy') ? userEvent.keyboard(saveKeys) : save.click()),
    'undo.requested': () => click('Undo'),
    'redo.requested': () => click('Redo'),
    'retry.requested': () => click('Try again'),
    'connection.restored': async () => opened.setOnline(true),
    'leave.requested': async () => {
      await page.getByRole('link', { name: 'Elsewhere' }).click();
      await question.getByRole('button', { name: 'Save and leave' }).click();
    },
    'leave.cancelled': () => question.getByRole('button', { name: 'Stay' }).click(),
  },
  alongside: formAlongside,
  states: {
    ...formStates,
    loading: () => expect.element(page.getByRole('status', { name: 'Loading Contact' })).toBeVisible(),
    failed: async ({ snapshot }) => {
      const { code = 'unknown' } = snapshot.context.loadFailure ?? {};
      const titles = {
        offlineNeverLoaded: 'Not on this device yet',
        notFound: 'These settings were not found',
        unknown: 'The settings could not be loaded',
      };
      await expect.element(page.getByText(titles[code])).toBeVisible();
      await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    },
    'ready.form.editing.pristine': seeNothingUnsaved,
    'ready.form.editing.dirty': seeUnsaved,
    'ready.form.submitting.sendingSecrets': seeSaving,
    'ready.form.submitting.sendingSettings': seeSaving,
    'ready.form.saved': async () => {
      await seeNothingUnsaved();
      await seeToast('Saved');
    },
    'ready.form.pending': async () => {
      await seeNothingUnsaved();
      await seeToast('Saved on this device');
    },
    'ready.form.conflict': async () => {
      await seeNothingUnsaved();
      await expect
        .element(page.getByRole('status').getByText(/^(?:Somebody else changed|The same fields were changed elsewhere too)/))
        .toBeVisible();
    },
    'ready.leaving.staying': noQuestion,
    'ready.leaving.saving': () =>
      expect.element(question.getByRole('button', { name: 'Save and leave' })).toHaveAttribute('aria-busy', 'true'),
  },
  always: async (now) => {
    await seeFields(now);
    if (now.snapshot.hasTag('ready') && !isLeaving(now.snapshot)) await seeHistory(now);
  },
  missing: {
    'settings-screen.ready.form.editing.pristine --save.requested[0]':
      'Only the form of a new record is saved before anything is typed: record-form takes it.',
  },
  left: () => expect.element(page.getByRole('heading', { name: 'Elsewhere' })).toBeVisible(),
});
