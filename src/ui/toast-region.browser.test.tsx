import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ToastRegion, type ToastRegionProps } from './toast-region.tsx';

let place: HTMLElement;
let root: Root;
/** To the body of the page, until the test ends. */
const added: HTMLElement[] = [];

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  act(() => root.unmount());
  place.remove();
  for (const element of added.splice(0)) element.remove();
  window.scrollTo(0, 0);
});

const nothing = () => undefined;

const kept = { id: 't', type: 'info', title: 'Saved on this device', content: 'It will be sent when you are back online.' } as const;

/** Draws toasts over buttons, and returns their boxes. */
function show(
  buttons: readonly Partial<Record<'top' | 'left' | 'right' | 'width', number>>[],
  toasts: ToastRegionProps['toasts'] = [kept],
) {
  act(() =>
    root.render(
      <>
        {buttons.map(({ width = 60, ...place }) => (
          <button key={JSON.stringify(place)} type="button" data-under style={{ position: 'fixed', ...place, width, height: 36 }}>
            Save
          </button>
        ))}
        {/* The styles of the console are not loaded here. */}
        <style>{'[data-toast] { position: fixed }'}</style>
        <ToastRegion toasts={toasts} onDismiss={nothing} onAction={nothing} onHold={nothing} onRelease={nothing} />
      </>,
    ),
  );
  return boxesOf('[data-toast]');
}

const boxesOf = (selector: string) => [...place.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
const touches = (a: DOMRect, b: DOMRect) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const covered = () => boxesOf('[data-under]').filter((button) => boxesOf('[data-toast]').some((toast) => touches(button, toast))).length;

it.each([
  ['Error', 'Error'],
  ['Not sent', 'Error: Not sent'],
])('says once that it is an error: %s', (title, read) => {
  const toasts = [{ id: 't', type: 'error', title, content: 'Not that word.' }] as const;
  act(() => root.render(<ToastRegion toasts={toasts} onDismiss={nothing} onAction={nothing} onHold={nothing} onRelease={nothing} />));
  expect(place.querySelector('[data-toast] > div > div')?.textContent).toBe(read);
});

it('is 75 px from the top where no control is', () => {
  expect(show([{ top: 20, left: 0 }])[0]?.top).toBe(75);
});

it('moves below the controls that it would cover', () => {
  const [toast] = show([
    { top: 80, right: 20 },
    { top: 120, right: 100 },
  ]);
  expect(toast?.top).toBeGreaterThan(156);
  expect(covered()).toBe(0);
});

it('stands between the controls of a list whose rows leave no room for its full width', () => {
  const rows = Array.from({ length: 30 }, (_, row) => row * 44);
  const [toast] = show(
    rows.flatMap((top) => [
      { top, left: 0 },
      { top, right: 0, width: 100 },
    ]),
  );
  expect(toast?.width).toBeLessThan(288);
  expect(covered()).toBe(0);
});

it('stays where it is when a second one comes', () => {
  const buttons = [{ top: 170, right: 20 }];
  const [before] = show(buttons);
  const [first, second] = show(buttons, [kept, { ...kept, id: 'u' }]);
  expect(first).toEqual(before);
  expect(covered()).toBe(0);
  expect(first && second && touches(first, second)).toBe(false);
});

it('moves away from a control that appears under it', async () => {
  const { top } = show([])[0] ?? new DOMRect();
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
  const below = () => (boxesOf('[data-toast]')[0]?.top ?? 0) - late.getBoundingClientRect().bottom;
  await expect.poll(below).toBeGreaterThanOrEqual(0);
});

/** An element at a place of the page, with styles of its own: the console's are not loaded here. */
function put(html: string, style: Partial<CSSStyleDeclaration>): HTMLElement {
  const element = document.createElement('div');
  element.innerHTML = html;
  Object.assign(element.style, { position: 'fixed', ...style });
  document.body.append(element);
  added.push(element);
  return element;
}

const isClearOf = (element: Element) => boxesOf('[data-toast]').every((toast) => !touches(element.getBoundingClientRect(), toast));

it.each([
  ["a field's message", '<div data-message>The server does not accept this value.</div>'],
  ['a notice', '<div data-keep-clear>Somebody else changed it.</div>'],
  ['a menu', '<div role="menu">Sign out</div>'],
  ['an alert', '<div role="alert">The list did not load.</div>'],
  ['the text of a heading', '<h2 style="margin: 0">Fields</h2>'],
])('moves away from %s that appears under it', async (_, html) => {
  const { top } = show([])[0] ?? new DOMRect();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const late = put(html, { top: `${top + 5}px`, right: '30px' });
  await expect.poll(() => isClearOf(late)).toBe(true);
});

it('is placed anew when the window gets another width', async () => {
  const { innerWidth: width, innerHeight: height } = window;
  const rows = Array.from({ length: 30 }, (_, row) => ({ top: row * 44, left: 0, width: 150 }));
  onTestFinished(() => page.viewport(width, height));
  await page.viewport(375, height);
  const [narrow] = show(rows);
  expect(narrow?.width).toBe(176);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  await page.viewport(768, height);
  await expect.poll(() => boxesOf('[data-toast]')[0]).toMatchObject({ top: 75, right: 752, width: 384 });
});

it('is placed anew after the page was scrolled', async () => {
  put('', { position: 'absolute', top: '5000px', width: '1px', height: '1px' });
  const button = put('<button>Save</button>', { position: 'absolute', top: '480px', right: '30px' });
  expect(show([])[0]?.top).toBe(75);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  window.scrollTo(0, 400);
  expect(isClearOf(button)).toBe(false);
  await expect.poll(() => isClearOf(button)).toBe(true);
});

it('stays under the pointer, whatever appears below it', async () => {
  show([], [kept, { ...kept, id: 'u' }]);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const [first, second] = place.querySelectorAll<HTMLElement>('[data-toast]');
  if (!first || !second) throw new Error('no toasts');
  // As in the console: the text of a toast lets clicks through.
  first.style.pointerEvents = 'none';
  const before = first.getBoundingClientRect();
  await userEvent.hover(put('Under it', { top: `${before.top}px`, right: '30px', height: '40px' }));
  const message = put('<div data-message style="height: 40rem">Not this.</div>', { top: `${before.top}px`, right: '30px' });
  await expect.poll(() => touches(second.getBoundingClientRect(), message.getBoundingClientRect())).toBe(false);
  expect(first.getBoundingClientRect()).toEqual(before);
  await userEvent.hover(put('Elsewhere', { bottom: '0', left: '0' }));
  await expect.poll(() => isClearOf(message)).toBe(true);
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
