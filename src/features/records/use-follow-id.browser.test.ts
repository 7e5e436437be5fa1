import { createMemoryHistory, createRootRoute, createRoute, createRouter, type RegisteredRouter } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { followId } from './use-follow-id.ts';

const base = '/website/5/admin/redirects';

/** A navigation of the router would have begun by now. */
const navigated = () => new Promise((resolve) => setTimeout(resolve));

async function opened(path: string) {
  const rootRoute = createRootRoute();
  const screen = createRoute({ getParentRoute: () => rootRoute, path: '/website/$websiteId/$' });
  const history = createMemoryHistory({ initialEntries: [base, `${base}/${path}`] });
  const router = createRouter({ routeTree: rootRoute.addChildren([screen]), history });
  history.subscribe(() => void router.load());
  // The router's type is that of the console's routes.
  const follow = followId(router as unknown as RegisteredRouter, { websiteId: '5', path: 'admin/redirects' });
  await router.load();
  return { follow, history, address: () => decodeURIComponent(history.location.pathname) };
}

it.each([
  ['a dialog', 'edit/local:1', 'edit/local:1', 'edit/7', 'edit/7'],
  ['a view', 'local:1', 'local:1', '7', '7'],
  ['what has just been created', 'new', 'new', 'edit/local:1', 'edit/local:1'],
  ['a tab of a page', 'edit/local:1/fields/new', 'edit/local:1', 'edit/7', 'edit/7/fields/new'],
])('gives %s the address of its record’s new id', async (_, at, from, to, expected) => {
  const { follow, address } = await opened(at);
  follow(from, to);
  await expect.poll(address).toBe(`${base}/${expected}`);
});

it.each([
  ['has been closed', 'edit/local:1', 'edit/local:1', (history: { back: () => void }) => history.back(), base],
  ['shows another record by now', 'edit/local:12', 'edit/local:1', () => undefined, `${base}/edit/local:12`],
])('leaves the address of what %s', async (_, at, from, leave, expected) => {
  const { follow, history, address } = await opened(at);
  leave(history);
  const moves: string[] = [];
  history.subscribe(({ action }) => moves.push(action.type));
  follow(from, 'edit/7');
  await navigated();
  expect({ moves, at: address() }).toEqual({ moves: [], at: expected });
});
