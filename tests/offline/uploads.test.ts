import { localId } from '#contract/resources/local-id.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FakeServer } from './support/fake-server.ts';
import { drained, freshName, quiet, Tab, TabLock, type World } from './support/tab.ts';
import { TestClock } from './support/time.ts';

const record = 'w1/site_info';
const place = { category: 'site_info' } as const;
let world: World;
let tabs: Tab[];

function begin(server: FakeServer): void {
  server.put(record, 'favicon', ['f0']);
  world = { name: freshName(), clock: new TestClock(), server, lock: new TabLock() };
  tabs = [];
}
beforeEach(() => begin(new FakeServer()));
afterEach(() => {
  for (const tab of tabs) tab.close();
});

async function open(online: boolean): Promise<Tab> {
  const tab = await Tab.open(world, { online });
  tabs.push(tab);
  await tab.visit(place);
  return tab;
}
const sends = () => world.server.calls.map((call) => call.kind);

it('a file chosen offline is uploaded once, before the save that names it, and the save has its id', async () => {
  const tab = await open(false);
  const upload = await tab.upload('a');
  const save = await tab.save({ favicon: localId('a') }, place);
  expect(world.server.calls).toEqual([]);
  tab.online(true);
  await drained(tabs);
  expect(world.server.files).toHaveLength(1);
  expect(world.server.value(record, 'favicon')).toEqual(['f1']);
  expect(world.server.effects).toEqual([upload, save].map((kept) => 'opId' in kept && kept.opId));
});

it.each([true, false])('whose answer was lost is looked for and not sent twice (keys honoured: %s)', async (honoursKeys) => {
  begin(new FakeServer({ honoursKeys }));
  const tab = await open(false);
  await tab.upload('a');
  await tab.save({ favicon: localId('a') }, place);
  world.server.faults.push({ kind: 'loseAnswer' });
  tab.online(true);
  await drained(tabs);
  expect(world.server.files).toHaveLength(1);
  expect(world.server.value(record, 'favicon')).toEqual(['f1']);
  expect(sends().filter((kind) => kind === 'send')).toHaveLength(2);
});

it('that never arrived is sent again under the same key', async () => {
  const tab = await open(true);
  world.server.faults.push({ kind: 'loseRequest' });
  await tab.upload('a');
  await drained(tabs);
  expect(world.server.files).toHaveLength(1);
  expect(await tab.store.files.state('u1', localId('a'))).toEqual({ kind: 'sent', fileId: 'f1' });
});

it('that was being sent when its tab died is sent by another, once', async () => {
  const tab = await open(true);
  const letIn = world.server.hold();
  await tab.upload('a');
  await expect.poll(() => world.server.calls.length).toBe(1);
  tab.crash();
  letIn();
  const next = await open(true);
  world.lock.steal();
  await drained([next]);
  expect(world.server.files).toHaveLength(1);
  expect(await next.store.files.state('u1', localId('a'))).toEqual({ kind: 'sent', fileId: 'f1' });
});

it('that the server refuses holds back only the save that names it, with the reason', async () => {
  const tab = await open(true);
  await tab.upload('a', 'bad');
  await tab.save({ favicon: localId('a') }, place);
  await tab.save({ fb_link: 'mine' });
  await quiet(tab);
  expect(await tab.rows()).toEqual(['w1/favicon rejected', `${record} rejected`]);
  expect(world.server.value('w1/social', 'fb_link')).toEqual(['mine']);
  expect(world.server.value(record, 'favicon')).toEqual(['f0']);
});

it.each([true, false])('and others chosen for the same field at once are all sent (online: %s)', async (online) => {
  const tab = await open(online);
  await Promise.all(['a', 'b', 'c'].map((id) => tab.upload(id)));
  tab.online(true);
  await drained(tabs);
  expect(world.server.files.map((file) => file.name).toSorted()).toEqual(['a.png', 'b.png', 'c.png']);
});
