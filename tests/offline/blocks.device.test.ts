import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromTop } from '#contract/blocks/order.ts';
import type { Block } from '#contract/entities/block.ts';
import { type BlocksPage, moved, openBlocks } from './support/blocks-page.ts';
import type { Fault } from './support/fake-server.ts';
import { schedules } from './support/schedules.ts';
import { drained, quiet } from './support/tab.ts';

/** The steps of a person on the homepage screen; blocks are named by their place among those that can be moved. */
type Step =
  | { readonly kind: 'move'; readonly from: number; readonly to: number }
  | { readonly kind: 'hide' | 'delete'; readonly at: number }
  | { readonly kind: 'add'; readonly label: string; readonly below: number | null }
  | { readonly kind: 'edit'; readonly at: number; readonly title: string }
  | { readonly kind: 'online'; readonly online: boolean }
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'wait' };

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
  { weight: 2, arbitrary: fc.constant<Step>({ kind: 'wait' }) },
);

async function take(page: BlocksPage, one: Step): Promise<void> {
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
      const { idMap } = await page.tab.store.readBlocks('u1', 'w1');
      for (const id of page.created.keys()) if (id === block.id || idMap[id] === block.id) page.created.delete(id);
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
      if (submitted.kind === 'pending' && submitted.blockId !== null) page.created.set(submitted.blockId, performance.now());
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
    case 'wait':
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
  ])('end on the server as they stand on the screen, whatever happens on the way: an API that %s', async (_, honoursKeys) => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 60 }),
        fc.array(step, { minLength: 1, maxLength: 20 }),
        fc.array(fc.nat({ max: 4 }), { maxLength: 40 }),
        async (count, steps, pace) => {
          const page = await openBlocks(count, { honoursKeys, pace });
          for (const one of steps) await take(page, one);
          const wanted = looks(await page.shown()).map(({ id: _id, ...rest }) => rest);
          page.server.faults.length = 0;
          page.tab.online(true);
          page.tab.actor.send({ type: 'outbox.changed' });
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
      { ...schedules(60, 20), endOnFailure: true },
    );
  });
});
