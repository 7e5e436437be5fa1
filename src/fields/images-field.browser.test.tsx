import { act, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { limits } from '#contract/limits.ts';
import type { FieldValue, ImagesField } from '#contract/fields/field.ts';
import { type FieldData, FieldDataContext, type FileInput } from './field-data.ts';
import { ImagesFieldView } from './images-field.tsx';
import { rootForEach } from '#src/ui/testing/root-for-each.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const field: ImagesField = { kind: 'images', key: 'pictures', label: 'Pictures', accept: ['png'] };
/** By the name of a chosen file: sets the id that it got. */
let onStored: Map<string, (id: string | null) => void>;
let inputs: FileInput[];
let value: FieldValue;
const at = rootForEach(act);

const data: FieldData = {
  websiteId: 'w1',
  useFile: (input) => {
    inputs.push(input);
    const isTooLarge = input.fileId === null && onStored.has('too-large.png');
    return {
      state: input.fileId === null ? { status: 'empty' } : { status: 'ready', name: `${input.fileId}.png`, url: null },
      problem: isTooLarge ? ' Maximum file size is 5 MB.' : null,
      onFile: (file) => void onStored.set(file.name, input.onChange),
      onRemove: () => input.onChange(null),
    };
  },
};

function Form({ initial, stored }: { readonly initial: FieldValue; readonly stored: FieldValue }) {
  const [current, setCurrent] = useState(initial);
  value = current;
  const rest = {
    field,
    id: 'pictures',
    error: null,
    changed: false,
    pendingMark: null,
    onBlur: () => undefined,
    onRevert: () => undefined,
  };
  return (
    <FieldDataContext value={data}>
      <ImagesFieldView {...rest} value={current} stored={stored} onChange={setCurrent} />
    </FieldDataContext>
  );
}

const show = (initial: FieldValue, stored: FieldValue = initial) => act(() => at.root.render(<Form initial={initial} stored={stored} />));
const names = () => [...at.place.querySelectorAll('li')].map((tile) => tile.querySelector('span[title]')?.textContent);
const press = (label: string) => {
  const button = at.place.querySelector<HTMLElement>(`[aria-label="${label}"]`);
  if (!button) throw new Error(`there is no ${label}`);
  act(() => {
    button.focus();
    button.click();
  });
};
const choose = (...chosen: readonly string[]) => {
  const input = at.place.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('there is no file input');
  const files = new DataTransfer();
  for (const name of chosen) files.items.add(new File(['x'], name));
  input.files = files.files;
  act(() => void input.dispatchEvent(new Event('change', { bubbles: true })));
};

beforeEach(() => {
  onStored = new Map();
  inputs = [];
});

it('moves a picture by its buttons, which keep the focus, and says where it is', () => {
  show(['a', 'b', 'c']);
  press('Move a.png right');
  expect(value).toEqual(['b', 'a', 'c']);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move a.png right');
  press('Move a.png right');
  expect(value).toEqual(['b', 'c', 'a']);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move a.png right');
  expect(at.place.textContent).toContain('a.png moved to 3 of 3.');
  press('Move a.png right');
  expect(value).toEqual(['b', 'c', 'a']);
});

it('removes a picture, and moves the focus to the next one, to the one before, and at last to the button that adds some', () => {
  show(['a', 'b', 'c']);
  const focused = () => document.activeElement?.getAttribute('aria-label');
  press('Remove b.png');
  expect([value, focused()]).toEqual([['a', 'c'], 'Remove c.png']);
  press('Remove c.png');
  expect([value, focused()]).toEqual([['a'], 'Remove a.png']);
  press('Remove a.png');
  expect([value, focused()]).toEqual([[], 'Add images: Pictures']);
});

it('adds several at once, in the order of the choice, whichever is stored first', () => {
  show(['a']);
  choose('one.png', 'two.png');
  expect([names(), value]).toEqual([['a.png', 'one.png', 'two.png'], ['a']]);
  act(() => onStored.get('two.png')?.('local:2'));
  act(() => onStored.get('one.png')?.('local:1'));
  expect(value).toEqual(['a', 'local:1', 'local:2']);
});

it('loses none of those that are stored within one frame', () => {
  show([]);
  choose('one.png', 'two.png', 'three.png');
  act(() => {
    for (const [at, name] of ['three.png', 'one.png', 'two.png'].entries()) onStored.get(name)?.(`local:${at}`);
  });
  expect(value).toEqual(['local:1', 'local:2', 'local:0']);
});

it('distinguishes a stored file from one that is not saved yet', () => {
  show(['a', 'local:1'], ['a']);
  const last = (id: string) => inputs.findLast(({ fileId }) => fileId === id);
  expect([last('a')?.storedId, last('local:1')?.storedId]).toEqual(['a', null]);
  expect(last('a')).toMatchObject({ websiteId: 'w1', settingKey: 'pictures', accept: ['.png'] });
});

it('says why a file is not accepted, and removes it', () => {
  show(['a']);
  choose('too-large.png');
  act(() => at.root.render(<Form initial={['a']} stored={['a']} />));
  expect(at.place.querySelector('[role=alert]')?.textContent).toBe(' Maximum file size is 5 MB.');
  press('Remove too-large.png');
  expect([names(), value]).toEqual([['a.png'], ['a']]);
});

it('adds as many as there is room for, and says how many were left out', () => {
  show(Array.from({ length: limits.imagesPerSetting - 1 }, (_, at) => `p${at}`));
  choose('one.png', 'two.png', 'three.png');
  expect(names()).toHaveLength(limits.imagesPerSetting);
  expect(at.place.textContent).toContain(`At most ${limits.imagesPerSetting} images. 2 were left out.`);
  expect(at.place.querySelector<HTMLButtonElement>('[aria-label="Add images: Pictures"]')?.disabled).toBe(true);
});
