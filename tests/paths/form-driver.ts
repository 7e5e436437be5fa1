import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { conflictsOf } from '#machines/settings-screen/settings-screen.conflicts.ts';
import { settingsScreenView } from '#machines/settings-screen/settings-screen.view.ts';
import { type FormMachine, showsMessage } from './form-plan.ts';
import type { PageDriver, PageMoment } from './walk-on-page.ts';

/** What settings screens and forms of records have in common in a page. */

type Now = PageMoment<FormMachine>;

export const control = (key: string) =>
  page.getByLabelText({ phone: 'Phone', email: 'Email', api_secret: 'API secret' }[key] ?? key, { exact: true });

/** Takes the focus from where it is, as a click beside the fields does. */
const clickBeside = (heading: string | RegExp) => page.getByRole('heading', { name: heading }).first().click();

const conflictMark = page.getByRole('button', { name: /Choose which to keep for Phone$/ });
const isFocused = (key: string) => document.activeElement === control(key).query();

type Events = PageDriver<FormMachine>['events'];

/** `heading`: of the form, beside its fields. */
export const formEvents = (heading: string | RegExp) =>
  ({
    'field.changed': ({ key, value }) => control(key).fill(String(value)),
    'field.blurred': async ({ key }) => {
      if (!isFocused(key)) await control(key).click();
      await clickBeside(heading);
    },
    'field.reverted': async () => {
      await page.getByRole('button', { name: 'Revert Phone' }).click();
      await expect.element(control('phone')).toHaveFocus();
    },
    'draft.discarded': () => page.getByRole('status').getByRole('button', { name: 'Discard' }).click(),
    'conflict.chosen': async ({ side }) => {
      const radio = page.getByRole('radio', { name: side === 'mine' ? 'Yours: Phone' : 'On the server: Phone' });
      if (radio.query() === null) await conflictMark.click();
      await radio.click();
    },
    'conflict.confirmed': () => page.getByRole('button', { name: 'Keep this' }).click(),
    'conflict.allChosen': 'offered only for several fields in conflict, of which the page has one',
    'stored.changed': 'the client store, which the wiring watches',
    'code.checked': 'the editor of a code field, which parses what is typed; it has tests of its own',
    'file.dropped': 'the field of a file, whose upload ends without the file; it has tests of its own',
    'save.enqueued': async (_, { fakes }) => callbacksOf(fakes).onEnqueued?.(),
    'save.givenBack': async ({ keys }, { fakes }) => callbacksOf(fakes).onGivenBack?.(keys),
  }) satisfies Events;

/** What the save under way gives its port. */
function callbacksOf(fakes: Now['fakes']): { readonly onEnqueued?: () => void; readonly onGivenBack?: (keys: readonly string[]) => void } {
  const { input } = fakes.last('submitSettings');
  return typeof input === 'object' && input !== null ? input : {};
}

export const undoKeys = '{Control>}z{/Control}';
export const redoKeys = '{Control>}{Shift>}z{/Shift}{/Control}';
export const saveKeys = '{Control>}s{/Control}';

export const formAlongside = { 'field.blurred': 'The focus goes from a field to what is clicked, or to a message.' } as const;

const errors = page.getByRole('region', { name: 'What needs another look' });
const leaveQuestion = page.getByRole('alertdialog');

/** Of the page that is open. */
let seenFailures = 0;

/** The form shows the values of the context, messages, and what is changed; what prevented a save takes the focus. */
export async function seeFields({ snapshot }: Now): Promise<void> {
  if (!snapshot.hasTag('ready')) return;
  const view = settingsScreenView(snapshot, 'Mia Agent');
  for (const { field, value, error, changed } of view.sections.flatMap(({ fields }) => fields)) {
    if (field.kind === 'checkbox') continue;
    const element = control(field.key);
    await expect.element(element).toHaveValue(String(value ?? ''));
    if (error === null) await expect.element(element).not.toHaveAttribute('aria-invalid', 'true');
    else await expect.element(element).toHaveAccessibleDescription(expect.stringContaining(error));
    await expect.poll(() => page.getByRole('button', { name: `Revert ${field.label}` }).query() !== null).toBe(changed);
  }
  await expect.poll(() => errors.query() !== null).toBe(view.refusal !== null || view.errorSummary.length > 0);
  for (const { message } of view.errorSummary) await expect.element(errors.getByText(message, { exact: false })).toBeVisible();
  for (const { text, kind } of view.banners) {
    if (kind !== 'restoredDraft') await expect.element(page.getByRole('status').getByText(text)).toBeVisible();
    else await expect.element(page.getByText(/^Unsaved changes from .* restored$/)).toBeVisible();
  }
  for (const { label } of view.codeWarnings) await expect.element(page.getByText(`${label} does not parse`)).toBeVisible();
  const { failedSaves } = snapshot.context;
  if (failedSaves > seenFailures && showsMessage(snapshot)) {
    await expect.poll(() => document.activeElement?.ariaLabel).toBeOneOf(['What needs another look', 'Code that does not parse']);
  }
  seenFailures = failedSaves;
}

export const noQuestion = () => expect.element(leaveQuestion).not.toBeInTheDocument();

const silent = 'The device keeps a draft without a word; that it can not is a banner.';

export const formStates = {
  'ready.form.error': () => expect.element(errors).toBeVisible(),
  'ready.draft.resting': silent,
  'ready.draft.waiting': silent,
  'ready.draft.saving': silent,
  'ready.draft.removing': silent,
  'ready.grouping.settled': 'What one undo takes back shows when it is pressed.',
  'ready.grouping.typing': () => expect.poll(() => document.activeElement?.matches('input')).toBe(true),
  'ready.conflicts.asking': ({ snapshot }: Now) =>
    expect.poll(() => conflictMark.query() !== null).toBe(conflictsOf(snapshot.context).length > 0),
  'ready.conflicts.resolving': 'The picker has closed; the choice is written within moments.',
} as const;
