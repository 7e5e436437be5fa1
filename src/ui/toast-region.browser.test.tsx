import { act, type ComponentProps } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { ToastRegion } from './toast-region.tsx';

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

function show(buttons: readonly { readonly top: number; readonly right: number }[]): DOMRect {
  const toasts = [{ id: 't', type: 'info', title: 'Saved on this device', content: 'It will be sent when you are back online.' }] as const;
  act(() =>
    root.render(
      <>
        {buttons.map(({ top, right }) => (
          <button key={top} type="button" data-under style={{ position: 'fixed', top, right, width: 60, height: 36 }}>
            Save
          </button>
        ))}
        {/* The styles of the console are not loaded here. */}
        <style>{'section { position: fixed; right: 16px; width: 300px }'}</style>
        <ToastRegion toasts={toasts} onDismiss={nothing} onAction={nothing} onHold={nothing} onRelease={nothing} />
      </>,
    ),
  );
  return place.querySelector('section')?.getBoundingClientRect() ?? new DOMRect();
}

it.each([
  ['Error', 'Error'],
  ['Not sent', 'Error: Not sent'],
])('says once that it is an error: %s', (title, read) => {
  const toasts = [{ id: 't', type: 'error', title, content: 'Not that word.' }] as const;
  act(() => root.render(<ToastRegion toasts={toasts} onDismiss={nothing} onAction={nothing} onHold={nothing} onRelease={nothing} />));
  expect(place.querySelector('[data-toast] > div > div')?.textContent).toBe(read);
});

it('is 75 px from the top where no control is', () => {
  expect(show([{ top: 80, right: 400 }]).top).toBe(75);
});

it('moves below the controls that it would cover', () => {
  const toast = show([
    { top: 80, right: 20 },
    { top: 120, right: 100 },
  ]);
  expect(toast.height).toBeGreaterThan(20);
  for (const button of place.querySelectorAll('[data-under]')) {
    const box = button.getBoundingClientRect();
    expect(box.bottom <= toast.top || box.top >= toast.bottom).toBe(true);
  }
});

it('moves away from a control that appears under it', async () => {
  const { top } = show([]);
  const late = document.createElement('button');
  // First where the pointer goes, then where the toast is.
  Object.assign(late.style, { position: 'fixed', top: '500px', left: '5px', width: '60px', height: '36px' });
  place.append(late);
  // React must render on the browser's schedule here, and not in act().
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  // A toast under the pointer does not move, and another test may have left the pointer there.
  await userEvent.hover(late);
  late.remove();
  Object.assign(late.style, { top: `${top + 5}px`, left: 'auto', right: '20px' });
  place.append(late);
  const below = () => (place.querySelector('section')?.getBoundingClientRect().top ?? 0) - late.getBoundingClientRect().bottom;
  await expect.poll(below).toBeGreaterThanOrEqual(0);
});

it.each(['Undo', 'Dismiss: Saved on this device'])('gives the focus back when a toast goes with its button %s', async (name) => {
  const gone = vi.fn<(id: string) => void>();
  const draw = (toasts: ComponentProps<typeof ToastRegion>['toasts']) =>
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
