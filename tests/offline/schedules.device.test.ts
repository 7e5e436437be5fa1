import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Json } from '#contract/json.ts';
import { FakeServer, type Fault } from './support/fake-server.ts';
import { schedules } from './support/schedules.ts';
import { drained, freshName, quiet, Tab, TabLock, type World } from './support/tab.ts';
import { TestClock } from './support/time.ts';

/** One thing that may happen on a working day. */
type Step =
  | { readonly kind: 'save'; readonly tab: number; readonly category: number; readonly key: number; readonly value: string }
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'online'; readonly tab: number; readonly online: boolean }
  | { readonly kind: 'down'; readonly down: boolean }
  | { readonly kind: 'crash'; readonly tab: number; readonly after: number }
  | { readonly kind: 'freeze' }
  | { readonly kind: 'expire' }
  | { readonly kind: 'visit'; readonly tab: number }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'skew'; readonly ms: number }
  | { readonly kind: 'settle' };

const categories = ['social', 'robots'] as const;
const keys = ['fb_link', 'ig_link', 'twitter_link'] as const;
const tab = fc.nat({ max: 1 });

const fault: fc.Arbitrary<Fault> = fc.oneof(
  fc.constant<Fault>({ kind: 'loseRequest' }),
  fc.constant<Fault>({ kind: 'loseAnswer' }),
  fc.constant<Fault>({ kind: 'foreign' }),
  fc.constantFrom<Fault[]>(
    { kind: 'refuse', code: 'internal_error' },
    { kind: 'refuse', code: 'unavailable', retryAfterMs: 3_000 },
    { kind: 'refuse', code: 'too_many_requests', retryAfterMs: 9_000 },
    { kind: 'refuse', code: 'precondition_failed' },
  ),
);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('save' as const),
      tab,
      category: fc.nat({ max: 1 }),
      key: fc.nat({ max: 2 }),
      value: fc.constantFrom('a', 'b', 'c', 'd', 'bad'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('fault' as const), fault }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('online' as const), tab, online: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('down' as const), down: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('crash' as const), tab, after: fc.nat({ max: 12 }) }) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'freeze' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'expire' }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('visit' as const), tab }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.constantFrom(100, 2_000, 30_000) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('skew' as const), ms: fc.constantFrom(-3_600_000, 3_600_000) }) },
  { weight: 3, arbitrary: fc.constant<Step>({ kind: 'settle' }) },
);

/** Runs a schedule, heals the world, and answers what then is wrong; empty: the promise was kept. */
async function run(steps: readonly Step[], seed: number, honoursKeys: boolean, givesTags: boolean): Promise<readonly string[]> {
  const random = mulberry(seed);
  const server = new FakeServer({ honoursKeys, givesTags });
  let stepsToLive = Number.POSITIVE_INFINITY;
  const world: World = {
    name: freshName(),
    clock: new TestClock(),
    server,
    lock: new TabLock(),
    random,
    dies: () => {
      stepsToLive -= 1;
      return stepsToLive < 0;
    },
  };
  const tabs = [await Tab.open(world), await Tab.open(world)];
  for (const one of tabs) for (const category of categories) await one.visit({ category });
  /** The last value that the console called saved, by thing and key. */
  const model = new Map<string, string>();
  const at = (index: number): Tab => tabs[index] ?? raise(`no tab ${index}`);
  const reopen = async () => {
    for (const [index, one] of tabs.entries()) if (one.dead) tabs[index] = await Tab.open(world);
    stepsToLive = Number.POSITIVE_INFINITY;
  };

  for (const one of steps) {
    switch (one.kind) {
      case 'save': {
        await reopen();
        const category = categories[one.category] ?? 'social';
        const key = keys[one.key] ?? 'fb_link';
        const result = await at(one.tab).save({ [key]: one.value }, { category });
        if (result.kind !== 'kept') return [`a save was refused: ${result.code}`];
        model.set(`w1/${category} ${key}`, one.value);
        break;
      }
      case 'fault':
        server.faults.push(one.fault);
        break;
      case 'online':
        if (!at(one.tab).dead) at(one.tab).online(one.online);
        break;
      case 'down':
        server.down = one.down;
        break;
      case 'crash':
        stepsToLive = one.after;
        if (!at(one.tab).dead) at(one.tab).actor.send({ type: 'drain.requested' });
        break;
      case 'freeze':
        world.lock.steal();
        break;
      case 'expire':
        server.signedIn = false;
        break;
      case 'visit':
        if (!at(one.tab).dead) await at(one.tab).visit();
        break;
      case 'pass':
        world.clock.advance(one.ms);
        break;
      case 'skew':
        world.clock.skew(one.ms);
        break;
      case 'settle':
        await quiet(...tabs);
        break;
    }
  }

  stepsToLive = Number.POSITIVE_INFINITY;
  server.faults.length = 0;
  server.down = false;
  server.signedIn = true;
  await reopen();
  for (const one of tabs) {
    one.actor.send({ type: 'session.renewed', userId: 'u1' });
    one.online(true);
    one.actor.send({ type: 'queue.changed' });
  }
  await drained(tabs, 'u1', 200);
  const wrong = await check(at(0), model, server);
  for (const one of tabs) one.close();
  return wrong;
}

/** Each value that was called saved is on the server, or stands in front of the person. */
async function check(one: Tab, model: ReadonlyMap<string, string>, server: FakeServer): Promise<readonly string[]> {
  const wrong: string[] = [];
  const entries = await one.store.outbox.list('u1');
  const visible = new Map<string, Json>();
  for (const entry of entries) {
    if (entry.kind === 'unreadable') wrong.push('an unreadable row');
    else if (entry.row.status !== 'parked' && entry.row.status !== 'conflict') wrong.push(`left ${entry.row.status}`);
    else if (entry.row.lastError?.code !== 'validation_failed')
      wrong.push(`${entry.row.status} for no reason: ${entry.row.lastError?.code}`);
    else
      for (const write of (entry.row.body as { readonly settings: readonly { readonly key: string; readonly value: Json }[] }).settings)
        visible.set(`${entry.row.target.id} ${write.key}`, write.value);
  }
  for (const [place, value] of model) {
    const [thing = '', key = ''] = place.split(' ');
    const shown = visible.has(place) ? visible.get(place) : server.value(thing, key);
    if (JSON.stringify(shown) !== JSON.stringify([value])) wrong.push(`${place} should be ${value}, is ${JSON.stringify(shown)}`);
  }
  if (new Set(server.effects).size !== server.effects.length) wrong.push('an effect happened twice');
  return wrong;
}

function raise(message: string): never {
  throw new Error(message);
}

/** A small seeded generator, so that a failing schedule replays exactly. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

describe('random schedules', () => {
  let runs = 0;
  afterAll(() => console.log(`${runs} schedules`));

  it.each([
    ['an API that honours keys and tags', true, true],
    ['an API that honours keys alone', true, false],
    ['an API that honours neither', false, false],
  ])('end drained or in front of the person, each save applied once: %s', async (_, honoursKeys, givesTags) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), fc.integer(), async (steps, seed) => {
        runs += 1;
        expect(await run(steps, seed, honoursKeys, givesTags)).toEqual([]);
      }),
      { ...schedules(60, 15), endOnFailure: true },
    );
  });
});
