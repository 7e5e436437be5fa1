import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FootTray } from './foot-tray.tsx';

let place: HTMLElement;
let root: Root;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
});

/** A form of three windows, with a field in each; the styles of the console are not loaded here. */
function draw(message: string | null): void {
  act(() =>
    root.render(
      <div style={{ position: 'relative' }}>
        <style>
          {`html { scroll-padding-bottom: var(--foot-covered, 0px) }
            [data-foot-tray] { position: sticky; bottom: 0; height: 92px }
            [data-foot-tray] > div { position: absolute; bottom: 16px; left: 0; right: 0 }`}
        </style>
        <main>
          {['first', 'second', 'third'].map((name) => (
            <div key={name} style={{ height: '100vh', paddingTop: 'calc(100vh - 120px)', boxSizing: 'border-box' }}>
              <input aria-label={name} style={{ height: 36 }} />
            </div>
          ))}
        </main>
        <FootTray messages={message === null ? null : <div style={{ height: 200, background: 'white' }}>{message}</div>}>{null}</FootTray>
      </div>,
    ),
  );
}

const field = (name: string) => place.querySelector<HTMLElement>(`[aria-label=${name}]`);
const bottomOf = (name: string) => field(name)?.getBoundingClientRect().bottom ?? 0;
/** Of the window's foot, by the tray: written right before a field is scrolled. */
const covered = () => document.documentElement.style.getPropertyValue('--foot-covered');
const trayTop = () => place.querySelector('[data-foot-tray] > div')?.getBoundingClientRect().top;

it('shows the field that somebody types in, when a message comes over it', async () => {
  draw(null);
  field('second')?.focus();
  window.scrollTo(0, window.innerHeight);
  draw('Somebody else changed it.');
  await expect.poll(() => bottomOf('second')).toBeLessThanOrEqual(trayTop() ?? 0);
});

it('leaves the page where it is, when the field was scrolled away', async () => {
  draw(null);
  await expect.poll(covered).toBe('16px');
  field('second')?.focus();
  window.scrollTo(0, 0);
  draw('Somebody else changed it.');
  await expect.poll(covered).toBe('216px');
  expect(window.scrollY).toBe(0);
});
