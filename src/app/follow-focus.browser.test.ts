import type { RouterEvents } from '@tanstack/react-router';
import { beforeEach, expect, it } from 'vitest';
import { followFocus } from './follow-session.ts';

type Listeners = { [Name in keyof RouterEvents]?: (event: RouterEvents[Name]) => void };

/** The part of a router that `followFocus` uses. */
function fakeRouter({ from = '/a', to = '/b', overlay }: { from?: string; to?: string; overlay?: 'from' | 'to' } = {}) {
  const listeners: Listeners = {};
  const subscribe = <Name extends keyof RouterEvents>(name: Name, listener: (event: RouterEvents[Name]) => void) => {
    Object.assign(listeners, { [name]: listener });
    return () => undefined;
  };
  const location = (pathname: string, isOverlay: boolean) => ({
    pathname,
    href: pathname,
    search: {},
    searchStr: '',
    hash: '',
    publicHref: pathname,
    external: false,
    state: { __TSR_index: 0, ...(isOverlay ? { isOverlay } : {}) },
  });
  const places = { fromLocation: location(from, overlay === 'from'), toLocation: location(to, overlay === 'to') };
  const moved = { ...places, pathChanged: true, hrefChanged: true, hashChanged: false };
  return {
    router: { subscribe },
    begins: () => listeners.onBeforeNavigate?.({ type: 'onBeforeNavigate', ...moved }),
    renders: () => listeners.onRendered?.({ type: 'onRendered', ...moved }),
  };
}

const part = (selector: string) => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`there is no ${selector}`);
  return found;
};

beforeEach(() => {
  document.body.innerHTML = `
    <main id="main" tabindex="-1"><h1 tabindex="-1">Feeds</h1><button>Add</button></main>
    <a href="#feeds">Feeds</a>
    <div data-part="content" data-state="open"><input aria-label="Search websites" /></div>`;
});

it('puts the focus on the heading of the next page', () => {
  const { router, begins, renders } = fakeRouter();
  followFocus(router);
  part('a').focus();
  begins();
  renders();
  expect(document.activeElement).toBe(part('h1'));
});

it('leaves the focus in an overlay that was opened while the page was loading', () => {
  const { router, begins, renders } = fakeRouter();
  followFocus(router);
  part('a').focus();
  begins();
  part('input').focus();
  renders();
  expect(document.activeElement).toBe(part('input'));
});

it('moves the focus out of the overlay that led to the page', () => {
  const { router, begins, renders } = fakeRouter();
  followFocus(router);
  part('input').focus();
  begins();
  renders();
  expect(document.activeElement).toBe(part('h1'));
});

it('leaves the focus where the next screen has set it, and moves it from the element that had it before', () => {
  const { router, begins, renders } = fakeRouter();
  followFocus(router);
  part('a').focus();
  begins();
  part('button').focus();
  renders();
  expect(document.activeElement).toBe(part('button'));
  begins();
  renders();
  expect(document.activeElement).toBe(part('h1'));
});

it.each([
  ['opens', { to: '/a/add', overlay: 'to' }],
  ['closes', { from: '/b/add', overlay: 'from' }],
] as const)('leaves the focus to an overlay that %s', (_, places) => {
  const { router, begins, renders } = fakeRouter(places);
  followFocus(router);
  part('button').focus();
  begins();
  renders();
  expect(document.activeElement).toBe(part('button'));
});

it('moves the focus to the heading when an overlay leads to another page', () => {
  const { router, begins, renders } = fakeRouter({ from: '/a/add', overlay: 'from' });
  followFocus(router);
  part('button').focus();
  begins();
  renders();
  expect(document.activeElement).toBe(part('h1'));
});
