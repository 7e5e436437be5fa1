import { useState } from 'react';
import { userEvent } from 'vitest/browser';
import { beforeEach, expect, it } from 'vitest';
import { SearchList } from './search-list.tsx';
import { rootForEach } from '#src/ui/testing/root-for-each.ts';

const all = ['Ada', 'Adam', 'Ben', 'Chiara'].map((label) => ({ id: label.toLowerCase(), label, current: label === 'Ben' }));
let chosen: string[];
const at = rootForEach();

function People() {
  const [query, setQuery] = useState('');
  const items = all.filter(({ label }) => label.toLowerCase().includes(query));
  return <SearchList label="People" focusOnOpen query={query} items={items} onQuery={setQuery} onChoose={(id) => chosen.push(id)} />;
}

beforeEach(async () => {
  chosen = [];
  at.root.render(<People />);
  await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('combobox');
});

/** The option that Enter would choose, as a screen reader gets it. */
const active = () => document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')?.textContent;
const option = (name: string) => {
  const found = [...at.place.querySelectorAll('[role=option]')].find(({ textContent }) => textContent === name);
  if (!found) throw new Error(`there is no option ${name}`);
  return found;
};

it('highlights the first option, and keeps the highlighted one while the list gets shorter', async () => {
  await expect.poll(active).toBe('Ada');
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(active).toBe('Adam');
  await userEvent.keyboard('ad');
  await expect.poll(() => at.place.querySelectorAll('[role=option]').length).toBe(2);
  await expect.poll(active).toBe('Adam');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => chosen).toEqual(['ada', 'adam']);
  await userEvent.clear(document.activeElement ?? at.place);
  await userEvent.keyboard('chi');
  await expect.poll(active).toBe('Chiara');
});

it('keeps the focus and the typed text in the search box when an option is clicked', async () => {
  await userEvent.keyboard('a');
  await userEvent.click(option('Chiara'));
  await expect.poll(() => chosen).toEqual(['chiara']);
  expect(document.activeElement).toMatchObject({ role: 'combobox', value: 'a' });
});

it('marks the current option, whatever is highlighted', () => {
  expect(all.filter(({ label }) => option(label).getAttribute('aria-selected') === 'true')).toEqual([all[2]]);
  expect(at.place.querySelector('[role=listbox]')?.getAttribute('aria-labelledby')).toBe(at.place.querySelector('label')?.id);
});
