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
async function ran(id: string) {
  const begun = await send('POST', `/syncs/${id}/run`);
  expect(begun.status).toBe(202);
  await harness.deps.background.idle();
  return (await listed()).find((sync) => sync.id === id);
}

async function feed(content: unknown, source = 'rex'): Promise<void> {
  const folder = join(harness.deps.config.dataDir, 'feeds');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${source}.json`), typeof content === 'string' ? content : JSON.stringify(content));
}

const home = (id: number | string, change: object = {}) => ({ id, address: `${id} Feed Street`, suburb: 'Manly', ...change });

describe('a sync', () => {
  it('is created with the options of its source, which no answer and no log has', async () => {
    const made = await create();
    expect(made.status).toBe(201);
    const { id } = oneOf(made);
    expect(oneOf(made)).toEqual({ id, label: 'Rex', source_name: 'rex', sync_frequency: 3600, last_run: null, last_error: null });
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
      .select({ address: listings.address, status: listings.status })
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
    const before = await harness.deps.db.$count(listings, eq(listings.websiteId, 1));
    await feed([]);
    await ran(id);
    expect(await harness.deps.db.$count(listings, eq(listings.websiteId, 1))).toBe(before - 2);
  });

  it('takes the last of a listing that the feed has twice, and shows it on the website at once', async () => {
    const { id } = oneOf(await create());
    const versionOf = async () => (await harness.deps.db.select().from(websites).where(eq(websites.id, 1)))[0]?.siteVersion ?? 0;
    const before = await versionOf();
    await feed([home(1), home(2), home(1, { address: 'Last Street' })]);
    expect(await ran(id)).toMatchObject({ last_error: null });
    expect(await ofSync(id)).toMatchObject([{ address: '2 Feed Street' }, { address: 'Last Street' }]);
    expect(await versionOf()).toBeGreaterThan(before);
  });

  it('says what is wrong with a feed, and keeps the listings', async () => {
    const { id } = oneOf(await create());
    await feed([home(1)]);
    await ran(id);
    await feed([home(1), home(2, { suburb: '' })]);
    expect(await ran(id)).toMatchObject({ last_error: 'The feed of Rex could not be read. Listing 2, suburb: is blank.' });
    await feed('[');
    expect(await ran(id)).toMatchObject({ last_error: 'The feed of Rex is not JSON.' });
    expect(await ofSync(id)).toHaveLength(1);
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
