import '#src/styles.css';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import axe from 'axe-core';
import { createRoot, type Root } from 'react-dom/client';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { fieldExamples } from '#src/features/gallery/field-examples.ts';
import { GalleryScreen } from '#src/features/gallery/gallery-screen.tsx';
import { textsOfReact } from '#src/jsx/testing/translate.ts';
import { unsettledClasses } from '../support/unsettled-classes.ts';
import { animationsEnded } from '../support/animations-ended.ts';
import { axeOptions, linesOf } from '../support/axe.ts';

/** Rules about a whole page; the tests of the screens check those. */
const ofPages = ['document-title', 'html-has-lang', 'region', 'landmark-unique', 'skip-link'];
const rules = Object.fromEntries(ofPages.map((id) => [id, { enabled: false }]));

let root: Root;
beforeAll(async () => {
  await page.viewport(1440, 900);
  const place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
  // Some fields read the address, and show messages.
  const none = () => undefined;
  const context = { app: { notify: none, toasts: { send: none, follow: () => none } } };
  const router = createRouter({ routeTree: createRootRoute({ component: GalleryScreen }), history: createMemoryHistory(), context });
  // The router's type is that of the console's routes.
  root.render(<RouterProvider router={router as never} />);
});
/** Kinds of field that have no control yet. */
const loading = () =>
  Object.keys(fieldExamples).filter((kind) => {
    const section = [...document.querySelectorAll('main section')].find((one) => one.querySelector('h2, h3')?.textContent?.trim() === kind);
    return !section || section.querySelector('[data-skeleton], [data-plain-code]') !== null;
  });
beforeEach(async () => {
  await expect.poll(loading).toEqual([]);
});
afterAll(() => root.unmount());

/** Checks a part against all rules in the light theme, and against the colour rules in the dark one. */
async function violationsIn(part: Element, theme: 'light' | 'dark'): Promise<readonly string[]> {
  document.documentElement.dataset['theme'] = theme;
  // Colours are checked once the transition to them has ended.
  await animationsEnded();
  const { violations } = await axe.run(part, { ...axeOptions(theme === 'light' ? 'all' : 'colours'), rules });
  return linesOf(violations);
}

const button = (name: string) =>
  [...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === name || one.ariaLabel === name);

it('no part has a text beside other content, where a translator would break it', () => {
  expect(textsOfReact(document.body)).toEqual([]);
});

it('no element has two classes of which the order of the style sheet chooses', () => {
  expect(unsettledClasses(document.body)).toEqual([]);
});

it.each(['light', 'dark'] as const)('axe finds nothing in any state of any part and field: %s', async (theme) => {
  expect(await violationsIn(document.body, theme)).toEqual([]);
});

it.each([
  ['Dialog', '[role="dialog"]'],
  ['Alert dialog', '[role="alertdialog"]'],
  ['Drawer', '[role="dialog"]'],
  ['Menu', '[role="menu"]'],
  ['Toasts', '[aria-label="Example notifications"]'],
])('axe finds nothing in what opens: %s', async (name, selector) => {
  button(name)?.click();
  const opened = () => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility() && one.childElementCount > 0);
  await expect.poll(opened, { message: `${name} has opened` }).not.toEqual([]);
  for (const theme of ['light', 'dark'] as const) for (const part of opened()) expect(await violationsIn(part, theme), theme).toEqual([]);
  if (selector === '[role="dialog"]' || selector === '[role="menu"]')
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  else button('Stay')?.click();
});
