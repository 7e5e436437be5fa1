import { localId } from '#contract/resources/local-id.ts';
import type { Category, WireValue } from '#contract/entities/setting.ts';
import type { Json } from '#contract/json.ts';
import { type ClientStore, openClientStore } from '#db/open-client-store.ts';
import { settingsKey } from '#contract/cache-keys.ts';
import type { OutboxResult } from '#db/outbox-writes.ts';
import type { LockListener, LockPort } from '#machines/sync/ports.ts';
import { syncActors, syncMachine } from '#machines/sync/sync.machine.ts';
import type { SyncEmitted } from '#machines/sync/sync.types.ts';
import { type Actor, createActor } from 'xstate';
import type { FakeServer } from './fake-server.ts';
import { type TestClock, until } from './time.ts';

export interface World {
  readonly name: string;
  readonly clock: TestClock;
  readonly server: FakeServer;
  readonly lock: TabLock;
  /** 0 to 1. */
  readonly random?: () => number;
  /** Called before and after each step of a drain; true: the tab dies there. */
  readonly dies?: () => boolean;
}

let worlds = 0;

/** The name of a new database: no two tests share a store. */
export function freshName(): string {
  worlds += 1;
  return `test-${worlds}-${crypto.randomUUID()}`;
}

/** The drain lock among tabs, with the fence of the real store. */
export class TabLock {
  private readonly queue: { readonly grant: () => void }[] = [];
  private holder: object | null = null;

  port(store: () => ClientStore, holder: string): LockPort {
    return {
      request: (userId: string, listener: LockListener) => {
        let over = false;
        const begin = () =>
          store()
            .fence.take(userId, holder)
            .then(
              (epoch) => !over && listener.acquired(epoch),
              (error: unknown) => !over && listener.failed(error),
            );
        const turn = {
          grant: () => {
            this.holder = turn;
            // As in a browser, never in the task that asks.
            setTimeout(() => over || begin());
          },
        };
        this.queue.push(turn);
        this.next();
        return () => {
          over = true;
          const at = this.queue.indexOf(turn);
          if (at >= 0) this.queue.splice(at, 1);
          if (this.holder === turn) this.holder = null;
          this.next();
        };
      },
    };
  }

  /** As when a frozen holder's lock is stolen: the next tab gets it, and the holder is not notified. */
  steal(): void {
    this.holder = null;
    this.next();
  }

  private next(): void {
    if (this.holder === null) this.queue.shift()?.grant();
  }
}

/** One tab of the console: the real client store and the real machines, with a fake server. */
export class Tab {
  readonly store: ClientStore;
  readonly actor: Actor<typeof syncMachine>;
  readonly emitted: SyncEmitted[] = [];
  readonly world: World;
  dead = false;

  private constructor(world: World, store: ClientStore, userId: string | null, online: boolean) {
    this.world = world;
    this.store = store;
    const { clock, server } = world;
    const mortal =
      <Args extends readonly unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
      async (...args: Args): Promise<Result> => {
        await this.mayDie();
        const result = await work(...args);
        await this.mayDie();
        return result;
      };
    const ports = {
      outbox: {
        start: mortal(store.drain.start),
        recover: mortal(store.drain.recover),
        pick: mortal(store.drain.pick),
        nextDue: mortal(store.drain.nextDue),
        claim: mortal(store.drain.claim),
        putBase: mortal(store.drain.putBase),
        isCurrent: mortal(store.drain.isCurrent),
        applyResult: mortal(store.drain.applyResult),
        hold: mortal(store.drain.hold),
      },
      sender: { send: mortal(server.send.bind(server)), read: mortal(server.read.bind(server)) },
      lock: world.lock.port(() => store, crypto.randomUUID()),
      clock,
      random: world.random ?? (() => 0.5),
    };
    this.actor = createActor(syncMachine.provide({ actors: syncActors(ports) }), { input: { userId, online } });
    this.actor.on('*', (event) => this.emitted.push(event));
  }

  static async open(world: World, options: { readonly userId?: string | null; readonly online?: boolean } = {}): Promise<Tab> {
    let tab: Tab | null = null;
    const store = await openClientStore({
      name: world.name,
      appVersion: 'test',
      now: world.clock.now,
      onEnqueueing: () => tab && !tab.dead && tab.actor.send({ type: 'entry.expected' }),
      onEnqueued: () => tab && !tab.dead && tab.actor.send({ type: 'outbox.changed' }),
    });
    tab = new Tab(world, store, options.userId === undefined ? 'u1' : options.userId, options.online ?? true);
    tab.actor.start();
    return tab;
  }

  /** The process is gone: none of its code runs on, and its locks are released. */
  crash(): void {
    this.dead = true;
    this.actor.stop();
  }

  close(): void {
    this.crash();
    this.store.close();
  }

  online(online: boolean): void {
    this.actor.send({ type: 'connection.changed', online });
  }

  /** What a screen does when it opens. */
  async visit(record: { readonly userId?: string; readonly websiteId?: string; readonly category?: Category } = {}): Promise<void> {
    const { userId = 'u1', websiteId = 'w1', category = 'social' } = record;
    const { data, etag } = this.world.server.answerOf(`${websiteId}/${category}`);
    await this.store.cache.put(userId, settingsKey(websiteId, category), { websiteId, data, etag });
  }

  /** What a screen does when Save is pressed: the base is the server state that it shows. */
  async save(
    values: Readonly<Record<string, string>>,
    record: { readonly userId?: string; readonly websiteId?: string; readonly category?: Category } = {},
  ): Promise<OutboxResult> {
    const { userId = 'u1', websiteId = 'w1', category = 'social' } = record;
    const { stored } = await this.store.readSettings(userId, websiteId, category);
    const base = Object.fromEntries(
      Object.keys(values).map((key) => [key, (stored?.find((setting) => setting.key === key)?.value ?? null) as Json]),
    );
    const settings = Object.entries(values).map(([key, value]) => ({ key, value: [value] as WireValue, category, type: null }));
    return this.store.outbox.append({
      userId,
      accountId: 'a1',
      websiteId,
      resource: 'settings',
      mutation: 'update',
      body: { category, settings },
      base,
    });
  }

  /** What a field does when a file is chosen. */
  upload(uuid: string, name = `${uuid}.png`): Promise<OutboxResult> {
    const body = { localId: localId(uuid), websiteId: 'w1', settingKey: 'favicon', category: 'site_info', type: 'image', name } as const;
    return this.store.outbox.append({
      userId: 'u1',
      accountId: 'a1',
      websiteId: 'w1',
      resource: 'file',
      mutation: 'upload',
      body: { ...body, bytes: 7 },
      base: {},
      file: { blob: new Blob(['picture']), name },
    });
  }

  /** `record key status` of each entry in the outbox, in order. */
  async rows(userId = 'u1'): Promise<readonly string[]> {
    const entries = await this.store.outbox.list(userId);
    return entries.map((entry) =>
      entry.kind === 'readable' ? `${entry.entry.target.id} ${entry.entry.status}` : `unreadable ${entry.problem}`,
    );
  }

  isResting(): boolean {
    return this.dead || !(this.actor.getSnapshot().hasTag('working') || this.actor.getSnapshot().matches('peeking'));
  }

  state(): unknown {
    return this.actor.getSnapshot().value;
  }

  private async mayDie(): Promise<void> {
    if (!this.dead && this.world.dies?.()) this.crash();
    if (this.dead) await new Promise<never>(() => undefined);
  }
}

/** Waits until every tab has done what it can do at this moment. */
export async function quiet(...tabs: readonly Tab[]): Promise<void> {
  await until(`quiet: ${tabs.map((tab) => JSON.stringify(tab.state())).join(', ')}`, () => tabs.every((tab) => tab.isResting()));
}

/** Advances time from one timer to the next until nothing waits for the network. Throws after `mostSteps`. */
export async function drained(tabs: readonly Tab[], userId = 'u1', mostSteps = 60): Promise<void> {
  const first = tabs.find((tab) => !tab.dead);
  if (!first) throw new Error('no tab is left');
  for (let step = 0; step < mostSteps; step += 1) {
    await quiet(...tabs);
    if ((await first.store.drain.nextDue(userId)) === null) return;
    first.world.clock.step();
  }
  throw new Error(`not drained: ${(await first.rows(userId)).join('; ')} in ${tabs.map((tab) => JSON.stringify(tab.state())).join(', ')}`);
}
