import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { FieldValue, ThemeColorField } from '#contract/fields/field.ts';
import { ThemeColorFieldView } from './theme-color-field.tsx';
import { rootForEach } from '#src/ui/testing/root-for-each.ts';

const field: ThemeColorField = {
  kind: 'themeColor',
  key: 'menu_font_color',
  label: 'Menu font colour',
  options: [
    { value: 'white', label: 'White', color: '#ffffff' },
    { value: 'dark', label: 'Black', color: '#000000' },
  ],
};
let value: FieldValue;
const at = rootForEach();

function Form() {
  const [current, setCurrent] = useState<FieldValue>('white');
  value = current;
  return (
    <ThemeColorFieldView
      field={field}
      id={field.key}
      value={current}
      error={null}
      changed={false}
      contrast={{ ratio: 4.6, text: '4.6 to 1 on menu background colour', isLow: false }}
      onChange={setCurrent}
      onBlur={() => undefined}
      onRevert={() => undefined}
    />
  );
}

const row = () => {
  const button = document.getElementById(field.key);
  if (!button) throw new Error('there is no row');
  return button;
};
const radios = () => [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')];

beforeEach(() => {
  at.root.render(<Form />);
});

it('is one row with its name, value and contrast, and opens its colours on demand', async () => {
  await expect.poll(() => at.place.textContent).toContain('Menu font colour');
  expect([
    row().ariaLabelledByElements?.map((part) => part.textContent),
    at.place.querySelector('[aria-label^=Contrast]')?.ariaLabel,
    radios(),
  ]).toEqual([['Menu font colour', 'White'], 'Contrast 4.6 to 1 on menu background colour', []]);
  expect(row().offsetHeight).toBeLessThanOrEqual(40);
  await userEvent.click(row());
  await expect.poll(() => radios().length).toBe(2);
  const [, black] = radios();
  if (black) await userEvent.click(black);
  await expect.poll(() => radios().length).toBe(0);
  expect([value, row().textContent]).toEqual(['dark', 'Black']);
  await expect.poll(() => document.activeElement?.id).toBe(field.key);
});

it('is chosen from by the keyboard alone; Escape closes and returns the focus', async () => {
  await expect.poll(() => at.place.textContent).toContain('Menu font colour');
  row().focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => radios().length).toBe(2);
  await expect.poll(() => document.activeElement).toBe(radios()[0]);
  await userEvent.keyboard('{ArrowDown}');
  expect([value, radios().length]).toEqual(['dark', 2]);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.activeElement?.id).toBe(field.key);
});
