import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addableBlocks } from '#contract/blocks/catalogue.ts';
import { addBlock, fromTop, listedBlocks, moveBlock, removeBlock, setEnabled } from '#contract/blocks/order.ts';
import type { Block } from '#contract/entities/block.ts';
import { blocks } from '../tables/blocks.ts';
import { blockCalls, answeredBlock } from '../testing/blocks.ts';
import { type Harness, startHarness } from '../testing/harness.ts';
import { placeAt } from './store.ts';
import { eq } from 'drizzle-orm';

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterAll(() => harness.close());

/** Places in the list, modulo its length where there are fewer blocks. */
const place = fc.nat(59);
const step = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), from: place, to: place }),
  fc.record({ kind: fc.constant('show' as const), from: place, enabled: fc.boolean() }),
  fc.record({ kind: fc.constant('add' as const), type: fc.nat(20) }),
  fc.record({ kind: fc.constant('delete' as const), from: place }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const seen = (list: readonly Block[]) =>
  list.map(({ id, key, label, priority, static: isStatic, enabled }) => ({ id, key, label, priority, static: isStatic, enabled }));
const statics = (list: readonly Block[]) =>
  fromTop(list).flatMap((block, at) => (block.static ? [[block.key, block.key === 'footer' ? 'last' : at]] : []));

/** A list of `size` blocks, static ones among them, on a website that no other run uses. */
async function listOf(websiteId: number, size: number, staticAt: readonly number[]): Promise<void> {
  const { db } = harness.deps;
  await db.delete(blocks).where(eq(blocks.websiteId, websiteId));
  const createdAt = harness.time.now;
  const rows = Array.from({ length: size }, (_, at) => {
    const isStatic = at === 0 || at === size - 1 || staticAt.includes(at);
    const key = at === size - 1 ? 'footer' : at === 0 ? 'cover' : 'about_us';
    // With gaps, as deleting leaves them.
    return { websiteId, key, label: `Block ${at}`, priority: at * 3 + 1, static: isStatic, enabled: isStatic ? null : true, createdAt };
  });
  await db.insert(blocks).values(rows);
}

/** What the screen shows at once, and the request that it sends. */
async function take(step: Step, screen: readonly Block[], calls: ReturnType<typeof blockCalls>): Promise<readonly Block[]> {
  const shown = listedBlocks(screen);
  const at = (index: number): Block | undefined => shown[index % Math.max(1, shown.length)];
  switch (step.kind) {
    case 'move': {
      const [block, over] = [at(step.from), at(step.to)];
      const after = block && over ? moveBlock(screen, block.id, over.id) : screen;
      if (after !== screen) await calls.order(fromTop(after).map(({ id }) => id));
      return after;
    }
    case 'show': {
      const block = at(step.from);
      if (!block) return screen;
      await calls.patch(block.id, { enabled: step.enabled });
      return setEnabled(screen, block.id, step.enabled);
    }
    case 'add': {
      const kinds = addableBlocks('versatile');
      const kind = kinds[step.type % kinds.length];
      if (!kind) return screen;
      const made = answeredBlock(await calls.create(kind.key, kind.label));
      return addBlock(screen, made);
    }
    case 'delete': {
      const block = at(step.from);
      if (!block) return screen;
      await calls.remove(block.id);
      return removeBlock(screen, block.id);
    }
  }
}

describe('any sequence of moves, hides, adds and deletes', () => {
  it('leaves the server with the order of the screen, static blocks in their places, and priorities distinct', async () => {
    const calls = blockCalls(harness, token, 4);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 60 }),
        fc.uniqueArray(fc.nat(59), { maxLength: 3 }),
        fc.array(step, { minLength: 1, maxLength: 8 }),
        async (size, staticAt, steps) => {
          await listOf(4, size, staticAt);
          let screen = await calls.list();
          for (const one of steps) {
            const before = statics(screen);
            screen = await take(one, screen, calls);
            const stored = await calls.list();
            expect(seen(stored)).toEqual(seen(fromTop(screen)));
            expect(new Set(stored.map((block) => block.priority)).size).toBe(stored.length);
            // A deletion moves the blocks below it up; nothing else moves a static block.
            if (one.kind !== 'delete') expect(statics(stored)).toEqual(before);
          }
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('a server that takes one block at a time', () => {
  const block = (id: number, isStatic: boolean): Block => ({
    id: String(id),
    key: 'about_us',
    label: '',
    priority: id * 2 + 1,
    static: isStatic,
    enabled: true,
  });

  it('ends in the order that was sent, whatever it was before', () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 60 }).chain((flags) =>
          fc.tuple(
            fc.constant(flags),
            fc.shuffledSubarray(
              flags.flatMap((isStatic, id) => (isStatic ? [] : [String(id)])),
              { minLength: flags.filter((flag) => !flag).length },
            ),
          ),
        ),
        ([flags, wanted]) => {
          const before = flags.map((isStatic, id) => block(id, isStatic));
          const queue = wanted.values();
          const goal = before.map((item) => (item.static ? item.id : (queue.next().value ?? '')));
          const after = goal.reduce<readonly Block[]>(
            (list, id, at) => (before.find((item) => item.id === id)?.static ? list : placeAt(list, id, at + 1)),
            before,
          );
          expect(fromTop(after).map(({ id }) => id)).toEqual(goal);
        },
      ),
    );
  });
});
