import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { fromTop } from '#contract/blocks/order.ts';
import type { Block } from '#contract/entities/block.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import { blocksKey } from '#db/keys.ts';
import type { BlockChange } from '#machines/ports.ts';
import { createSubmitBlock } from '#src/app/device/submit-block.ts';
import { FakeServer, type Fault } from './support/fake-server.ts';
import { drained, freshName, quiet, Tab, TabLock, type World } from './support/tab.ts';
import { TestClock } from './support/time.ts';

/** What a person does on the homepage screen; blocks are named by their place among those that can be moved. */
type Step =
  | { readonly kind: 'move'; readonly from: number; readonly to: number }
  | { readonly kind: 'hide' | 'delete'; readonly at: number }
  | { readonly kind: 'add'; readonly label: string; readonly below: number | null }
  | { readonly kind: 'edit'; readonly at: number; readonly title: string }
  | { readonly kind: 'online'; readonly online: boolean }
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'settle' };

const place = fc.nat({ max: 59 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('move' as const), from: place, to: place }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('hide' as const, 'delete' as const), at: place }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('add' as const), label: fc.constantFrom('New', 'Another'), below: fc.option(place) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('edit' as const), at: place, title: fc.constantFrom('One', 'Two') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('online' as const), online: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('fault' as const),
      fault: fc.constantFrom<Fault[]>(
        { kind: 'loseRequest' },
        { kind: 'loseAnswer' },
        { kind: 'foreign' },
        { kind: 'refuse', code: 'unavailable', retryAfterMs: 2_000 },
      ),
    }),
  },
  { weight: 2, arbitrary: fc.constant<Step>({ kind: 'settle' }) },
);

const theme: ThemeKey = 'versatile';

interface Setting {
  readonly honoursKeys?: boolean;
  /** Whether the device has read the blocks. */
  readonly isRead?: boolean;
  /** How long each answer takes, in turn, in turns of the event loop: those of requests that run side by side change places. */
  readonly pace?: readonly number[];
}

/** Makes each answer of the server take its time. */
function pacedBy(pace: readonly number[], server: FakeServer): void {
  const turns = pace.values();
  const paced =
    <Args extends readonly unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const result = await call(...args);
      for (let left = turns.next().value ?? 0; left > 0; left -= 1) await new Promise((resolve) => setTimeout(resolve));
      return result;
    };
  server.read = paced(server.read.bind(server));
  server.send = paced(server.send.bind(server));
}

async function open(count: number, { honoursKeys = true, isRead = true, pace = [] }: Setting = {}) {
  const server = new FakeServer({ honoursKeys });
  pacedBy(pace, server);
  server.homepage.fill(count);
  const world: World = { name: freshName(), clock: new TestClock(), server, lock: new TabLock() };
  const tab = await Tab.open(world);
  const { data, etag } = server.blocksAnswer();
  if (isRead) await tab.store.cache.put('u1', blocksKey('w1'), { websiteId: 'w1', data, etag });
  const submit = createSubmitBlock({
    store: tab.store,
    user: () => ({ userId: 'u1', accountId: 'a1' }),
    // It need not be waited for: what became of it shows at the end.
    isOffline: () => true,
    themeOf: () => Promise.resolve(theme),
    refresh: () => Promise.resolve(),
    onKept: () => undefined,
  });
  const change = (one: BlockChange) => submit({ websiteId: 'w1', change: one }, new AbortController().signal);
  const shown = async () => fromTop((await tab.store.readBlocks('u1', 'w1')).shown);
  // Blocks made here that nobody deleted, by the id that they got here, with the moment from which readings have them.
  const made = new Map<string, number>();
  const lost: string[] = [];
  tab.store.watch.blocks('u1', 'w1', ({ shown: blocks, aliases, readAt }) => {
    const isThere = (id: string) => blocks.some((block) => block.id === id || block.id === aliases[id]);
    for (const [id, since] of made) if (since <= readAt && !isThere(id)) lost.push(id);
  });
  return { server, tab, change, shown, made, lost };
}

/** The order of ids after a move among the blocks that can be moved. */
function moved(blocks: readonly Block[], from: number, to: number): readonly string[] | null {
  const movable = blocks.filter((block) => !block.static);
  const block = movable[from % Math.max(1, movable.length)];
  if (!block) return null;
  const rest = movable.filter((one) => one !== block);
  const order = rest.toSpliced(to % movable.length, 0, block).map(({ id }) => id);
  return [blocks[0]?.id ?? '', ...order, blocks.at(-1)?.id ?? ''];
}

async function take(page: Awaited<ReturnType<typeof open>>, one: Step): Promise<void> {
  const blocks = await page.shown();
  const movable = blocks.filter((block) => !block.static);
  const at = (index: number) => movable[index % Math.max(1, movable.length)];
  switch (one.kind) {
    case 'move': {
      const order = moved(blocks, one.from, one.to);
      if (order) await page.change({ kind: 'order', order });
      return;
    }
    case 'hide': {
      const block = at(one.at);
      if (block) await page.change({ kind: 'show', blockId: block.id, label: block.label, enabled: !block.enabled });
      return;
    }
    case 'delete': {
      const block = at(one.at);
      if (!block) return;
      const { aliases } = await page.tab.store.readBlocks('u1', 'w1');
      for (const id of page.made.keys()) if (id === block.id || aliases[id] === block.id) page.made.delete(id);
      await page.change({ kind: 'delete', blockId: block.id, label: block.label });
      return;
    }
    case 'add': {
      const submitted = await page.change({
        kind: 'create',
        key: 'banner',
        label: one.label,
        enabled: null,
        copyOf: null,
        below: one.below === null ? null : (at(one.below)?.id ?? null),
      });
      if (submitted.kind === 'kept' && submitted.blockId !== null) page.made.set(submitted.blockId, performance.now());
      return;
    }
    case 'edit': {
      const block = at(one.at);
      if (!block) return;
      const base = { title: block.settings?.find(({ key }) => key === 'title')?.value ?? null };
      await page.change({
        kind: 'settings',
        blockId: block.id,
        label: block.label,
        settings: [{ key: 'title', value: [one.title] }],
        base,
      });
      return;
    }
    case 'online':
      page.tab.online(one.online);
      return;
    case 'fault':
      page.server.faults.push(one.fault);
      return;
    case 'settle':
      await quiet(page.tab);
      return;
  }
}

const looks = (blocks: readonly Block[]) =>
  blocks.map(({ id, label, enabled, settings }) => ({
    id,
    label,
    enabled,
    title: settings?.find(({ key }) => key === 'title')?.value ?? null,
  }));

describe('blocks changed on this device', () => {
  it.each([
    ['honours keys', true],
    ['does not', false],
  ])(
    'end on the server as they stand on the screen, whatever happens on the way: an API that %s',
    { timeout: 120_000 },
    async (_, honoursKeys) => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 0, max: 60 }),
          fc.array(step, { minLength: 1, maxLength: 20 }),
          fc.array(fc.nat({ max: 4 }), { maxLength: 40 }),
          async (count, steps, pace) => {
            const page = await open(count, { honoursKeys, pace });
            for (const one of steps) await take(page, one);
            const wanted = looks(await page.shown()).map(({ id: _id, ...rest }) => rest);
            page.server.faults.length = 0;
            page.tab.online(true);
            page.tab.actor.send({ type: 'queue.changed' });
            await drained([page.tab], 'u1', 200);
            expect(await page.tab.rows()).toEqual([]);
            expect(page.lost).toEqual([]);
            const server = fromTop(page.server.homepage.blocks);
            expect(looks(server).map(({ id: _id, ...rest }) => rest)).toEqual(wanted);
            expect(looks(await page.shown())).toEqual(looks(server));
            expect(server[0]?.key).toBe('cover');
            expect(server.at(-1)?.key).toBe('footer');
            expect(new Set(server.map(({ priority }) => priority)).size).toBe(server.length);
            expect(new Set(page.server.effects).size).toBe(page.server.effects.length);
            page.tab.close();
          },
        ),
        { seed: 20_261_120, numRuns: 100, endOnFailure: true },
      );
    },
  );
});

describe('a block made offline', () => {
  it('never leaves the list, though the answer to what was sent before it arrives behind it', async () => {
    const page = await open(3);
    page.tab.online(false);
    const order = moved(await page.shown(), 0, 1);
    if (order) await page.change({ kind: 'order', order });
    await page.change({ kind: 'create', key: 'banner', label: 'New', enabled: true, copyOf: null, below: null });
    const isNew = ({ label }: Block) => label === 'New';
    page.tab.actor.stop();
    const seen: boolean[] = [];
    page.tab.store.watch.blocks('u1', 'w1', ({ shown }) => seen.push(shown.some(isNew)));
    const send = page.server.send.bind(page.server);
    const ordered = Promise.withResolvers<null>();
    page.server.send = async (row, ifMatch) => {
      if (row.command === 'blocks.create') await ordered.promise;
      const outcome = await send(row, ifMatch);
      if (row.command !== 'blocks.order') return outcome;
      ordered.resolve(null);
      // Its answer arrives when the other is made and written down.
      await vi.waitFor(async () => expect(await page.tab.rows()).toHaveLength(1));
      return outcome;
    };
    // An order that has waited is compared before it is sent.
    page.tab.world.clock.skew(10_000);
    const next = await Tab.open(page.tab.world);
    await drained([next], 'u1', 200);
    next.close();
    await vi.waitFor(async () => expect(await page.shown()).toEqual(fromTop(page.server.homepage.blocks)));
    expect(page.server.homepage.blocks.some(isNew)).toBe(true);
    expect(seen).not.toContain(false);
    page.tab.close();
  });
});

describe('a block whose answer was lost', () => {
  it('stands in the list once, under the id that it got here, while nobody knows whether it arrived', async () => {
    const page = await open(2);
    page.tab.online(false);
    await page.change({ kind: 'create', key: 'banner', label: 'New', enabled: true, copyOf: null, below: null });
    page.server.faults.push({ kind: 'loseAnswer' });
    page.tab.online(true);
    await quiet(page.tab);
    expect(await page.tab.rows()).toEqual([expect.stringMatching(/^local:.* unknown$/u)]);
    const { data, etag } = page.server.blocksAnswer();
    await page.tab.store.cache.put('u1', blocksKey('w1'), { websiteId: 'w1', data, etag });
    const shown = await page.shown();
    expect(shown.filter(({ label }) => label === 'New').map(({ id }) => id)).toEqual([expect.stringMatching(/^local:/u)]);
    expect(shown).toHaveLength(page.server.homepage.blocks.length);
    page.tab.close();
  });
});

describe('a block whose request was lost', () => {
  const copy = (label: string, title: string): BlockChange => {
    return { kind: 'create', key: 'banner', label, enabled: true, copyOf: { settings: [{ key: 'title', value: [title] }] }, below: null };
  };
  const titles = (page: Awaited<ReturnType<typeof open>>, label: string) =>
    fromTop(page.server.homepage.blocks)
      .filter((block) => block.label === label)
      .map((block) => block.settings?.find(({ key }) => key === 'title')?.value?.[0]);

  /** Sends all, where the request of the create of that number is lost. */
  async function loseCreate(page: Awaited<ReturnType<typeof open>>, number: number): Promise<void> {
    const send = page.server.send.bind(page.server);
    let creates = 0;
    page.server.send = async (row, ifMatch) => {
      if (row.command === 'blocks.create') creates += 1;
      return row.command === 'blocks.create' && creates === number ? { kind: 'noAnswer', reason: 'network' } : send(row, ifMatch);
    };
    page.tab.actor.stop();
    const next = await Tab.open(page.tab.world);
    await drained([next], 'u1', 200);
    expect(await next.rows()).toEqual([]);
    next.close();
  }

  it.each([1, 2])('is not taken for another of its kind and name that was made at the same time (lost: %i)', async (number) => {
    const page = await open(1);
    page.tab.online(false);
    await page.change(copy('Twin', 'First'));
    await page.change(copy('Twin', 'Second'));
    await loseCreate(page, number);
    expect(titles(page, 'Twin')).toEqual(['First', 'Second']);
  });

  it('is not taken for one that stood all the time on a website that this device had not read', async () => {
    const page = await open(1, { isRead: false });
    page.tab.online(false);
    await page.change(copy('Banner 0', 'Copied'));
    const [before] = titles(page, 'Banner 0');
    await loseCreate(page, 1);
    expect(titles(page, 'Banner 0')).toEqual([before, 'Copied']);
  });
});
