import '#src/styles.css';
import { useState } from 'react';
import { expect, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Field } from '#contract/fields/field.ts';
import { fieldsOf } from '#contract/settings/screen.ts';
import { siteInfo } from '#contract/settings/site-info.ts';
import { uploadPaths } from '#machines/upload/upload.paths.ts';
import type { Situation } from '#machines/testing/paths.ts';
import { useFileField } from '#src/form/use-file-field.ts';
import { FieldDataContext } from '#src/fields/field-data.ts';
import { FieldControl } from '#src/fields/registry.tsx';
import { openConsole } from './fake-console.ts';
import { walkOnPage } from './walk-on-page.ts';

vi.mock('#src/app/use-machine-actor.ts', () => import('./walked-actor.ts'));
vi.mock('#src/app/use-client-services.ts', () => import('./fake-console.ts'));
// A chosen file is known by the plan's handle.
vi.mock('#src/offline/sources-of.ts', () => ({ uploadsOf: () => ({ register: () => 'h1', blob: async () => null }) }));

type Machine = typeof uploadPaths.machine;
type Now = Situation<Machine>;

const [field] = fieldsOf(siteInfo).filter(({ key }) => key === 'favicon');
if (!field) throw new Error('the field of a picture is gone');
const favicon: Field = field;

interface Given {
  readonly fileId: string | null;
  readonly storedId: string | null;
}

let opened = openConsole();
/** Gives the field another value, as its form does when something is undone, reverted or saved. */
let give: (given: Given) => void = () => undefined;
let chosen = 0;

/** The field as it stands in a form, with the form's part of it: its value, and what is stored. */
function FormOfOneField({ input }: { readonly input: Given }) {
  const [{ fileId, storedId }, setGiven] = useState<Given>(input);
  give = setGiven;
  return (
    <FieldDataContext value={{ websiteId: '5', useFile: useFileField, onFileDropped: () => undefined }}>
      <FieldControl
        field={favicon}
        id="favicon"
        value={fileId}
        stored={storedId}
        error={null}
        changed={false}
        onChange={(value) => setGiven((given) => ({ ...given, fileId: typeof value === 'string' ? value : null }))}
        onBlur={() => undefined}
        onRevert={() => undefined}
      />
    </FieldDataContext>
  );
}

const button = (name: string | RegExp) => page.getByRole('button', { name });
const choose = button(/^(?:Choose a file|Choose another file|Upload new): Favicon$/);
const remove = button('Remove Favicon');
const cancel = button(/^Cancel the upload/);
const retry = button('Try again: Favicon');

const isUnsaved = ({ context }: Now): boolean => context.fileId !== context.storedId;
const isLoading = (now: Now): boolean => ['loading', 'checking', 'storing', 'retrying', 'discarding'].some((state) => now.matches(state));

/** Where the field has a button for it. */
function hasControl(now: Now, event: string): boolean {
  switch (event) {
    case 'file.chosen':
      // Of a file that is being sent, only Cancel is left.
      return !now.matches({ pending: 'uploading' });
    case 'file.removed':
      // Of a file that was not accepted, Remove takes back the choice, if there is one to take back.
      return (
        ['ready', 'unavailable', 'missing'].some((state) => now.matches(state)) ||
        now.matches({ pending: 'waiting' }) ||
        (now.matches('error') && !isUnsaved(now))
      );
    default:
      return true;
  }
}

/** By the button, by a drop on the field, or by pasting into it: one after the other, where the field takes all three. */
async function chooseFile(isBusy: boolean): Promise<void> {
  chosen += 1;
  const file = new File(['a picture'], 'logo.png', { type: 'image/png' });
  const files = new DataTransfer();
  files.items.add(file);
  const control = choose.element();
  const options = { bubbles: true, cancelable: true };
  if (isBusy || chosen % 3 === 0) {
    const input = document.querySelector('input[type=file]');
    if (!(input instanceof HTMLInputElement)) throw new Error('the field has no input for files');
    const asked = Promise.withResolvers<void>();
    const noDialog = (event: Event) => {
      // The browser's own dialog would wait for a person.
      event.preventDefault();
      asked.resolve();
    };
    input.addEventListener('click', noDialog, { once: true });
    await choose.click();
    await asked.promise;
    await userEvent.upload(input, file);
  } else if (chosen % 3 === 1) {
    control.dispatchEvent(new DragEvent('dragover', { ...options, dataTransfer: files }));
    control.dispatchEvent(new DragEvent('drop', { ...options, dataTransfer: files }));
  } else {
    control.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: files }));
  }
}

const seeLoading = async () => {
  await expect.element(page.getByRole('status').getByText('Loading the picture…')).toBeVisible();
  await expect.element(remove).not.toBeInTheDocument();
};
const seeName = (name: string | undefined) => expect.element(page.getByText(name ?? 'the file', { exact: false })).toBeVisible();
const seeAlert = (text: string | null) => expect.element(page.getByRole('alert').filter({ hasText: text ?? 'no message' })).toBeVisible();
const note = page.getByText('On this device. It is sent as soon as it can be.');
const store = 'the client store, whose entry in the outbox the field follows';

await walkOnPage<Machine>({
  name: 'upload',
  plan: uploadPaths,
  rules: {
    isPossible(now, event) {
      // A form that gives what the field has already gives nothing.
      if (event.type === 'value.given' && 'fileId' in event && 'storedId' in event)
        return event.fileId !== now.context.fileId || event.storedId !== now.context.storedId;
      return hasControl(now, event.type);
    },
  },
  open: (input) => {
    opened = openConsole();
    return <FormOfOneField input={input} />;
  },
  events: {
    'value.given': async ({ fileId, storedId }) => give({ fileId, storedId }),
    'file.chosen': (_, { snapshot }) => chooseFile(isLoading(snapshot)),
    'file.removed': () => remove.click(),
    'upload.cancelled': (_, { snapshot }) => (snapshot.matches('pending') ? cancel : remove).click(),
    'retry.requested': () => retry.click(),
    'connection.restored': async () => opened.setOnline(true),
    'upload.progressed': store,
    'upload.waited': store,
    'upload.sent': store,
    'upload.rejected': store,
    'upload.dropped': store,
  },
  missing: {
    'upload.error --file.removed[0]': 'Remove takes back an unsaved file that was rejected, which is upload.cancelled.',
  },
  alongside: { 'value.given': 'The form has the value that the field has given it, and gives it back.' },
  states: {
    empty: async () => {
      await expect.element(choose).toHaveAccessibleName('Choose a file: Favicon');
      await expect.element(remove).not.toBeInTheDocument();
    },
    loading: seeLoading,
    checking: seeLoading,
    storing: seeLoading,
    retrying: seeLoading,
    discarding: seeLoading,
    ready: async ({ snapshot }) => {
      await seeName(snapshot.context.info?.name);
      await expect.element(remove).toBeVisible();
      await expect.element(note).not.toBeInTheDocument();
    },
    unavailable: async ({ snapshot }) => {
      await expect.element(page.getByText(snapshot.context.message ?? 'no message')).toBeVisible();
      await expect.element(retry).toBeVisible();
    },
    missing: async ({ snapshot }) => {
      await seeAlert(snapshot.context.message);
      await expect.element(choose).toHaveAccessibleName('Choose another file: Favicon');
    },
    storeError: async ({ snapshot }) => {
      await seeAlert('An error occurred while uploading the file.');
      await seeAlert(snapshot.context.message);
      await expect.element(retry).toBeVisible();
    },
    'pending.waiting': async ({ snapshot }) => {
      await seeName(snapshot.context.info?.name);
      await expect.element(note).toBeVisible();
    },
    'pending.uploading': async ({ snapshot: { context } }) => {
      const bar = page.getByRole('progressbar', { name: `Uploading ${context.info?.name ?? 'the file'}` });
      await expect.element(bar).toBeVisible();
      await expect.element(bar).toHaveAttribute('value', String(context.percent));
    },
    error: async ({ snapshot }) => {
      await seeAlert(snapshot.context.message);
      await expect.element(retry).toBeVisible();
    },
  },
  async always({ snapshot }) {
    const { problem } = snapshot.context;
    if (problem !== null) await expect.element(page.getByText(problem)).toBeVisible();
    await expect.poll(() => cancel.query() !== null).toBe(snapshot.matches('pending') && snapshot.can({ type: 'upload.cancelled' }));
  },
});
