import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepFocus } from './keep-focus.ts';

let stop: (() => void) | undefined;

beforeEach(() => {
  document.body.innerHTML = `<main>
    <button id="send">Send now</button>
    <section><h3 id="heading" tabindex="-1">On this device</h3><ul>
      <li><button id="a">Discard</button></li><li><button id="b">Discard</button></li>
    </ul></section>
  </main>`;
  stop = keepFocus(document.querySelector('main'));
});

afterEach(() => {
  stop?.();
  document.body.innerHTML = '';
});

const focused = () => document.activeElement?.id;

it('moves the focus from a removed card to the one in its place, and from the last one to the heading', async () => {
  document.getElementById('a')?.focus();
  document.querySelector('li')?.remove();
  await expect.poll(focused).toBe('b');
  document.querySelector('li')?.remove();
  await expect.poll(focused).toBe('heading');
});

it('moves the focus to the heading where the button of the whole list is removed', async () => {
  document.getElementById('send')?.focus();
  document.getElementById('send')?.remove();
  await expect.poll(focused).toBe('heading');
});
