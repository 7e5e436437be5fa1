import '../../styles.css';
import axe from 'axe-core';
import { createRoot, type Root } from 'react-dom/client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { GalleryScreen } from './gallery-screen.tsx';

/** As on the screens; what is asked of a whole page is asked there. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const ofPages = ['document-title', 'html-has-lang', 'region', 'landmark-unique', 'skip-link'];
const ofColours = ['color-contrast', 'link-in-text-block'];
const rules = axe
  .getRules(tags)
  .map(({ ruleId }) => ruleId)
  .filter((id) => !ofPages.includes(id));

let root: Root;
beforeAll(async () => {
  await page.viewport(1440, 900);
  const place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
  root.render(<GalleryScreen />);
  // Code editors come late: the plain box that stands there before one is replaced.
  await vi.waitFor(() => expect(document.querySelectorAll('[data-plain-code]')).toHaveLength(0));
  await vi.waitFor(() => expect(document.querySelectorAll('main section').length).toBeGreaterThan(20));
});
afterAll(() => root.unmount());

/** Colours are judged when they have changed. */
async function show(theme: 'light' | 'dark'): Promise<void> {
  document.documentElement.dataset['theme'] = theme;
  await new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
  const moving = document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(moving.map((one) => one.finished));
}

async function found(within: Element | Document, only: readonly string[]): Promise<readonly string[]> {
  const { violations } = await axe.run(within, { runOnly: { type: 'rule', values: [...only] }, resultTypes: ['violations'] });
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

const button = (name: string) =>
  [...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === name || one.ariaLabel === name);

it.each(['light', 'dark'] as const)('axe finds nothing in any state of any part and field: %s', async (theme) => {
  await show(theme);
  expect(await found(document.body, theme === 'light' ? rules : ofColours)).toEqual([]);
});

it.each([
  ['Dialog', '[role="dialog"]'],
  ['Alert dialog', '[role="alertdialog"]'],
  ['Drawer', '[role="dialog"]'],
  ['Menu', '[role="menu"]'],
  ['Toasts', '[aria-label="Example notifications"]'],
])('axe finds nothing in what opens: %s', async (name, selector) => {
  button(name)?.click();
  const opened = await vi.waitFor(() => {
    const part = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility() && one.childElementCount > 0);
    if (!part) throw new Error(`${name} has not opened`);
    return part;
  });
  for (const theme of ['light', 'dark'] as const) {
    await show(theme);
    expect(await found(opened, theme === 'light' ? rules : ofColours), theme).toEqual([]);
  }
  if (selector === '[role="dialog"]' || selector === '[role="menu"]')
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  else button('Stay')?.click();
});
