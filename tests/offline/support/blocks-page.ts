import { fromTop } from '#contract/blocks/order.ts';
import type { Block } from '#contract/entities/block.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import { blocksKey } from '#contract/cache-keys.ts';
import type { BlockChange } from '#machines/block-ports.ts';
import { createBeginSubmit } from '#src/offline/submit-block.ts';
import { FakeServer } from './fake-server.ts';
import { freshName, Tab, TabLock, type World } from './tab.ts';
import { TestClock } from './time.ts';

const theme: ThemeKey = 'versatile';

interface Setting {
  readonly honoursKeys?: boolean;
  /** Whether the device has read the blocks from the server. */
  readonly isRead?: boolean;
  /** How long each answer takes, in turns of the event loop, one after the other: answers to parallel requests change places. */
  readonly pace?: readonly number[];
}

/** Delays each answer of the server. */
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

/** A homepage with this many blocks between cover and footer, on a new device. */
export async function openBlocks(count: number, { honoursKeys = true, isRead = true, pace = [] }: Setting = {}) {
  const server = new FakeServer({ honoursKeys });
  pacedBy(pace, server);
  server.homepage.fill(count);
  const world: World = { name: freshName(), clock: new TestClock(), server, lock: new TabLock() };
  const tab = await Tab.open(world);
  const { data, etag } = server.blocksAnswer();
  if (isRead) await tab.store.cache.put('u1', blocksKey('w1'), { websiteId: 'w1', data, etag });
  const beginSubmit = createBeginSubmit({
    store: tab.store,
    user: () => ({ userId: 'u1', accountId: 'a1' }),
    // Not awaited: the result shows at the end.
    isOffline: () => true,
    pendingReasonNow: () => ({ kind: 'offline' }),
    themeOf: () => Promise.resolve(theme),
    refresh: () => Promise.resolve(),
    onPending: () => undefined,
  });
  const change = (one: BlockChange) => beginSubmit()({ websiteId: 'w1', change: one }, new AbortController().signal);
  const shown = async () => fromTop((await tab.store.readBlocks('u1', 'w1')).blocks);
  // Blocks that were created here and not deleted, by local id, with the moment from which reads contain them.
  const created = new Map<string, number>();
  const lost: string[] = [];
  tab.store.watch.blocks('u1', 'w1', ({ blocks, idMap, readAt }) => {
    const isThere = (id: string) => blocks.some((block) => block.id === id || block.id === idMap[id]);
    for (const [id, since] of created) if (since <= readAt && !isThere(id)) lost.push(id);
  });
  return { server, tab, change, shown, created, lost };
}

export type BlocksPage = Awaited<ReturnType<typeof openBlocks>>;

/** The order of ids after a move among the blocks that can be moved. */
export function moved(blocks: readonly Block[], from: number, to: number): readonly string[] | null {
  const movable = blocks.filter((block) => !block.static);
  const block = movable[from % Math.max(1, movable.length)];
  if (!block) return null;
  const rest = movable.filter((one) => one !== block);
  const order = rest.toSpliced(to % movable.length, 0, block).map(({ id }) => id);
  return [blocks[0]?.id ?? '', ...order, blocks.at(-1)?.id ?? ''];
}
