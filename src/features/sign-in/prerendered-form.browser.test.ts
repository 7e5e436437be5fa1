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

it('gives what was chosen before React drew the form, and until it had drawn it', () => {
  const form = formOf();
  set('#email', 'demo@');
  const prerendered = prerenderedForm();
  expect(prerendered?.keep).toBe(false);
  document.querySelector<HTMLElement>('[type=checkbox]')?.click();
  document.querySelector('[type=submit]')?.setAttribute('aria-busy', 'true');
  expect(prerendered?.takeOver(form)).toEqual({ keep: true, isSubmitted: true });
  expect(document.querySelector<HTMLInputElement>('#email')?.value).toBe('demo@');
  expect(prerenderedForm()).toBeNull();
});

it('moves what was entered, the focus and the selection where React has drawn the form anew', () => {
  formOf();
  set('#email', 'demo@frontage.test');
  set('#password', 'secret');
  const password = document.querySelector<HTMLInputElement>('#password');
  password?.focus();
  password?.setSelectionRange(2, 4);
  const prerendered = prerenderedForm();
  expect(prerendered?.takeOver(formOf())).toEqual({ keep: false, isSubmitted: false });
  const [email, anew] = document.querySelectorAll<HTMLInputElement>('#email, #password');
  expect([email?.value, anew?.value]).toEqual(['demo@frontage.test', 'secret']);
  expect(document.activeElement).toBe(anew);
  expect(anew?.selectionStart).toBe(2);
});

it('takes no other form for it', () => {
  document.body.innerHTML = '<form><input id="fb_link" /><input type="checkbox" checked /></form>';
  expect(prerenderedForm()).toBeNull();
  formOf();
  expect(prerenderedForm()).toBeNull();
});
