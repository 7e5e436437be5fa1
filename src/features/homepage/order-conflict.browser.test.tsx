import type { Block } from '#contract/entities/block.ts';
import { toJson } from '#contract/json.ts';
import { type ClientStore, openClientStore } from '#db/open-client-store.ts';
import { blocksKey } from '#contract/cache-keys.ts';
import { readable } from '#db/outbox-entries.ts';
import { homepageMachine } from '#machines/homepage/homepage.machine.ts';
import { blocksSnapshot } from '#machines/homepage/homepage.paths.ts';
import { homepageView } from '#machines/homepage/homepage.view.ts';
import { startMachine } from '#machines/testing/start-machine.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HomepagePanel } from './homepage-panel.tsx';
import { rootForEach } from '#src/ui/testing/root-for-each.ts';

const services = vi.hoisted((): { store: ClientStore | null } => ({ store: null }));
vi.mock('#src/app/use-client-services.ts', () => ({
  useClientServices: () => ({ store: services.store, connection: { getSnapshot: () => ({ hasTag: () => false }) } }),
}));
vi.mock('#src/app/use-session.ts', () => ({ useUser: () => ({ id: 'u1' }) }));
vi.mock('#src/app/use-app.ts', () => ({ useApp: () => ({ notify: () => undefined }) }));
vi.mock('#src/app/use-website.ts', () => ({ useCurrentWebsite: () => null }));

const block = (id: string, label: string, priority: number): Block => ({
  ...{ id, key: 'banner', label, priority, static: false, enabled: true, settings: [] },
});
const blocks = [block('1', 'Banner', 1), block('2', 'Staff', 2), block('3', 'Map', 3)];
const mine = ['3', '1', '2'];
const theirs = ['2', '1', '3'];

let store: ClientStore;
const at = rootForEach();

beforeEach(async () => {
  store = await openClientStore({ name: `order-${crypto.randomUUID()}`, appVersion: 'test' });
  services.store = store;
});
afterEach(() => {
  store.close();
});

/** Renders the list of blocks with a pending order, while somebody else has changed the order on the server. */
async function openInConflict(): Promise<void> {
  await store.cache.put('u1', blocksKey('w1'), { websiteId: 'w1', data: toJson(blocks), etag: null });
  const scope = { userId: 'u1', accountId: 'a1', websiteId: 'w1' };
  const change = { ...scope, resource: 'block', mutation: 'reorder', body: { order: mine }, base: { order: ['1', '2', '3'] } } as const;
  const appended = await store.outbox.append(change);
  if (appended.kind !== 'enqueued') throw new Error(appended.kind);
  const { opId } = appended;
  const epoch = await store.fence.take('u1', 'tab');
  await store.drain.claim(opId, epoch);
  const error = { code: 'conflict', message: '', fields: {}, theirs: { order: theirs } };
  await store.drain.applyResult(opId, epoch, { kind: 'conflict', error, read: null });
  const order = { status: 'conflict', message: null, conflict: { opId, value: theirs, at: null, by: null } } as const;
  const { actor } = startMachine(homepageMachine, { websiteId: 'w1', remembered: blocksSnapshot({ order }) });
  const none = () => undefined;
  const actions = {
    hover: none,
    toggle: none,
    edit: none,
    move: none,
    duplicate: none,
    copy: none,
    remove: none,
    resolve: none,
    press: none,
    select: none,
    addBelow: none,
  };
  const drag = { lift: none, over: none, drop: none, cancel: none };
  const view = { ...homepageView(actor.getSnapshot()), rows: [] };
  at.root.render(<HomepagePanel view={view} actions={actions} drag={drag} onAdd={none} onUndo={none} onRedo={none} onRetry={none} />);
}

const found = <Kind extends HTMLElement>(selector: string, text = ''): Kind => {
  const element = [...document.querySelectorAll<Kind>(selector)].find(({ textContent }) => textContent.includes(text));
  if (!element) throw new Error(`there is no ${selector} ${text}`);
  return element;
};
const names = (side: HTMLElement) =>
  ['Banner', 'Staff', 'Map'].toSorted((a, b) => side.textContent.indexOf(a) - side.textContent.indexOf(b));
const entries = async () => readable(await store.outbox.list('u1')).map(({ status, body, base }) => ({ status, body, base }));

it.each([
  ['Yours', [{ status: 'pending', body: { order: mine }, base: { order: theirs } }]],
  ['On the server', []],
])('an order that two people changed is decided over the list: %s', async (name, expected) => {
  await openInConflict();
  await expect.poll(() => at.place.querySelectorAll('button').length).toBeGreaterThan(0);
  found('button', 'Choose which to keep').click();
  await expect.poll(() => document.querySelectorAll('[role=dialog] label').length).toBe(2);
  await expect.poll(() => names(found('label', 'Yours'))).toEqual(['Map', 'Banner', 'Staff']);
  expect(names(found('label', 'On the server'))).toEqual(['Staff', 'Banner', 'Map']);
  const keep = found<HTMLButtonElement>('[role=dialog] button', 'Keep this');
  keep.click();
  expect(await entries(), 'nothing is decided before one is chosen').toMatchObject([{ status: 'conflict' }]);
  found('label', name).querySelector('input')?.click();
  await expect.poll(() => keep.ariaDisabled).toBeNull();
  expect((await entries())[0]?.status, 'nor by choosing alone').toBe('conflict');
  keep.click();
  await expect.poll(entries).toEqual(expected);
  await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull();
});
