import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { ReasonTip } from './reason-tip.tsx';

let place: HTMLElement;
let root: Root;
const pressed = vi.fn<() => void>();

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  act(() =>
    root.render(
      <>
        <Button aria-disabled title="Nothing has changed." onClick={pressed}>
          Save
        </Button>
        <Button title="Opens a list">Other</Button>
        <IconButton label="First page" icon="<" aria-disabled />
        {/* The styles of the console are not loaded here. */}
        <style>{'[popover] { position: fixed; inset: auto; margin: 0 }'}</style>
        <ReasonTip />
      </>,
    ),
  );
  // React must render on the browser's schedule here, and not in act().
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
});
afterEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  act(() => root.unmount());
  place.remove();
  pressed.mockClear();
});

const tip = () => place.querySelector('[popover]');
/** Playwright waits for a button to be usable. */
const press = (name: string) => page.getByRole('button', { name }).click({ force: true });
const spoken = () => place.querySelector('[role=status]')?.textContent;

it("says at the pressed button why it can't be used, until something else is pressed", async () => {
  await press('Save');
  await expect.poll(() => [tip()?.textContent, spoken()]).toEqual(['Nothing has changed.', 'Nothing has changed.']);
  const button = page.getByRole('button', { name: 'Save' }).element().getBoundingClientRect();
  const box = tip()?.getBoundingClientRect() ?? new DOMRect();
  expect(box.height).toBeGreaterThan(0);
  expect(box.top - button.bottom).toBeCloseTo(6, 0);
  expect(pressed).not.toHaveBeenCalled();
  await press('Other');
  await expect.poll(() => [tip(), spoken()]).toEqual([null, '']);
});

it('does so for Enter, and goes with the next key', async () => {
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.poll(spoken).toBe('Nothing has changed.');
  await userEvent.keyboard('{Tab}');
  await expect.poll(() => [tip(), spoken()]).toEqual([null, '']);
});

it('says nothing for a title that is only a name', async () => {
  await press('Save');
  await expect.poll(spoken).toBe('Nothing has changed.');
  await press('First page');
  await expect.poll(() => [tip(), spoken()]).toEqual([null, '']);
});

it('stands above a button at the foot of the window, and within its edges', async () => {
  Object.assign(page.getByRole('button', { name: 'Save' }).query()?.style ?? {}, { position: 'fixed', bottom: '0', right: '0' });
  await press('Save');
  await expect.poll(() => tip()?.getBoundingClientRect().bottom).toBeLessThan(window.innerHeight - 6);
  expect(tip()?.getBoundingClientRect().right).toBeLessThan(document.documentElement.clientWidth);
});

it('says it also in a browser without popovers, as Firefox 124 is', async () => {
  const { prototype } = HTMLElement;
  const native = Object.getOwnPropertyDescriptor(prototype, 'showPopover') ?? {};
  Reflect.deleteProperty(prototype, 'showPopover');
  onTestFinished(() => {
    Object.defineProperty(prototype, 'showPopover', native);
  });
  await press('Save');
  await expect.poll(spoken).toBe('Nothing has changed.');
});
