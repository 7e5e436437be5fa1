import '#src/styles.css';
import { useSelector } from '@xstate/react';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PendingChange } from '#machines/ports.ts';
import { initial, open } from '#machines/settings-screen/settings-screen.opened.ts';
import { snapshotOf } from '#machines/settings-screen/settings-screen.paths.ts';
import { settingsScreenView } from '#machines/settings-screen/settings-screen.view.ts';
import { FieldRow } from './field-row.tsx';
import { fieldConflict } from './choice-parts.tsx';
import { SettingsBanners } from './settings-banners.tsx';
import { LabelledControl } from '#src/ui/field.tsx';
import { FieldMarks } from '#src/ui/field-marks.tsx';
import { layoutStyle } from '#src/ui/section-card.tsx';
import { rootForEach } from '#src/ui/testing/root-for-each.ts';

const at = rootForEach();

type Actor = Awaited<ReturnType<typeof open>>['actor'];

function Rows({ actor }: { readonly actor: Actor }) {
  const { sections, banners } = settingsScreenView(useSelector(actor, (snapshot) => snapshot));
  return (
    <>
      {sections.flatMap(({ fields }) =>
        fields.map((view) => <FieldRow key={view.field.key} actor={actor} view={view} saving={false} disconnection={null} />),
      )}
      <SettingsBanners banners={banners} actor={actor} />
    </>
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
  at.root.render(<Rows actor={actor} />);
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

  receive(snapshotOf(initial));
  await expect.element(mark).not.toBeInTheDocument();
  receive(disputed('3'));
  await expect.element(mark).toHaveAttribute('aria-expanded', 'false');
  expect(top(), 'the next conflict does not open by itself either').toBe(before);
});

it('a conflict that ends while its picker is open leaves it there, resolved, until the person closes it', async () => {
  await import('./field-conflict.tsx');
  const { actor, receive } = await open();
  at.root.render(<Rows actor={actor} />);
  const mark = page.getByRole('button', { name: 'Needs attention: changed elsewhere too. Choose which to keep for Phone' });
  const resolvedMark = page.getByRole('button', { name: 'Resolved. Close the choice for Phone' });
  const picker = page.getByRole('group');
  const close = picker.getByRole('button', { name: 'Close' });
  const email = page.getByRole('textbox', { name: 'Email' });
  const phone = page.getByRole('textbox', { name: 'Phone' });
  const opened = async (value: string) => {
    receive(disputed(value));
    await mark.click();
    await expect.element(picker.getByText('Mia changed this too. Choose which to keep.')).toBeVisible();
  };
  const resolved = async () => {
    const before = email.element().getBoundingClientRect().top;
    receive(snapshotOf(initial));
    await expect.element(picker.getByText('This is resolved: there is nothing left to choose.')).toBeVisible();
    await expect.element(page.getByRole('status').filter({ hasText: 'The conflict in Phone is resolved.' })).toBeInTheDocument();
    expect(email.element().getBoundingClientRect().top, 'nothing moves').toBe(before);
  };

  await opened('2');
  await resolved();
  await expect.element(resolvedMark, { message: 'the mark keeps the focus' }).toHaveFocus();
  await resolvedMark.click();
  await expect.element(picker).not.toBeInTheDocument();
  await expect.element(phone).toHaveFocus();

  await opened('3');
  const theirs = picker.getByRole('radio', { name: 'On the server: Phone' });
  await theirs.click();
  await resolved();
  await expect.element(theirs, { message: 'the side that was being read keeps the focus' }).toHaveFocus();
  await picker.getByRole('radio', { name: 'Yours: Phone' }).click({ force: true });
  await expect.element(theirs, { message: 'nothing can be chosen' }).toBeChecked();
  await close.click();
  await expect.element(picker).not.toBeInTheDocument();
  await expect.element(phone).toHaveFocus();

  await opened('4');
  await picker.getByRole('radio', { name: 'Yours: Phone' }).click();
  await resolved();
  await email.click();
  await expect.element(picker, { message: 'a click elsewhere moves nothing' }).toBeVisible();
  await close.element().focus();
  await userEvent.tab();
  await expect.element(picker, { message: 'the focus has left it' }).not.toBeInTheDocument();
  await expect.element(email).toHaveFocus();
});

it('a choice whose code did not load says so, and opens with the next click once the code loads', async () => {
  const { actor, receive } = await open();
  at.root.render(<Rows actor={actor} />);
  receive(disputed('2'));
  const code = [vi.spyOn(fieldConflict, 'read').mockReturnValue(null), vi.spyOn(fieldConflict, 'preload').mockResolvedValue()];
  const banner = page.getByRole('button', { name: 'Choose which to keep', exact: true });
  const missing = page.getByText(
    'The choice can’t be shown. A part of the console could not be loaded. Check your connection and try again.',
  );
  const mark = page.getByRole('button', { name: 'Needs attention: changed elsewhere too. Choose which to keep for Phone' });
  await banner.click();
  await expect.element(missing).toBeVisible();
  await mark.click();
  await expect.element(missing.nth(1), { message: 'at the field too' }).toBeVisible();
  await mark.click();
  for (const spy of code) spy.mockRestore();
  await banner.click();
  await expect.element(page.getByRole('group')).toBeVisible();
  await expect.element(missing).not.toBeInTheDocument();
});

it('the mark of a conflict is not cut on a narrow screen', async () => {
  await page.viewport(320, 700);
  const { actor, receive } = await open();
  at.root.render(<Rows actor={actor} />);
  receive(disputed('2'));
  const text = page.getByText('Needs attention: changed elsewhere too', { exact: true });
  await expect.element(text).toBeVisible();
  expect(text.element().scrollWidth).toBeLessThanOrEqual(text.element().clientWidth);
  await page.viewport(1280, 900);
});

it('with text at 200 % on a phone the label of the builder is one word', async () => {
  document.documentElement.style.fontSize = '200%';
  try {
    at.root.render(
      <div style={{ width: 311 }} className={layoutStyle({ layout: 'whole' })}>
        <div>
          <LabelledControl
            id="fields"
            label="Fields"
            required
            group
            marks={<FieldMarks id="fields" label="Fields" onRevert={() => undefined} />}
          >
            {() => null}
          </LabelledControl>
        </div>
      </div>,
    );
    const label = page.getByText('Fields', { exact: true });
    await expect.element(label).toBeVisible();
    expect(label.element().getBoundingClientRect().height).toBeLessThan(70);
  } finally {
    document.documentElement.style.fontSize = '';
  }
});
