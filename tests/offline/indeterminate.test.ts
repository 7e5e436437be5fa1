import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isForAttention } from '#db/outbox-entries.ts';
import { type BlocksPage, openBlocks } from './support/blocks-page.ts';
import { FakeServer } from './support/fake-server.ts';
import { drained, freshName, quiet, Tab, TabLock, type World } from './support/tab.ts';
import { TestClock } from './support/time.ts';

const labels = (page: BlocksPage) => page.server.homepage.blocks.map(({ label }) => label).filter((label) => label === 'New');
const add = (page: BlocksPage) => page.change({ kind: 'create', key: 'banner', label: 'New', enabled: true, copyOf: null, below: null });
const entriesOf = async (page: BlocksPage) => {
  const entries = await page.tab.store.outbox.list('u1');
  return entries.flatMap((read) => (read.kind === 'readable' ? [read.entry] : []));
};

describe('an indeterminate create of a block', () => {
  it('that a gateway answered gets a preflight read, and is not repeated', async () => {
    const page = await openBlocks(2, { honoursKeys: false });
    page.server.faults.push({ kind: 'foreignAfter' });
    await add(page);
    await drained([page.tab], 'u1', 200);
    expect(labels(page)).toHaveLength(1);
    page.tab.close();
  });

  /** The answer is lost, and the preflight read is refused: the entry needs attention. */
  async function rejected(): Promise<BlocksPage> {
    const page = await openBlocks(2, { honoursKeys: false });
    page.server.faults.push({ kind: 'loseAnswer' }, { kind: 'refuse', code: 'forbidden' });
    await add(page);
    await drained([page.tab], 'u1', 200);
    expect(await entriesOf(page)).toMatchObject([{ resource: 'block', mutation: 'create', status: 'rejected', mayHaveBeenApplied: true }]);
    return page;
  }

  it('is not repeated by Retry, which uses the same key', async () => {
    const page = await rejected();
    const [entry] = await entriesOf(page);
    expect(await page.tab.store.outbox.retry(entry?.opId ?? '')).toEqual({ kind: 'enqueued', opId: entry?.opId });
    await drained([page.tab], 'u1', 200);
    expect(labels(page)).toHaveLength(1);
    expect(await entriesOf(page)).toEqual([]);
    page.tab.close();
  });

  it('is deleted on the server too', async () => {
    const page = await rejected();
    const [entry] = await entriesOf(page);
    const blockId = (await page.shown()).find(({ label }) => label === 'New')?.id ?? '';
    await page.change({ kind: 'delete', blockId, label: 'New' });
    expect(await entriesOf(page)).toMatchObject([
      { resource: 'block', mutation: 'create' },
      { resource: 'block', mutation: 'delete' },
    ]);
    await page.tab.store.outbox.retry(entry?.opId ?? '');
    await drained([page.tab], 'u1', 200);
    expect(labels(page)).toEqual([]);
    expect(await entriesOf(page)).toEqual([]);
    page.tab.close();
  });

  it('is not sent only to be deleted, where the server has put it off', async () => {
    const page = await openBlocks(2);
    page.tab.online(false);
    await add(page);
    page.server.faults.push({ kind: 'refuse', code: 'too_many_requests', retryAfterMs: 1_000 });
    page.tab.online(true);
    await quiet(page.tab);
    const blockId = (await page.shown()).find(({ label }) => label === 'New')?.id ?? '';
    await page.change({ kind: 'delete', blockId, label: 'New' });
    await drained([page.tab], 'u1', 200);
    expect(page.server.effects).toEqual([]);
    expect(await entriesOf(page)).toEqual([]);
    page.tab.close();
  });

  it('and arrives when it has been deleted, is not left behind', async () => {
    const page = await openBlocks(2);
    page.tab.crash();
    const arrives = Promise.withResolvers<void>();
    const send = page.server.send.bind(page.server);
    const sent: Promise<unknown>[] = [];
    page.server.send = (entry, ifMatch) => {
      const answer = arrives.promise.then(() => send(entry, ifMatch));
      sent.push(answer);
      return answer;
    };
    const sender = await Tab.open(page.tab.world);
    await add(page);
    sender.actor.send({ type: 'outbox.changed' });
    await expect.poll(() => sent).toHaveLength(1);
    sender.crash();
    page.server.send = send;
    const blockId = (await page.shown()).find(({ label }) => label === 'New')?.id ?? '';
    await page.change({ kind: 'delete', blockId, label: 'New' });
    const next = await Tab.open(page.tab.world);
    await drained([next], 'u1', 200);
    arrives.resolve();
    await Promise.all(sent);
    expect(await entriesOf(page)).toEqual([]);
    expect(labels(page)).toEqual([]);
    for (const tab of [sender, next, page.tab]) tab.close();
  });

  it('keeps a setting that the list of the server lacks', async () => {
    const page = await openBlocks(1);
    const settings = [{ key: 'not_in_the_list', value: ['mine'] }];
    await page.change({ kind: 'settings', blockId: 'b0', label: 'Banner 0', settings, base: {} });
    await drained([page.tab], 'u1', 200);
    const { stored } = await page.tab.store.readBlocks('u1', 'w1');
    const values = stored?.find(({ id }) => id === 'b0')?.settings?.filter(({ key }) => key === 'not_in_the_list');
    expect(values?.map(({ value }) => value)).toEqual([['mine']]);
    page.tab.close();
  });
});

describe('a save', () => {
  let world: World;
  let tab: Tab;

  beforeEach(async () => {
    const server = new FakeServer({ honoursKeys: false });
    server.put('w1/social', 'fb_link', ['old']);
    server.put('w1/robots', 'robots_txt', ['old']);
    world = { name: freshName(), clock: new TestClock(), server, lock: new TabLock() };
    tab = await Tab.open(world);
    await tab.visit();
    await tab.visit({ category: 'robots' });
  });
  afterEach(() => tab.close());

  const entries = async () => (await tab.store.outbox.list('u1')).flatMap((read) => (read.kind === 'readable' ? [read] : []));

  it('of a value behind the clearing of its field is no conflict', async () => {
    const letIn = world.server.hold();
    await tab.store.outbox.append({
      userId: 'u1',
      accountId: 'a1',
      websiteId: 'w1',
      resource: 'settings',
      mutation: 'update',
      body: { category: 'social', settings: [{ key: 'fb_link', value: null, category: 'social', type: null }] },
      base: { fb_link: ['old'] },
    });
    await expect.poll(() => world.server.calls.length).toBeGreaterThan(0);
    await tab.save({ fb_link: 'new' });
    letIn();
    await drained([tab]);
    expect(await entries()).toEqual([]);
    expect(world.server.value('w1/social', 'fb_link')).toEqual(['new']);
  });

  it('that meets trouble again and again is shown with the server’s reason, still tried, and carried on by the next one', async () => {
    const first = await tab.save({ fb_link: 'first' });
    world.server.faults.push(...Array.from({ length: 12 }, () => ({ kind: 'refuse', code: 'internal_error' }) as const));
    for (let step = 0; step < 200; step += 1) {
      await quiet(tab);
      // Before the clock goes on: the next attempt would be under way.
      if ((await entries()).some(({ entry }) => isForAttention(entry))) break;
      world.clock.step();
    }
    const [entry] = await entries();
    expect(entry?.entry).toMatchObject({
      status: 'indeterminate',
      troubles: 5,
      lastError: { status: 500, message: 'refused: internal_error' },
    });
    expect(await tab.store.drain.nextDue('u1')).not.toBeNull();
    const second = await tab.save({ ig_link: 'second' });
    expect(second).not.toEqual(first);
    expect(await entries()).toMatchObject([{ entry: { maybeOurs: { fb_link: [['first']] } } }]);
    world.server.faults.length = 0;
    await drained([tab]);
    expect(await entries()).toEqual([]);
    expect(world.server.value('w1/social', 'fb_link')).toEqual(['first']);
    expect(world.server.value('w1/social', 'ig_link')).toEqual(['second']);
  });

  it('waits as long as the server asks of any request, also in another tab', async () => {
    world.server.faults.push({ kind: 'refuse', code: 'too_many_requests', retryAfterMs: 30_000 });
    await tab.save({ fb_link: 'mine' });
    await quiet(tab);
    const calls = world.server.calls.length;
    const other = await Tab.open(world);
    await other.save({ robots_txt: 'mine' }, { category: 'robots' });
    other.actor.send({ type: 'drain.requested' });
    await quiet(tab, other);
    expect(world.server.calls).toHaveLength(calls);
    expect((await tab.store.drain.nextDue('u1')) ?? 0).toBeGreaterThanOrEqual(world.clock.now() + 29_000);
    await drained([tab, other]);
    expect(world.server.value('w1/robots', 'robots_txt')).toEqual(['mine']);
    other.close();
  });

  it('waits at most a minute where the clock was set back', async () => {
    world.server.faults.push({ kind: 'loseRequest' });
    await tab.save({ fb_link: 'mine' });
    await quiet(tab);
    world.clock.skew(-50 * 60_000);
    expect((await tab.store.drain.nextDue('u1')) ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(world.clock.now() + 60_000);
  });
});
