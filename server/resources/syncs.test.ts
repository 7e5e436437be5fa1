import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { syncs as definition } from '#contract/resources/syncs.ts';
import { otherSignIn } from '../seed/seed.ts';
import { endLostRuns } from '../syncs/run-sync.ts';
import { listings } from '../tables/content.ts';
import { syncs } from '../tables/syncs.ts';
import { websites } from '../tables/websites.ts';
import { codeOf, type Got, type Harness, messagesOf, startHarness } from '../testing/harness.ts';

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterAll(() => harness.close());

const send = (method: string, path: string, body?: unknown, as = token) =>
  harness.call(method, `/api${path}`, { token: as, ...(body === undefined ? {} : { body }) });
const oneOf = (got: Got) => v.parse(v.object({ data: definition.schema }), got.json).data;
const listed = async () => v.parse(v.object({ data: v.array(definition.schema) }), (await send('GET', '/website/1/syncs')).json).data;

const rex = {
  label: 'Rex',
  source_name: 'rex',
  sync_frequency: 3600,
  source_options: { username: 'ada', password: 'never answered', account_id: 7, filter: { status: 'For sale' } },
};
const create = (change: object = {}) => send('POST', '/syncs', { ...rex, ...change });
const optionsOf = async (id: string) =>
  (
    await harness.deps.db
      .select({ options: syncs.sourceOptions })
      .from(syncs)
      .where(eq(syncs.id, Number(id)))
  )[0]?.options;

/** A run that has ended, as the list has the sync then. */
async function ran(id: string, body?: object) {
  const begun = await send('POST', `/syncs/${id}/run`, body);
  expect(begun.status).toBe(202);
  await harness.deps.background.idle();
  return (await listed()).find((sync) => sync.id === id);
}

async function feed(content: unknown, source = 'rex'): Promise<void> {
  const folder = join(harness.deps.config.dataDir, 'feeds');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${source}.json`), JSON.stringify(content));
}

const home = (id: number | string, change: object = {}) => ({ id, address: `${id} Feed Street`, suburb: 'Manly', ...change });

describe('a sync', () => {
  it('is created with the options of its source, which no answer and no log has', async () => {
    const made = await create();
    expect(made.status).toBe(201);
    const { id } = oneOf(made);
    expect(oneOf(made)).toEqual({
      ...{ id, label: 'Rex', source_name: 'rex', sync_frequency: 3600 },
      ...{ last_run: null, last_error: null, last_result: null, would_remove: null },
    });
    expect(await optionsOf(id)).toEqual(rex.source_options);
    const answers = [made, await send('GET', '/website/1/syncs?q=rex'), await send('POST', `/syncs/${id}/run`)];
    for (const { text } of answers) expect(text).not.toMatch(/source_options|never answered|ada/u);
    await harness.deps.background.idle();
    expect(harness.logs.join('\n')).not.toContain('never answered');
    // A filter given as a text is parsed; options of other sources are not stored.
    const text = oneOf(await create({ source_options: { ...rex.source_options, filter: '{"a": [1]}', api_key: 'x' } }));
    expect(await optionsOf(text.id)).toEqual({ ...rex.source_options, filter: { a: [1] } });
  });

  it('is refused without what its source needs, at the names of the body', async () => {
    const { password: _, ...incomplete } = rex.source_options;
    expect(messagesOf(await create({ source_options: { ...incomplete, account_id: 1.5 } }))).toEqual({
      'source_options.password': 'Password is required.',
      'source_options.account_id': expect.any(String),
    });
    expect(Object.keys(messagesOf(await create({ source_name: 'jupix', source_options: {} }))).toSorted()).toEqual([
      'source_options.clientID',
      'source_options.passphrase',
    ]);
    expect(messagesOf(await create({ source_options: { ...rex.source_options, filter: '{"a":\n 1,}' } }))).toEqual({
      'source_options.filter': expect.stringContaining('line 2, column 4'),
    });
    for (const [filter, place] of [
      ['{"a": 1,\n "a": 2}', 'line 2, column 2'],
      ['{"a": 1e400}', 'line 1, column 7'],
    ] as const)
      expect(messagesOf(await create({ source_options: { ...rex.source_options, filter } }))).toEqual({
        'source_options.filter': expect.stringContaining(place),
      });
    // No listing has what a list asks for, and any has what a text does.
    for (const filter of ['["For sale"]', '"For sale"'])
      expect(messagesOf(await create({ source_options: { ...rex.source_options, filter } }))).toEqual({
        'source_options.filter': 'Enter a JSON object, such as {"status": "For sale"}.',
      });
    expect(Object.keys(messagesOf(await create({ source_name: 'other', sync_frequency: 5 })))).toEqual(['source_name', 'sync_frequency']);
    const alto = { username: 'a', password: 'b', datafeed_id: 'c', client_id: 12 };
    expect(await optionsOf(oneOf(await create({ source_name: 'alto', source_options: alto })).id)).toEqual(alto);
    const reapit = { client_id: 'XYZ', password: 'b' };
    expect(await optionsOf(oneOf(await create({ source_name: 'reapit', source_options: reapit })).id)).toEqual(reapit);
  });

  it('of another account can neither be seen nor run', async () => {
    const { id } = oneOf(await create());
    const other = await harness.signIn(otherSignIn);
    expect(codeOf(await send('POST', `/syncs/${id}/run`, undefined, other))).toBe('not_found');
    expect((await send('GET', '/website/1/syncs', undefined, other)).status).toBe(404);
  });
});

describe('a run', () => {
  const ofSync = (id: string) =>
    harness.deps.db
      .select({ id: listings.id, address: listings.address, status: listings.status, featured: listings.featured })
      .from(listings)
      .where(and(eq(listings.syncId, Number(id)), eq(listings.websiteId, 1)))
      .orderBy(listings.address);

  it('ends with a reason where no feed is configured', async () => {
    const { id } = oneOf(await create({ source_name: 'dezrez', source_options: { api_key: 'x' } }));
    expect(await ran(id)).toMatchObject({ last_run: harness.time.now.toISOString(), last_error: 'No feed is configured for Dezrez.' });
  });

  it('writes the listings of the feed that its filter lets through, changes them, and removes those that are gone', async () => {
    const { id } = oneOf(await create());
    await feed([home(1), home(2, { status: 'Sold' }), home('three')]);
    expect(await ran(id)).toMatchObject({ last_error: null, last_run: harness.time.now.toISOString() });
    expect(await ofSync(id)).toMatchObject([{ address: '1 Feed Street' }, { address: 'three Feed Street' }]);
    await feed([home(1, { address: '1 Other Street' }), home(4)]);
    await ran(id);
    expect(await ofSync(id)).toMatchObject([{ address: '1 Other Street' }, { address: '4 Feed Street' }]);
  });

  it('that would remove all, or more than half, changes nothing until a person says so', async () => {
    const { id } = oneOf(await create());
    const all = [1, 2, 3, 4, 5].map((n) => home(n));
    await feed(all);
    expect(await ran(id)).toMatchObject({ last_result: { listings: 5, new: 5, changed: 0, removed: 0, left_out: 0 }, would_remove: null });
    const before = await ofSync(id);
    for (const few of [[], all.slice(0, 2), [home(9)]]) {
      await feed(few);
      const held = await ran(id);
      expect(held?.last_error).toMatch(/^The last run changed nothing, because it would have removed (?:all|3 of) 5 listings\.$/u);
      expect(held?.would_remove).toBe(few.length === 2 ? 3 : 5);
      expect(await ofSync(id)).toEqual(before);
    }
    // Fewer than half is everyday.
    await feed(all.slice(0, 3));
    expect(await ran(id)).toMatchObject({ last_error: null, last_result: { listings: 3, new: 0, changed: 0, removed: 2 } });
    await feed([]);
    expect(await ran(id, { remove: 2 }), 'more than a person has seen').toMatchObject({ would_remove: 3 });
    expect(await ran(id, { remove: 3 })).toMatchObject({ last_error: null, would_remove: null, last_result: { removed: 3 } });
    expect(await ofSync(id)).toEqual([]);
    // There is nothing left to lose.
    expect(await ran(id)).toMatchObject({ last_error: null, last_result: { listings: 0, removed: 0 } });
    expect(messagesOf(await send('POST', `/syncs/${id}/run`, { remove: 0 }))).toHaveProperty('remove');
  });

  it('gives a listing that returns its id and what was chosen for it', async () => {
    const { id } = oneOf(await create());
    await feed([home(1), home(2), home(3)]);
    await ran(id);
    const before = await ofSync(id);
    await harness.deps.db
      .update(listings)
      .set({ featured: true })
      .where(eq(listings.id, before[1]?.id ?? 0));
    await feed([home(1), home(3)]);
    await ran(id);
    expect(await ofSync(id)).toHaveLength(2);
    // One that returns and can't be read would be blank.
    await feed([home(1), home(2, { bathrooms: 1.5 }), home(3)]);
    expect(await ran(id)).toMatchObject({ last_result: { listings: 2, new: 0, left_out: 1 } });
    expect(await ofSync(id)).toHaveLength(2);
    await feed([home(1), home(2, { address: '2 Feed Street, again' }), home(3), home(4)]);
    expect(await ran(id)).toMatchObject({ last_result: { new: 2, changed: 0, removed: 0 } });
    const after = await ofSync(id);
    expect(after.map((row) => row.id).slice(0, 3)).toEqual(before.map((row) => row.id));
    expect(after[1]).toMatchObject({ address: '2 Feed Street, again', featured: true });
    expect(new Set(after.map((row) => row.id)).size).toBe(4);
  });

  it('takes the good listings, names the others, and keeps what it can’t read today', async () => {
    const { id } = oneOf(await create());
    await feed([home(1), home(2), home(3)]);
    await ran(id);
    await feed([home(1, { price_text: '$1' }), home(2, { bathrooms: 1.5 }), home(3), home(4, { kind: 'Sale', bedrooms: null }), 'x']);
    expect(await ran(id)).toMatchObject({
      last_error: null,
      last_result: {
        ...{ listings: 3, new: 1, changed: 1, removed: 0, left_out: 2 },
        left_out_listings: [
          { listing: '2', reason: 'bathrooms 1.5 is not a whole number' },
          { listing: 'number 5', reason: 'is not an object' },
        ],
      },
    });
    expect(await ofSync(id)).toHaveLength(4);
  });

  it('removes nothing while a listing has no id that can be read, and says so, until a person says otherwise', async () => {
    const { id } = oneOf(await create());
    await feed([1, 2, 3, 4, 5].map((n) => home(n)));
    await ran(id);
    const rest = [home(1, { price_text: '$1' }), home(4), home(5), home(6)];
    const nobody = 'The last run removed nothing, although 2 listings seem to be gone from the feed:';
    for (const [faulty, said] of [
      [[{ ...home(2), id: undefined }], '1 listing there has no id that can be read.'],
      [[home(2 ** 60), null], '2 listings there have no id that can be read.'],
    ] as const) {
      await feed([...rest, ...faulty]);
      expect(await ran(id)).toMatchObject({ last_error: `${nobody} ${said}`, would_remove: 2, last_result: { listings: 4, removed: 0 } });
      expect(await ofSync(id), 'what could be read is taken').toHaveLength(6);
    }
    expect(await ran(id, { remove: 1 }), 'more than a person has seen').toMatchObject({ would_remove: 2, last_result: { removed: 0 } });
    expect(await ran(id, { remove: 2 })).toMatchObject({ last_error: null, would_remove: null, last_result: { removed: 2, left_out: 2 } });
    expect((await ofSync(id)).map(({ address }) => address)).toEqual([1, 4, 5, 6].map((n) => `${n} Feed Street`));
    // With all that is stored still there, one without an id is left out alone.
    expect(await ran(id)).toMatchObject({ last_error: null, would_remove: null, last_result: { removed: 0, left_out: 2 } });
    // A listing that can't be read but has its id is known by it, so that another one is surely gone.
    await feed([home(1), home(4, { bathrooms: 1.5 }), home(5)]);
    expect(await ran(id)).toMatchObject({ last_error: null, last_result: { removed: 1, left_out: 1 } });
    expect((await ofSync(id)).map(({ address }) => address)).toEqual([1, 4, 5].map((n) => `${n} Feed Street`));
    // Of a feed that would remove too much nothing is taken, whatever else is wrong with it.
    await feed([home(1, { price_text: '$2' }), null]);
    expect(await ran(id)).toMatchObject({ last_error: expect.stringContaining('would have removed 2 of 3 listings'), would_remove: 2 });
  });

  it('shows a change on the website at once, and writes nothing where nothing has changed', async () => {
    const { id } = oneOf(await create());
    const versionOf = async () => (await harness.deps.db.select().from(websites).where(eq(websites.id, 1)))[0]?.siteVersion ?? 0;
    const before = await versionOf();
    await feed([home(1), home(2)]);
    expect(await ran(id)).toMatchObject({ last_error: null });
    expect(await versionOf()).toBeGreaterThan(before);
    expect(await ran(id)).toMatchObject({ last_result: { listings: 2, new: 0, changed: 0, removed: 0 } });
  });

  it('is not begun twice, and has failed after ten minutes', async () => {
    const { id } = oneOf(await create());
    const { db } = harness.deps;
    const since = (minutes: number) => new Date(harness.time.now.getTime() - minutes * 60_000);
    await db
      .update(syncs)
      .set({ runningSince: since(9) })
      .where(eq(syncs.id, Number(id)));
    expect(await ran(id)).toMatchObject({ last_run: null });
    expect(codeOf(await send('POST', `/syncs/${id}/run`, { remove: 3 })), 'and a permission is not lost').toBe('conflict');
    await endLostRuns(db, harness.time.now);
    expect((await listed()).find((sync) => sync.id === id)).toMatchObject({ last_run: null });
    await db
      .update(syncs)
      .set({ runningSince: since(10) })
      .where(eq(syncs.id, Number(id)));
    await endLostRuns(db, harness.time.now);
    expect((await listed()).find((sync) => sync.id === id)).toMatchObject({ last_error: 'It did not end within 10 minutes.' });
  });
});
