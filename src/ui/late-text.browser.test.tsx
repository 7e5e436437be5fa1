import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TextInput } from './text-input.tsx';
import { useLateText } from './late-text.ts';

let reported: string[] = [];
let setForm: (value: string) => void = () => undefined;
let allow = (value: string) => value;
let root: Root;

function Form() {
  const [value, setValue] = useState('a');
  setForm = setValue;
  const onChange = (text: string) => {
    reported.push(text);
    setValue(allow(text));
  };
  const control = useLateText({ value, changed: value !== 'a', onChange });
  return (
    <>
      <TextInput {...control} aria-label="Title" />
      <button type="button" onClick={() => reported.push(`saved ${value}`)}>
        Save
      </button>
      <output>{value}</output>
    </>
  );
}

const part = <E extends Element>(selector: string): E => {
  const element = document.querySelector<E>(selector);
  if (!element) throw new Error(`no ${selector}`);
  return element;
};
const input = () => part<HTMLInputElement>('input');

/** As the browser does: the text is there before the event. */
function type(text: string): void {
  input().value = text;
  input().dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text.at(-1) ?? '' }));
}
const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
const taskAfterFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

beforeEach(() => {
  reported = [];
  allow = (value) => value;
  const place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  flushSync(() => root.render(<Form />));
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});

it('reports the first change at once, and later ones after their frame', async () => {
  type('ab');
  expect(reported).toEqual(['ab']);
  expect(part('output').textContent).toBe('ab');
  type('abc');
  type('abcd');
  await frame();
  expect(reported).toEqual(['ab']);
  await taskAfterFrame();
  expect(reported).toEqual(['ab', 'abcd']);
  expect(part('output').textContent).toBe('abcd');
});

it.each<readonly [string, () => void]>([
  ['a click', () => part<HTMLElement>('button').click()],
  ['Enter', () => input().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))],
  ['Mod+S', () => input().dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true }))],
  ['undo by a menu', () => input().dispatchEvent(new InputEvent('beforeinput', { inputType: 'historyUndo', bubbles: true }))],
  ['the focus that leaves', () => input().dispatchEvent(new FocusEvent('focusout', { bubbles: true }))],
  ['Back', () => window.dispatchEvent(new PopStateEvent('popstate'))],
  ['the end of the page', () => window.dispatchEvent(new PageTransitionEvent('pagehide'))],
])('%s comes after what was typed', (_, doIt) => {
  type('ab');
  type('abc');
  doIt();
  expect(reported.slice(0, 2)).toEqual(['ab', 'abc']);
  expect(part('output').textContent).toBe('abc');
});

it('gives a handler the state with what was typed', () => {
  type('ab');
  type('abc');
  part<HTMLElement>('button').click();
  expect(reported).toEqual(['ab', 'abc', 'saved abc']);
});

it('does not report in the task of a further letter', () => {
  type('ab');
  type('abc');
  input().dispatchEvent(new KeyboardEvent('keydown', { key: 'd', bubbles: true }));
  expect(reported).toEqual(['ab']);
});

it('shows what the form has from elsewhere, but not over what is typed', async () => {
  flushSync(() => setForm('theirs'));
  expect(input().value).toBe('theirs');
  type('theirs, mine');
  flushSync(() => setForm('other'));
  expect(input().value).toBe('theirs, mine');
  await taskAfterFrame();
  expect(part('output').textContent).toBe('theirs, mine');
});

it('shows the form’s value again where the form did not take the text', async () => {
  allow = () => 'kept';
  type('ab');
  expect(input().value).toBe('kept');
  type('kept!');
  await taskAfterFrame();
  expect(input().value).toBe('kept');
});

it('reports what was typed when its field is removed', () => {
  type('ab');
  type('abc');
  root.unmount();
  expect(reported).toEqual(['ab', 'abc']);
});
