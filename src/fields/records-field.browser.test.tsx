import { useState } from 'react';
import { userEvent } from 'vitest/browser';
import { expect, it, vi } from 'vitest';
import { limits } from '#contract/limits.ts';
import type { FieldValue, RecordsField } from '#contract/fields/field.ts';
import { type Choices, FieldDataContext } from './field-data.ts';
import { RecordsFieldView } from './records-field.tsx';
import { rootForEach } from '#src/ui/testing/root-for-each.ts';

const field: RecordsField = { kind: 'records', key: 'people', label: 'People', list: 'staff' };
const items = ['Ada', 'Ben', 'Chiara'].map((label, at) => ({ id: `${at + 1}`, label }));
let value: FieldValue;
const at = rootForEach();

const useFound = (_: string, __: string, text: string): Choices => ({ status: 'ready', items: [{ id: '300', label: `${text} found` }] });

function Form({ initial, choices }: { readonly initial: readonly string[]; readonly choices: Choices }) {
  const [current, setCurrent] = useState<FieldValue>(initial);
  value = current;
  const rest = { field, id: 'people', error: null, changed: false, pendingMark: null, onBlur: () => undefined, onRevert: () => undefined };
  return (
    <FieldDataContext value={{ lists: { staff: choices }, useFound }}>
      <RecordsFieldView {...rest} value={current} onChange={setCurrent} />
    </FieldDataContext>
  );
}

const show = (initial: readonly string[], choices: Choices = { status: 'ready', items }) =>
  at.root.render(<Form initial={initial} choices={choices} />);
const chips = () => [...at.place.querySelectorAll('li')].map((chip) => chip.textContent);
const found = (role: string, name: string) => {
  const element = [...document.querySelectorAll<HTMLElement>(`[role=${role}], ${role}`)].find(
    (each) => each.getAttribute('aria-label') === name || each.textContent === name,
  );
  if (!element) throw new Error(`there is no ${role} ${name}`);
  return element;
};

it('adds one after the other by the keyboard alone, and removes one', async () => {
  show([]);
  await expect.poll(() => found('button', 'Add a staff member: People')).toBeDefined();
  found('button', 'Add a staff member: People').focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('combobox');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(value).toEqual(['2']);
  await userEvent.keyboard('ad');
  await userEvent.keyboard('{Enter}');
  expect([value, chips()]).toEqual([
    ['2', '1'],
    ['Ben', 'Ada'],
  ]);
  await expect.poll(() => document.body.textContent).toContain('Already chosen.');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.querySelector('[role=combobox]')).toBeNull();
  await userEvent.click(found('button', 'Remove Ben'));
  expect([value, chips()]).toEqual([['1'], ['Ada']]);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove Ada');
});

it('searches a long list on the server, and remembers the names of its results', async () => {
  const onMore = vi.fn<() => void>();
  show([], { status: 'ready', items, total: 240, onMore });
  await expect.poll(() => found('button', 'Add a staff member: People')).toBeDefined();
  found('button', 'Add a staff member: People').focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('combobox');
  expect(document.body.textContent).toContain('There are more. Type to find them.');
  await userEvent.keyboard('Zoe');
  await userEvent.click(found('option', 'Zoe found'));
  expect([value, chips()]).toEqual([['300'], ['Zoe found']]);
  expect(onMore).not.toHaveBeenCalled();
});

it('loads more of a list where a chosen item is not in its beginning, and marks one that no longer exists', async () => {
  const onMore = vi.fn<() => void>();
  show(['77', '1'], { status: 'ready', items, total: 240, onMore });
  await expect.poll(() => chips()).toEqual(['A staff member further down the list', 'Ada']);
  // An effect calls it, which may run after the drawing.
  await expect.poll(() => onMore.mock.calls.length).toBeGreaterThan(0);
  show(['77', '1'], { status: 'ready', items, total: 3 });
  await expect.poll(() => chips()).toEqual(['A staff member that no longer exists', 'Ada']);
});

it('stops at the maximum that can be chosen', async () => {
  show(Array.from({ length: limits.recordsPerSetting }, (_, at) => `${at}`));
  await expect.poll(() => at.place.textContent).toContain(`These are ${limits.recordsPerSetting}, the most that can be chosen.`);
  expect(found('button', 'Add a staff member: People')).toHaveProperty('disabled', true);
});
