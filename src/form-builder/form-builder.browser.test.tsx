import '#src/styles.css';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FieldValue, FormFieldsField } from '#contract/fields/field.ts';
import { validateField } from '#contract/fields/index.ts';
import { readFormFields } from '#contract/forms/form-field.ts';
import { formFieldsRules, formFieldsValue } from '#contract/forms/form-fields-rules.ts';
import type { EditNote } from '#machines/ports.ts';
import { FormFieldsFieldView } from '#src/fields/form-fields-field.tsx';
import { rootForEach } from '#src/ui/testing/root-for-each.ts';

vi.mock('#src/app/use-app.ts', () => {
  const none = () => undefined;
  return { useApp: () => ({ notify: none, toasts: { send: none, follow: () => none } }) };
});

/** How often rows were drawn: each draws the icon of its type. */
const drawn = vi.hoisted(() => ({ rows: 0 }));
vi.mock('./type-icons.tsx', async (original) => {
  const { typeIcons } = await original<typeof import('./type-icons.tsx')>();
  const Counted = () => {
    drawn.rows += 1;
    return null;
  };
  return { typeIcons: { ...typeIcons, text: Counted } };
});

const at = rootForEach();
const field: FormFieldsField = { kind: 'formFields', key: 'fields', label: 'Fields', rules: formFieldsRules };
const named = (...labels: string[]) => labels.map((label) => ({ type: 'text', label, key: label.toLowerCase() }));

let value: FieldValue;
let notes: (EditNote | undefined)[];
/** As the form around it does by its undo. */
let replace: (next: FieldValue) => void;

function Form({ initial }: { readonly initial: FieldValue }) {
  const [current, setCurrent] = useState<FieldValue>(() => formFieldsValue(readFormFields(initial)));
  const [isLeft, setLeft] = useState(false);
  value = current;
  replace = setCurrent;
  return (
    <FormFieldsFieldView
      field={field}
      id="fields"
      value={current}
      stored={initial}
      error={isLeft ? validateField(field, current) : null}
      changed={false}
      onChange={(next, note) => {
        setCurrent(next);
        notes.push(note);
      }}
      onBlur={() => setLeft(true)}
      onRevert={() => undefined}
    />
  );
}

async function open(initial: FieldValue, width = 1000): Promise<void> {
  await page.viewport(width, 800);
  at.root.render(<Form initial={initial} />);
  await expect.poll(() => document.querySelector('[data-add-field]')).not.toBeNull();
}

const built = () => readFormFields(value);
const labels = () => built().map((each) => (each.type === 'unread' ? '?' : each.label));
const row = (name: string) =>
  page
    .getByRole('button', { name: `Move ${name}`, exact: true })
    .element()
    .closest('li')
    ?.querySelector<HTMLElement>('[data-row-focus]');
const focused = () =>
  document.activeElement instanceof HTMLInputElement ? document.activeElement.value : document.activeElement?.textContent;

beforeEach(() => {
  notes = [];
});

it('by the keyboard alone: a field by the palette, one by "/", its label, and values', async () => {
  await open([]);
  page.getByRole('button', { name: 'Email', exact: true }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(focused, { message: 'the label is selected' }).toBe('Email');
  await userEvent.keyboard('Work mail');
  expect(built()).toMatchObject([{ type: 'email', label: 'Work mail', key: 'work_mail' }]);
  expect(new Set(notes.slice(1).map((note) => note?.typing)).size, 'typing is one step').toBe(1);

  row('Work mail')?.focus();
  await userEvent.keyboard('/');
  await expect.element(page.getByRole('combobox', { name: 'Search field types' })).toHaveFocus();
  await userEvent.keyboard('sel{Enter}');
  await expect.poll(focused).toBe('Select');
  await userEvent.keyboard('Kind{Tab}House{Enter}');
  await expect.poll(focused).toBe('Option 3');
  await userEvent.keyboard('Land{Alt>}{ArrowUp}{/Alt}');
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Value 1');
  expect(built()[1]).toMatchObject({ label: 'Kind', values: [{ label: 'Land' }, { label: 'House' }, { label: 'Option 2' }] });
});

it('a pasted list is a value for each line; over a selected value it takes its place', async () => {
  await open([{ type: 'radio', label: 'Kind', key: 'kind', values: ['House'] }]);
  row('Kind')?.click();
  await expect.element(page.getByRole('textbox', { name: 'Value 1' })).toBeVisible();
  const input = () => page.getByRole('textbox', { name: 'Value 1' }).element();
  const paste = (text: string) => {
    const data = new DataTransfer();
    data.setData('text', text);
    input().dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  };
  const values = () => built().flatMap((each) => (each.type === 'unread' ? [] : each.values.map(({ label }) => label)));
  paste('Unit\nLand\n');
  await expect.poll(values).toEqual(['House', 'Unit', 'Land']);
  const first = input();
  if (first instanceof HTMLInputElement) first.select();
  paste('Villa\nFarm');
  await expect.poll(values).toEqual(['Villa', 'Farm', 'Unit', 'Land']);
});

it('the undo of the form around it keeps the editor open at its field', async () => {
  await open(named('Name', 'Phone'));
  const before = value;
  row('Phone')?.click();
  await expect.poll(focused).toBe('Phone');
  await userEvent.keyboard(' number');
  expect(labels()).toEqual(['Name', 'Phone number']);
  replace(before);
  await expect.poll(focused).toBe('Phone');
  expect(notes, 'it is no change of the builder').toHaveLength(' number'.length);
});

it('a key draws the rows that it changes, and no others', async () => {
  await open(named(...Array.from({ length: 50 }, (_, place) => `Field ${place}`)));
  const rowsDrawnBy = async (act: () => Promise<void> | void, done: () => unknown) => {
    drawn.rows = 0;
    await act();
    await expect.poll(done).toBeTruthy();
    return drawn.rows;
  };
  const announced = (text: string) => [...document.querySelectorAll('[role=status]')].some(({ textContent }) => textContent === text);
  page.getByRole('button', { name: 'Move Field 7', exact: true }).element().focus();
  await userEvent.keyboard(' ');
  await expect.poll(() => announced('Field 7 lifted')).toBe(true);
  const step = () =>
    rowsDrawnBy(
      () => userEvent.keyboard('{ArrowDown}'),
      () => announced('Field 7 moved to 9 of 50'),
    );
  expect(await step(), 'the row that is moved, and the one that it passes').toBe(2);
  await userEvent.keyboard('{Escape}');
  row('Field 3')?.click();
  await expect.poll(focused).toBe('Field 3');
  const typed = await rowsDrawnBy(
    () => userEvent.keyboard('x'),
    () => labels()[3]?.endsWith('x'),
  );
  // The editor draws the icon too, in its heading.
  expect(typed).toBeLessThanOrEqual(2);
});

it('a label that is left empty is a problem at its row and in the editor', async () => {
  await open(named('Name'));
  row('Name')?.click();
  await expect.poll(focused).toBe('Name');
  await userEvent.clear(document.activeElement ?? document.body);
  expect(document.querySelectorAll('[aria-invalid]')).toHaveLength(0);
  await userEvent.tab();
  await expect.element(page.getByRole('textbox', { name: 'Label' })).toHaveAttribute('aria-invalid', 'true');
  expect(document.querySelector('[data-builder-row]')?.textContent).toContain('Label is required.');
});

it.each([1000, 375])('a link of the error summary leads to the very control, %i px wide', async (width) => {
  await open([...named('Name', 'Phone'), { type: 'select', label: 'Kind', key: 'phone', values: ['House'] }], width);
  expect(validateField(field, value)).toContain('Field 3');
  row('Name')?.focus();
  document.getElementById('fields')?.focus();
  expect(document.getElementById('fields-editor-key'), 'nothing was tried').toBeNull();
  row('Name')?.focus();
  row('Name')?.click();
  await expect.element(page.getByRole('textbox', { name: 'Label' })).toHaveValue('Name');
  // Leaving a control of the editor counts as a try.
  page.getByRole('textbox', { name: 'Label' }).element().focus();
  await userEvent.tab();
  if (width < 768) {
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull();
  }
  document.getElementById('fields')?.focus();
  await expect.poll(() => document.activeElement?.id).toBe('fields-editor-key');
  await expect.element(page.getByRole('textbox', { name: 'Key' })).toHaveValue('phone');
});

it('says once that there is nothing to fill in', async () => {
  await open([...named('Name'), { type: 'heading', label: 'About you' }]);
  row('Name')?.click();
  await expect.poll(focused).toBe('Name');
  await userEvent.tab();
  row('Name')?.focus();
  await userEvent.keyboard('{Delete}');
  await expect.poll(labels).toEqual(['About you']);
  expect(document.body.textContent?.split('Add a field that visitors can fill in.')).toHaveLength(2);
});

it('on a phone the menu stands for the palette, and the editor is a sheet', async () => {
  await open([], 375);
  await page.getByRole('button', { name: 'Add a field' }).click();
  await expect.element(page.getByRole('combobox', { name: 'Search field types' })).toHaveFocus();
  await userEvent.keyboard('date{Enter}');
  await expect.element(page.getByRole('dialog', { name: 'Date' })).toBeVisible();
  await userEvent.fill(page.getByRole('textbox', { name: 'Label' }), 'Moving in');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull();
  expect(labels()).toEqual(['Moving in']);
});

const palette = () => document.querySelector('[aria-label="Field types"]');

it.each([1400, 1000, 760])('the palette stays when a field is added and its editor opens, %i px wide', async (width) => {
  await open(named('Name', 'Phone'), width);
  const before = palette();
  await page.getByRole('button', { name: 'Email', exact: true }).click();
  await expect.poll(focused).toBe('Email');
  expect(palette()).toBe(before);
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await expect.poll(labels).toEqual(['Name', 'Phone', 'Email', 'Select']);
});

it('with text at 200 % the form takes the room that a palette would not leave it', async () => {
  document.documentElement.style.fontSize = '200%';
  try {
    await open(named('Name'));
    await expect.poll(palette).toBeNull();
  } finally {
    document.documentElement.style.fontSize = '';
  }
});

/** How many lines a word of a row's name is on, by its letters. */
function linesOfWords(name: string): readonly number[] {
  const text = [...(row(name)?.querySelectorAll('span > span') ?? [])].find(({ textContent }) => textContent === name)?.firstChild;
  if (!(text instanceof Text)) throw new TypeError(`no row ${name}`);
  return Array.from(name.matchAll(/\S+/gu), ({ 0: word, index }) => {
    const range = new Range();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  });
}
const isCut = (name: string) =>
  [...(row(name)?.querySelectorAll('span') ?? [])].some((each) => each.scrollWidth > each.clientWidth && each.clientWidth > 0);

it.each([
  { size: '200%', width: 375, isBelow: true },
  { size: '200%', width: 320, isBelow: true },
  { size: '100%', width: 375, isBelow: false },
  { size: '100%', width: 900, isBelow: false },
  { size: '200%', width: 768, isBelow: false },
])('the name of a field is whole with text at $size in $width px', async ({ size, width, isBelow }) => {
  document.documentElement.style.fontSize = size;
  try {
    const names = ['Name', 'Phone number', 'Preferred time'];
    // With the icon of their type, which is left out for texts here.
    await open(
      names.map((label, n) => ({ type: 'email', label, key: `key_${n}` })),
      width,
    );
    for (const name of names) {
      const button = row(name)?.getBoundingClientRect();
      const controls = [`Move ${name}`, `More for ${name}`].map((label) =>
        page.getByRole('button', { name: label, exact: true }).element().getBoundingClientRect(),
      );
      expect([name, isCut(name), new Set(linesOfWords(name))]).toEqual([name, false, new Set([1])]);
      expect(controls.map(({ top }) => top >= (button?.bottom ?? 0))).toEqual([isBelow, isBelow]);
    }
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  } finally {
    document.documentElement.style.fontSize = '';
  }
});
