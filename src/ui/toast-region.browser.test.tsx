import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ToastRegion, type ToastRegionProps } from './toast-region.tsx';

let place: HTMLElement;
let root: Root;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  act(() => root.unmount());
  place.remove();
});

const nothing = () => undefined;

const kept = { id: 't', type: 'info', title: 'Saved on this device', content: 'It will be sent when you are back online.' } as const;

it.each([
  ['Error', 'Error'],
  ['Not sent', 'Error: Not sent'],
])('says once that it is an error: %s', (title, read) => {
  const toasts = [{ id: 't', type: 'error', title, content: 'Not that word.' }] as const;
  act(() => root.render(<ToastRegion toasts={toasts} onDismiss={nothing} onAction={nothing} onHold={nothing} onRelease={nothing} />));
  expect(place.querySelector('[data-toast] > div > div')?.textContent).toBe(read);
});

/** Draws a toast over a button and a text. The console's styles are not loaded here. */
function drawOver(holds: Pick<ToastRegionProps, 'onHold' | 'onRelease'> = { onHold: nothing, onRelease: nothing }) {
  const at = (top: number) => ({ position: 'fixed', top, right: 20, height: 30 }) as const;
  const draw = (toasts: ToastRegionProps['toasts']) =>
    root.render(
      <>
        <style>{'[data-toast] { position: fixed; top: 75px; right: 0; width: 200px; height: 100px; pointer-events: none }'}</style>
        <button type="button" style={at(80)}>
          Save
        </button>
        <p style={at(120)}>A text</p>
        <button type="button" style={at(300)}>
          Elsewhere
        </button>
        <ToastRegion toasts={toasts} onDismiss={nothing} onAction={nothing} {...holds} />
      </>,
    );
  act(() => draw([kept]));
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  return { draw, isFaded: () => place.querySelector('[data-toast]')?.hasAttribute('data-faded') };
}

it('fades while a control under it has the pointer, and waits while the pointer is on it', async () => {
  const onHold = vi.fn<ToastRegionProps['onHold']>();
  const onRelease = vi.fn<ToastRegionProps['onRelease']>();
  const { draw, isFaded } = drawOver({ onHold, onRelease });
  await userEvent.hover(page.getByText('A text'));
  await expect.poll(() => onHold.mock.calls).toEqual([['pointer']]);
  expect(isFaded()).toBe(false);
  await userEvent.hover(page.getByRole('button', { name: 'Save' }));
  await expect.poll(isFaded).toBe(true);
  expect(onRelease).not.toHaveBeenCalled();
  await userEvent.hover(page.getByRole('button', { name: 'Elsewhere' }));
  await expect.poll(() => onRelease.mock.calls).toEqual([['pointer']]);
  expect(isFaded()).toBe(false);
  await userEvent.hover(page.getByText('A text'));
  await expect.poll(() => onHold.mock.calls).toHaveLength(2);
  draw([]);
  await expect.poll(() => onRelease.mock.calls).toHaveLength(2);
});

it('fades while a control under it has the focus, also one that had it before the toast came', async () => {
  const { draw, isFaded } = drawOver();
  const focus = (name: string) => page.getByRole('button', { name }).element().focus();
  focus('Elsewhere');
  expect(isFaded()).toBe(false);
  focus('Save');
  await expect.poll(isFaded).toBe(true);
  draw([{ ...kept, id: 'u' }]);
  await expect.poll(isFaded).toBe(true);
  focus('Dismiss: Saved on this device');
  await expect.poll(isFaded).toBe(false);
});

it.each(['Undo', 'Dismiss: Saved on this device'])('gives the focus back when a toast goes with its button %s', async (name) => {
  const gone = vi.fn<(id: string) => void>();
  const draw = (toasts: ToastRegionProps['toasts']) =>
    act(() =>
      root.render(
        <>
          <main>
            <h1 tabIndex={-1}>Homepage</h1>
            <button type="button">Menu</button>
          </main>
          <ToastRegion toasts={toasts} onDismiss={gone} onAction={gone} onHold={nothing} onRelease={nothing} />
        </>,
      ),
    );
  const menu = () => place.querySelector<HTMLElement>('main button');
  const press = () => {
    const buttons = [...place.querySelectorAll<HTMLElement>('[data-toast] button')];
    const button = buttons.find(({ ariaLabel, textContent }) => (ariaLabel ?? textContent) === name);
    act(() => button?.focus());
    act(() => button?.click());
    draw([]);
  };
  const toast = { id: 't', type: 'info', title: 'Saved on this device', action: { label: 'Undo' } } as const;
  draw([toast]);
  menu()?.focus();
  press();
  expect([gone.mock.calls, document.activeElement]).toEqual([[['t']], menu()]);

  draw([toast]);
  menu()?.focus();
  act(() => place.querySelector<HTMLElement>('[data-toast] button')?.focus());
  menu()?.remove();
  press();
  expect(document.activeElement?.tagName, 'what had it is gone').toBe('H1');
});
