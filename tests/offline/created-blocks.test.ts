import { mutationName } from '#contract/outbox-entry.ts';
import { describe, expect, it } from 'vitest';
import { addBlock, fromTop } from '#contract/blocks/order.ts';
import type { Block } from '#contract/entities/block.ts';
import { blocksKey } from '#contract/cache-keys.ts';
import type { BlockChange } from '#machines/block-ports.ts';
import { type BlocksPage, moved, openBlocks } from './support/blocks-page.ts';
import { drained, quiet, Tab } from './support/tab.ts';

describe('a block created offline', () => {
  it('never leaves the list, even if the answer to an earlier request arrives after it', async () => {
    const page = await openBlocks(3);
    page.tab.online(false);
    const order = moved(await page.shown(), 0, 1);
    if (order) await page.change({ kind: 'order', order });
    await page.change({ kind: 'create', key: 'banner', label: 'New', enabled: true, copyOf: null, below: null });
    const isNew = ({ label }: Block) => label === 'New';
    page.tab.actor.stop();
    const seen: boolean[] = [];
    page.tab.store.watch.blocks('u1', 'w1', ({ blocks: shown }) => seen.push(shown.some(isNew)));
    const send = page.server.send.bind(page.server);
    const ordered = Promise.withResolvers<null>();
    page.server.send = async (entry, ifMatch) => {
      if (mutationName(entry) === 'block.create') await ordered.promise;
      const result = await send(entry, ifMatch);
      if (mutationName(entry) !== 'block.reorder') return result;
      ordered.resolve(null);
      // Its answer arrives after the other block is created and stored.
      await expect.poll(() => page.tab.rows()).toHaveLength(1);
      return result;
    };
    // An order that has waited is compared before it is sent.
    page.tab.world.clock.skew(10_000);
    const next = await Tab.open(page.tab.world);
    await drained([next], 'u1', 200);
    next.close();
    await expect.poll(() => page.shown()).toEqual(fromTop(page.server.homepage.blocks));
    expect(page.server.homepage.blocks.some(isNew)).toBe(true);
    expect(seen).not.toContain(false);
    page.tab.close();
  });
});

describe('a deleted block that is brought back', () => {
  const settings = [{ key: 'title', value: ['Hello'] }];
  const remove: BlockChange = { kind: 'delete', blockId: 'b0', label: 'Banner 0' };
  const back: BlockChange = {
    ...{ kind: 'create', key: 'banner', label: 'Banner 0', enabled: true, copyOf: { settings }, below: 'cover', bringsBack: 'b0' },
  };
  const names = async ({ tab }: BlocksPage) =>
    (await tab.store.outbox.list('u1')).flatMap((entry) => (entry.kind === 'readable' ? [mutationName(entry.entry)] : []));

  it('is as it was where its delete was never sent, with its earlier pending changes', async () => {
    const page = await openBlocks(3);
    page.tab.online(false);
    await page.change({ kind: 'settings', blockId: 'b0', label: 'Banner 0', settings, base: {} });
    const before = await page.shown();
    await page.change(remove);
    expect((await page.shown()).map(({ id }) => id)).not.toContain('b0');
    expect(await page.change(back)).toMatchObject({ kind: 'saved', blockId: 'b0', isWithdrawn: true });
    expect(await page.shown()).toEqual(before);
    expect(await names(page)).toEqual(['block-settings.update']);
    page.tab.close();
  });

  it('is another block with its settings where a request for the delete was started', async () => {
    const page = await openBlocks(3);
    page.tab.online(false);
    await page.change(remove);
    const [entry] = (await page.tab.store.outbox.list('u1')).flatMap((read) => (read.kind === 'readable' ? [read.entry] : []));
    const epoch = await page.tab.store.fence.take('u1', 'gone');
    await page.tab.store.drain.claim(entry?.opId ?? '', epoch);
    const error = { code: 'no_answer', message: '', fields: {} };
    for (const step of ['sending', 'indeterminate']) {
      expect(await page.change(back), step).toMatchObject({ kind: 'pending', blockId: expect.stringContaining('local:') });
      expect(await names(page)).toContain('block.delete');
      await page.tab.store.drain.applyResult(entry?.opId ?? '', epoch, { kind: 'indeterminate', at: null, error });
    }
    page.tab.close();
  });
});

describe('a block whose answer was lost', () => {
  it('stands in the list once, under its local id, while it is indeterminate', async () => {
    const page = await openBlocks(2);
    page.tab.online(false);
    await page.change({ kind: 'create', key: 'banner', label: 'New', enabled: true, copyOf: null, below: null });
    page.server.faults.push({ kind: 'loseAnswer' });
    page.tab.online(true);
    await quiet(page.tab);
    expect(await page.tab.rows()).toEqual([expect.stringMatching(/^local:.* indeterminate$/u)]);
    const { data, etag } = page.server.blocksAnswer();
    await page.tab.store.cache.put('u1', blocksKey('w1'), { websiteId: 'w1', data, etag });
    const shown = await page.shown();
    expect(shown.filter(({ label }) => label === 'New').map(({ id }) => id)).toEqual([expect.stringMatching(/^local:/u)]);
    expect(shown).toHaveLength(page.server.homepage.blocks.length);
    page.tab.close();
  });
});

describe('an indeterminate create of a block', () => {
  const late = async (page: BlocksPage) => {
    const [row] = (await page.tab.store.outbox.list('u1')).flatMap((entry) => (entry.kind === 'readable' ? [entry.entry] : []));
    if (!row) throw new Error('nothing waits');
    const epoch = await page.tab.store.fence.take('u1', 'gone');
    const claim = await page.tab.store.drain.claim(row.opId, epoch);
    if (claim.kind !== 'claimed') throw new Error(claim.kind);
    const error = { code: 'no_answer', message: '', fields: {} };
    await page.tab.store.drain.applyResult(row.opId, epoch, { kind: 'indeterminate', at: null, error });
    return { row: claim.entry, epoch };
  };
  const create: BlockChange = { kind: 'create', key: 'banner', label: 'New', enabled: true, copyOf: null, below: null };
  const labels = (blocks: readonly Block[]) => fromTop(blocks).map(({ label }) => label);

  it('stays in the list, even if an earlier read is cached before the preflight read finds it', async () => {
    const page = await openBlocks(3);
    page.tab.online(false);
    await page.change(create);
    await page.change({ kind: 'show', blockId: 'b0', label: 'Banner 0', enabled: false });
    page.tab.actor.stop();
    const { row: entry } = await late(page);
    const [read, send] = [page.server.read.bind(page.server), page.server.send.bind(page.server)];
    const shownRead = Promise.withResolvers<null>();
    page.server.read = async (wanted) => {
      if (mutationName(wanted) === 'block.create') {
        await shownRead.promise;
        if (page.server.effects.length === 0) await send(entry, null);
        const found = await read(wanted);
        await expect.poll(() => page.tab.rows()).toHaveLength(1);
        return found;
      }
      const result = await read(wanted);
      shownRead.resolve(null);
      return result;
    };
    page.tab.world.clock.skew(10_000);
    const next = await Tab.open(page.tab.world);
    await drained([next], 'u1', 200);
    expect(labels(await page.shown())).toEqual(labels(page.server.homepage.blocks));
    expect(labels(await page.shown()).filter((label) => label === 'New')).toHaveLength(1);
    next.close();
    page.tab.close();
  });

  it('is not taken for a colleague’s block of its kind and name that this device has read since', async () => {
    const page = await openBlocks(2, { honoursKeys: false });
    page.tab.online(false);
    await page.change(create);
    page.tab.actor.stop();
    const theirs: Block = { id: 'theirs', key: 'banner', label: 'New', enabled: true, static: false, priority: 0, settings: [] };
    page.server.homepage.blocks = addBlock(page.server.homepage.blocks, theirs);
    const { data, etag } = page.server.blocksAnswer();
    await page.tab.store.cache.put('u1', blocksKey('w1'), { websiteId: 'w1', data, etag });
    await late(page);
    expect(labels(await page.shown()).filter((label) => label === 'New')).toHaveLength(2);
    const next = await Tab.open(page.tab.world);
    await drained([next], 'u1', 200);
    expect(labels(page.server.homepage.blocks).filter((label) => label === 'New')).toHaveLength(2);
    next.close();
    page.tab.close();
  });

  it('gets another preflight read after an expired sign-in, and never has its effect twice', async () => {
    const page = await openBlocks(2, { honoursKeys: false });
    page.tab.online(false);
    await page.change(create);
    page.tab.actor.stop();
    const { row: entry } = await late(page);
    await page.server.send(entry, null);
    page.server.signedIn = false;
    const next = await Tab.open(page.tab.world);
    await quiet(next);
    expect(await page.tab.rows()).toEqual([expect.stringMatching(/ indeterminate$/u)]);
    next.close();
    page.server.signedIn = true;
    const again = await Tab.open(page.tab.world);
    await drained([again], 'u1', 200);
    expect(labels(page.server.homepage.blocks).filter((label) => label === 'New')).toHaveLength(1);
    again.close();
    page.tab.close();
  });
});

describe('a block whose request was lost', () => {
  const copy = (label: string, title: string): BlockChange => {
    return { kind: 'create', key: 'banner', label, enabled: true, copyOf: { settings: [{ key: 'title', value: [title] }] }, below: null };
  };
  const titles = (page: BlocksPage, label: string) =>
    fromTop(page.server.homepage.blocks)
      .filter((block) => block.label === label)
      .map((block) => block.settings?.find(({ key }) => key === 'title')?.value?.[0]);

  /** Sends everything, and loses the request of the create of that number. */
  async function loseCreate(page: BlocksPage, number: number): Promise<void> {
    const send = page.server.send.bind(page.server);
    let creates = 0;
    page.server.send = async (entry, ifMatch) => {
      if (mutationName(entry) === 'block.create') creates += 1;
      return mutationName(entry) === 'block.create' && creates === number ? { kind: 'noAnswer', reason: 'network' } : send(entry, ifMatch);
    };
    page.tab.actor.stop();
    const next = await Tab.open(page.tab.world);
    await drained([next], 'u1', 200);
    expect(await next.rows()).toEqual([]);
    next.close();
  }

  it.each([1, 2])('is not taken for another of its kind and name that was made at the same time (lost: %i)', async (number) => {
    const page = await openBlocks(1);
    page.tab.online(false);
    await page.change(copy('Twin', 'First'));
    await page.change(copy('Twin', 'Second'));
    await loseCreate(page, number);
    expect(titles(page, 'Twin')).toEqual(['First', 'Second']);
  });

  it('is not taken for an older one on a website that this device had not read', async () => {
    const page = await openBlocks(1, { isRead: false });
    page.tab.online(false);
    await page.change(copy('Banner 0', 'Copied'));
    const [before] = titles(page, 'Banner 0');
    await loseCreate(page, 1);
    expect(titles(page, 'Banner 0')).toEqual([before, 'Copied']);
  });
});
