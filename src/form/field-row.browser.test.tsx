import '#src/styles.css';
import { useSelector } from '@xstate/react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { PendingChange } from '#machines/ports.ts';
import { initial, open } from '#machines/settings-screen/settings-screen.opened.ts';
import { snapshotOf } from '#machines/settings-screen/settings-screen.paths.ts';
import { settingsScreenView } from '#machines/settings-screen/settings-screen.view.ts';
import { FieldRow } from './field-row.tsx';

let place: HTMLElement;
let root: Root;

beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  root.unmount();
  place.remove();
});

type Actor = Awaited<ReturnType<typeof open>>['actor'];

function Rows({ actor }: { readonly actor: Actor }) {
  const { sections } = settingsScreenView(useSelector(actor, (snapshot) => snapshot));
  return sections.flatMap(({ fields }) =>
    fields.map((view) => <FieldRow key={view.field.key} actor={actor} view={view} saving={false} offline={false} />),
  );
}

const disputed = (value: string) => {
  const phone: PendingChange = { status: 'conflict', message: null, conflict: { opId: value, value: [value], at: null, by: 'Mia' } };
  return snapshotOf(initial, { pendingFields: { phone } });
};

it('a conflict that arrives moves nothing: only a click on its mark opens the picker', async () => {
  // The picker would be there at once.
  await import('./field-conflict.tsx');
  const { actor, receive } = await open();
  root.render(<Rows actor={actor} />);
  const email = page.getByRole('textbox', { name: 'Email' });
  await expect.element(email).toBeVisible();
  const top = () => email.element().getBoundingClientRect().top;
  const before = top();
  const mark = page.getByRole('button', { name: 'Needs attention: changed elsewhere too. Choose which to keep for Phone' });
  const picker = page.getByRole('group');

  receive(disputed('2'));
  await expect.element(mark).toHaveAttribute('aria-expanded', 'false');
  expect(top()).toBe(before);
  await mark.click();
  await expect.element(picker).toBeVisible();
  await mark.click();
  await expect.element(picker).not.toBeInTheDocument();

  await mark.click();
  await expect.element(picker).toBeVisible();
  receive(snapshotOf(initial));
  await expect.element(mark).not.toBeInTheDocument();
  receive(disputed('3'));
  await expect.element(mark).toHaveAttribute('aria-expanded', 'false');
  expect(top(), 'the next conflict does not open by itself either').toBe(before);
});
