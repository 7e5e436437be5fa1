import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { addableBlocks } from '#contract/blocks/catalogue.ts';
import { themeKeys } from '#contract/entities/website.ts';
import { createReclaim } from './disk/reclaim.ts';
import { takeKey, trimAnswers } from './idempotency.ts';
import { otherSignIn } from './seed/seed.ts';
import { purgeExpired } from './purge.ts';
import { blocks, blockSettings } from './tables/blocks.ts';
import { idempotencyKeys } from './tables/service.ts';
import { settingCategories } from './tables/websites.ts';
import { blockCalls, answeredBlock } from './testing/blocks.ts';
import { codeOf, type Harness, startHarness } from './testing/harness.ts';

let harness: Harness;
let token: string;
let key: string;
let count = 0;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
beforeEach(() => {
  count += 1;
  key = `key-${count}`;
});
afterAll(() => harness.close());

const save = (value: string, headers: Record<string, string> = { 'idempotency-key': key }, website = 1, as = token) =>
  harness.call('POST', `/api/websites/${website}/settings/update`, {
    token: as,
    headers,
    body: { data: { settings: [{ key: 'fb_link', value: [value], category: 'social' }] } },
  });
const versions = async () => {
  const rows = await harness.deps.db.select().from(settingCategories).where(eq(settingCategories.websiteId, 1));
  return rows.find((row) => row.category === 'social')?.version;
};

describe('the same key again', () => {
  it('gets the first answer, byte for byte, and no second effect', async () => {
    const first = await save('https://a.example/1');
    await save('https://a.example/2', {});
    const version = await versions();
    const again = await save('https://a.example/1');
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([200, first.text, first.headers.get('etag')]);
    expect([first.headers.get('idempotency-replayed'), again.headers.get('idempotency-replayed')]).toEqual([null, 'true']);
    expect(again.headers.get('content-type')).toBe('application/json');
    expect(await versions()).toBe(version);
  });

  it('is answered although its If-Match no longer fits', async () => {
    const tag = (await save('https://a.example/tagged', {})).headers.get('etag') ?? '';
    const headers = { 'idempotency-key': key, 'if-match': tag };
    expect((await save('https://a.example/3', headers)).status).toBe(200);
    expect((await save('https://a.example/3', headers)).status).toBe(200);
  });

  it('is refused with another body, and with another address', async () => {
    await save('https://a.example/4');
    for (const other of [await save('https://a.example/5'), await save('https://a.example/4', undefined, 2)]) {
      expect([other.status, codeOf(other)]).toEqual([422, 'idempotency_key_reused']);
    }
  });

  it('is refused with another query', async () => {
    const on = blockCalls(harness, token, 1);
    const [one, two] = [await on.create('about_us', 'One'), await on.create('about_us', 'Two')].map((got) => answeredBlock(got).id);
    const headers = { 'idempotency-key': key };
    expect((await on.remove(one ?? '', headers)).status).toBe(200);
    const other = await on.remove(two ?? '', headers);
    expect([other.status, codeOf(other)]).toEqual([422, 'idempotency_key_reused']);
    expect((await on.remove(one ?? '', headers)).headers.get('idempotency-replayed')).toBe('true');
    expect((await on.remove(two ?? '')).status).toBe(200);
  });

  it('belongs to its user', async () => {
    await save('https://a.example/6');
    const other = await harness.signIn(otherSignIn);
    expect((await save('https://a.example/7', undefined, 84, other)).status).toBe(200);
  });

  it('applies once when both come at the same time', async () => {
    const before = (await versions()) ?? 0;
    const both = await Promise.all([save('https://a.example/8'), save('https://a.example/8'), save('https://a.example/8')]);
    expect(both.map((got) => [got.status, got.text])).toEqual(both.map(() => [200, both[0]?.text]));
    expect(both.filter((got) => got.headers.has('idempotency-replayed'))).toHaveLength(2);
    expect(await versions()).toBe(before + 1);
  });

  it('starts anew after seven days', async () => {
    await save('https://a.example/9');
    harness.time.now = new Date(harness.time.now.getTime() + 7 * 86_400_000);
    const later = await save('https://a.example/10');
    expect([later.status, later.headers.get('idempotency-replayed')]).toEqual([200, null]);
  });
});

describe('an answer that is too long to store', () => {
  const long = 'x'.repeat(limits.longTextCharacters);
  const kept = async () => (await harness.deps.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key)))[0];
  const script = (name: string, value: string) => ({ key: name, value: [value], category: 'customjs' });
  const saveLong = (first: string, second: string, headers: Record<string, string> = { 'idempotency-key': key }) =>
    harness.call('POST', '/api/websites/1/settings/update', {
      token,
      headers,
      body: { data: { settings: [script('header_js', first), script('footer_js', second)] } },
    });

  it('is not in the database, and a repeat of a save says the same, byte for byte, while nothing has changed', async () => {
    const first = await saveLong(long, `${long.slice(1)}y`);
    expect([first.status, Buffer.byteLength(first.text) > limits.idempotencyAnswerBytes]).toEqual([200, true]);
    expect(await kept()).toMatchObject({ status: 200, body: null, etag: null });
    const again = await saveLong(long, `${long.slice(1)}y`);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect([again.text, again.headers.get('etag')]).toEqual([first.text, first.headers.get('etag')]);
  });

  it('is answered from the records stored by then, with their tag; the repeat itself changes nothing', async () => {
    await saveLong(`${long.slice(1)}a`, long);
    const later = await saveLong(`${long.slice(1)}b`, long, {});
    const again = await saveLong(`${long.slice(1)}a`, long);
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([200, later.text, later.headers.get('etag')]);
    const read = await harness.call('GET', '/api/websites/1/settings/header_js', { token });
    expect(read.text).toContain(`${long.slice(1)}b`);
  });

  it('still refuses the key for another request', async () => {
    await saveLong(`${long.slice(1)}c`, long);
    expect(codeOf(await saveLong(`${long.slice(1)}d`, long))).toBe('idempotency_key_reused');
  });

  it('is answered again for a long list of blocks', async () => {
    const headers = { 'idempotency-key': key };
    const rows = Array.from({ length: 200 }, (_, i) => ({
      ...{ websiteId: 4, key: 'about_us', label: `Block ${i} ${'long '.repeat(10)}`, priority: 100 + i, static: false },
      ...{ enabled: true, createdAt: harness.time.now },
    }));
    const made = await harness.deps.db.insert(blocks).values(rows).returning({ id: blocks.id });
    const items = made.toReversed().map(({ id }, i) => ({ id, priority: i }));
    const order = () => harness.call('PATCH', '/api/websites/4/blocks', { token, headers, body: { items } });
    const first = await order();
    expect([first.status, (await kept())?.body]).toEqual([200, null]);
    const again = await order();
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([200, first.text, first.headers.get('etag')]);
  });

  it('is answered again for a block and its settings; for one that is gone by then, that it is', async () => {
    const [block] = await harness.deps.db
      .insert(blocks)
      .values({ websiteId: 4, key: 'about_us', label: 'Long', priority: 900, static: false, enabled: true, createdAt: harness.time.now })
      .returning();
    const path = `/api/websites/4/blocks/${block?.id}`;
    const shown = await harness.call('GET', `${path}/themesettings`, { token });
    const texts = v
      .parse(v.object({ data: v.array(v.object({ key: v.string(), type: v.string() })) }), shown.json)
      .data.filter(({ type }) => type === 'multi-line-text');
    expect(texts.length).toBeGreaterThan(0);
    // One save can't fill enough texts to exceed the limit, so the block's settings are written directly.
    for (const { key: name } of texts)
      await harness.deps.db.insert(blockSettings).values({ blockId: block?.id ?? 0, key: name, value: ['x'.repeat(20_000)] });
    const headers = { 'idempotency-key': key };
    const hide = () => harness.call('PATCH', `/api/blocks/${block?.id}`, { token, headers, body: { enabled: false } });
    const first = await hide();
    expect([first.status, (await kept())?.body]).toEqual([200, null]);
    const again = await hide();
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([200, first.text, first.headers.get('etag')]);
    await harness.deps.db.delete(blocks).where(eq(blocks.id, block?.id ?? 0));
    expect([(await hide()).status, codeOf(await hide())]).toEqual([404, 'not_found']);
  });

  it('does not come from calls that have no way to answer again: no new block is that long', async () => {
    const site: Readonly<Record<(typeof themeKeys)[number], number>> = { versatile: 1, byron: 2, minimal: 3 };
    let longest = 0;
    for (const theme of themeKeys)
      for (const { key: kind } of addableBlocks(theme)) {
        const body = { key: kind, label: 'ü'.repeat(limits.blockLabelCharacters) };
        const got = await harness.call('POST', `/api/websites/${site[theme]}/blocks/create`, { token, body });
        expect(got.status, `${theme} ${kind}`).toBe(201);
        longest = Math.max(longest, Buffer.byteLength(got.text));
      }
    expect(longest).toBeLessThan(limits.idempotencyAnswerBytes);
  });

  it('is purged with the others after seven days', async () => {
    await saveLong(`${long.slice(1)}e`, long);
    const week = new Date(harness.time.now.getTime() + 7 * 86_400_000);
    await purgeExpired(harness.deps.db, new Date(week.getTime() - 1));
    expect(await kept()).toBeDefined();
    await purgeExpired(harness.deps.db, week);
    expect(await kept()).toBeUndefined();
  });
});

describe('the answers of one user', () => {
  const none = { answers: 1_000_000, bytes: 1_000_000_000 };
  const keysOf = async (userId: number) =>
    (await harness.deps.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.userId, userId))).map((row) => row.key).toSorted();

  it('are forgotten beyond a number and a size, the oldest first, and those of others are not', async () => {
    const { db } = harness.deps;
    await db.delete(idempotencyKeys);
    // Random, because repetitive text is compressed when it is stored.
    const body = randomBytes(1500).toString('hex');
    const answer = { fingerprint: 'print', status: 200, body };
    const rows = [1, 2].flatMap((userId) =>
      Array.from({ length: 6 }, (_, at) => ({
        ...answer,
        userId,
        key: `kept-${at}`,
        expiresAt: new Date(harness.time.now.getTime() + at),
      })),
    );
    await db.insert(idempotencyKeys).values(rows);
    await trimAnswers(db, 1, none);
    expect(await keysOf(1)).toHaveLength(6);
    await trimAnswers(db, 1, { ...none, answers: 4 });
    expect(await keysOf(1)).toEqual(['kept-2', 'kept-3', 'kept-4', 'kept-5']);
    await trimAnswers(db, 1, { ...none, bytes: 7000 });
    expect(await keysOf(1)).toEqual(['kept-4', 'kept-5']);
    expect(await keysOf(2)).toHaveLength(6);
  });

  it('are looked at every few hundred writes', async () => {
    const { db, background } = harness.deps;
    const rows = limits.idempotencyAnswersPerUser + 1;
    const insert = (userId: number, count: number) =>
      db.execute(
        sql`insert into ${idempotencyKeys} (user_id, key, fingerprint, status, body, expires_at)
          select ${userId}::int, 'many-' || at, 'print', 200, '{}', ${harness.time.now.toISOString()}::timestamptz + at * interval '1 second' from generate_series(1, ${count}::int) at`,
      );
    const kept = () => db.$count(idempotencyKeys, eq(idempotencyKeys.userId, 1));
    await db.delete(idempotencyKeys);
    // The table's statistics know of the other user alone, as just after a user's first writes.
    await insert(2, 600);
    await db.execute(sql`analyze ${idempotencyKeys}`);
    await insert(1, rows);
    const reclaim = createReclaim(harness.deps);
    for (let writes = 1; writes < 300; writes += 1) reclaim.noteWrite(1);
    await background.idle();
    expect(await kept()).toBe(rows);
    reclaim.noteWrite(1);
    await background.idle();
    expect(await kept()).toBe(limits.idempotencyAnswersPerUser);
  });
});

describe('the table of keys does not store', () => {
  it('is a refusal: the same key may then succeed', async () => {
    expect((await save('not an address')).status).toBe(422);
    expect((await save('https://a.example/11', { 'idempotency-key': key, 'if-match': '"social-0"' })).status).toBe(412);
    const good = await save('https://a.example/11');
    expect([good.status, good.headers.get('idempotency-replayed')]).toEqual([200, null]);
  });

  it('a key whose transaction did not end', async () => {
    const crash = harness.deps.db.transaction(async (tx) => {
      await takeKey(tx, 1, key, 'print', harness.time.now);
      throw new Error('the process dies here');
    });
    await expect(crash).rejects.toThrow('the process dies here');
    expect(await harness.deps.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key))).toEqual([]);
    expect((await save('https://a.example/12')).headers.get('idempotency-replayed')).toBeNull();
  });

  it('the sent body: the row has a keyed hash of it', async () => {
    await save('https://a.example/13');
    const [row] = await harness.deps.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key));
    expect(row?.fingerprint).toMatch(/^[\w-]{43}$/u);
  });
});

it.each(['', 'a b', 'ä', 'x'.repeat(129), '../..', 'a"b'])('refuses "%s" as a key', async (strange) => {
  const got = await save('https://a.example', { 'idempotency-key': strange });
  expect([got.status, codeOf(got)]).toEqual([400, 'bad_request']);
});
