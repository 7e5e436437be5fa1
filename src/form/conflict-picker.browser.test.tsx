import { act } from 'react';
import { expect, it, vi } from 'vitest';
import type { Field, FieldValue } from '#contract/fields/field.ts';
import { type FieldData, FieldDataContext } from '#src/fields/field-data.ts';
import { type ChangedBy, ConflictPicker } from './conflict-picker.tsx';
import { conflictValues } from './conflict-values.tsx';
import { rootForEach } from '#src/ui/testing/root-for-each.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const at = rootForEach(act);

const data: FieldData = {
  websiteId: 'w1',
  useFile: ({ fileId }) => ({
    state: { status: 'ready', name: `${fileId}.png`, url: `/${fileId}.png` },
    problem: null,
    onFile: () => undefined,
    onRemove: () => undefined,
  }),
  lists: { menu: { status: 'ready', items: [{ id: '1', label: 'Main menu' }] } },
};
const onChoose = vi.fn();

const byMaria: ChangedBy = { at: null, by: 'Maria Keller', isOwn: false };

function show(
  field: Field,
  mine: FieldValue,
  theirs: FieldValue,
  changed = byMaria,
): { readonly mine: HTMLElement; readonly theirs: HTMLElement } {
  act(() =>
    at.root.render(
      <FieldDataContext value={data}>
        <ConflictPicker
          label={field.label}
          changed={changed}
          values={conflictValues(field, mine, theirs)}
          choice={null}
          onChoose={onChoose}
        />
      </FieldDataContext>,
    ),
  );
  const [first, second] = at.place.querySelectorAll<HTMLElement>('label');
  if (!first || !second) throw new Error('there are not two sides');
  return { mine: first, theirs: second };
}

it('shows a colour and its hex digits', () => {
  const { mine, theirs } = show({ kind: 'color', key: 'c', label: 'Colour' }, '#aa3355', '#0a7c5a');
  for (const [side, text, rgb] of [
    [mine, '#aa3355', 'rgb(170, 51, 85)'],
    [theirs, '#0a7c5a', 'rgb(10, 124, 90)'],
  ] as const) {
    expect(side.textContent).toContain(text);
    const swatch = [...side.querySelectorAll('span')].find((each) => getComputedStyle(each).backgroundColor === rgb);
    expect(swatch).toBeDefined();
    // A disabled control would draw it paler.
    expect(side.querySelector(':disabled, [data-disabled]')).toBeNull();
  }
});

it('shows all of a long value as text, which wraps and is read out', () => {
  const address = `https://facebook.example/${'a-very-long-page-name-'.repeat(8)}end`;
  const { mine } = show({ kind: 'url', key: 'fb', label: 'Facebook', accepts: 'web' }, address, null);
  expect(mine.textContent).toContain(address);
  expect(mine.querySelector('input[type=text], textarea')).toBeNull();
  const describedBy = mine.querySelector('input')?.getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(describedBy)?.textContent).toBe(address);
});

it('shows a picture as a picture, a choice by its name, and an empty value as empty', () => {
  const image = show({ kind: 'image', key: 'logo', label: 'Logo', accept: ['png'] }, 'mine', 'theirs');
  expect(image.mine.querySelector('img')?.getAttribute('src')).toBe('/mine.png');
  expect(image.theirs.textContent).toContain('theirs.png');
  const menu = show({ kind: 'menu', key: 'm', label: 'Menu' }, '1', null);
  expect(menu.mine.textContent).toBe('YoursMain menu');
  expect(menu.theirs.textContent).toBe('On the serverEmpty');
});

it('compares texts line by line', () => {
  const sides = show({ kind: 'code', key: 'css', label: 'CSS', language: 'css' }, 'a\nmine', 'a\ntheirs');
  expect([sides.mine.textContent, sides.theirs.textContent]).toEqual(['Yours: the lines with +', 'On the server: the lines with −']);
  expect(at.place.textContent).toContain('− On the server: theirs');
  expect(at.place.textContent).toContain('+ Yours: mine');
});

it('says who changed it, and chooses from anywhere on a side', () => {
  const { theirs } = show({ kind: 'text', key: 't', label: 'Title' }, 'a', 'b');
  expect(at.place.querySelector('legend')?.textContent).toBe('Maria Keller changed this too. Choose which to keep.');
  act(() => theirs.click());
  expect(onChoose).toHaveBeenCalledWith('theirs');
});

it('says where the other change is the person’s own', () => {
  show({ kind: 'text', key: 't', label: 'Title' }, 'a', 'b', { ...byMaria, isOwn: true });
  expect(at.place.querySelector('legend')?.textContent).toBe('You changed this too, in another browser. Choose which to keep.');
});
