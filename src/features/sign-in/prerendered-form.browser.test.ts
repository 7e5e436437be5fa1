import { afterEach, beforeEach, expect, it } from 'vitest';
import { prerenderedForm } from './prerendered-form.ts';

const formOf = () => {
  document.body.innerHTML =
    '<form><input id="email" /><input id="password" /><input type="checkbox" /><button type="submit">Sign in</button></form>';
  return document.body.querySelector('form');
};
const set = (selector: string, value: string) => Object.assign(document.querySelector(selector) ?? {}, { value });

beforeEach(() => {
  document.documentElement.dataset['prerendered'] = '';
});
afterEach(() => {
  delete document.documentElement.dataset['prerendered'];
  document.body.replaceChildren();
});

it('gives what was entered before React drew the form, and until it had drawn it', () => {
  const form = formOf();
  set('#email', 'demo@');
  const prerendered = prerenderedForm();
  expect(prerendered).toMatchObject({ email: 'demo@', password: '', keep: false });
  set('#email', 'demo@frontage.test');
  set('#password', 'secret');
  document.querySelector<HTMLElement>('[type=checkbox]')?.click();
  document.querySelector('[type=submit]')?.setAttribute('aria-busy', 'true');
  expect(prerendered?.takeOver(form)).toEqual({ email: 'demo@frontage.test', password: 'secret', keep: true, isSubmitted: true });
  expect(prerenderedForm()).toBeNull();
});

it('moves the focus and the selection where React has drawn the form anew', () => {
  formOf();
  set('#password', 'secret');
  const password = document.querySelector<HTMLInputElement>('#password');
  password?.focus();
  password?.setSelectionRange(2, 4);
  const prerendered = prerenderedForm();
  const anew = formOf();
  set('#password', 'secret');
  expect(prerendered?.takeOver(anew)).toMatchObject({ password: 'secret', isSubmitted: false });
  expect(document.activeElement).toBe(document.querySelector('#password'));
  expect(document.querySelector<HTMLInputElement>('#password')?.selectionStart).toBe(2);
});

it('takes no other form for it', () => {
  document.body.innerHTML = '<form><input id="fb_link" /><input type="checkbox" checked /></form>';
  expect(prerenderedForm()).toBeNull();
  formOf();
  expect(prerenderedForm()).toBeNull();
});
