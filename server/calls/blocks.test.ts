import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addableBlocks, blockCatalogue } from '#contract/blocks/catalogue.ts';
import { limits } from '#contract/limits.ts';
import { demoWebsites, otherSignIn } from '../seed/seed.ts';
import { blockCalls, answeredBlock, blocksOf } from '../testing/blocks.ts';
import { codeOf, type Got, type Harness, messagesOf, startHarness } from '../testing/harness.ts';

let harness: Harness;
let token: string;
let otherToken: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
  otherToken = await harness.signIn(otherSignIn);
});
afterAll(() => harness.close());

const on = (websiteId: number) => blockCalls(harness, token, websiteId);
const tagOf = (got: Got) => got.headers.get('etag') ?? '';
const refused = (got: Got) => [got.status, codeOf(got), Object.keys(messagesOf(got))];
const says = (got: Got) => v.parse(v.object({ ok: v.boolean() }), got.json).ok;

describe('the list', () => {
  it.each([
    [1, 'versatile'],
    [2, 'byron'],
    [3, 'minimal'],
    [4, 'versatile'],
  ] as const)('of website %i has the blocks of %s, with their settings', async (websiteId, theme) => {
    const all = await on(websiteId).list();
    const kinds = blockCatalogue[theme];
    expect(all.map((block) => [block.key, block.static, block.enabled])).toEqual(
      kinds.map((kind) => [kind.key, kind.static === true, kind.static ? null : kind.disabled !== true]),
    );
    expect(all.map((block) => block.settings?.map((setting) => setting.key))).toEqual(
      kinds.map((kind) => kind.settings.map((setting) => setting.key)),
    );
    expect(new Set(all.map((block) => block.priority)).size).toBe(all.length);
  });

  it('answers 304 to a tag that still fits, and another tag after any change', async () => {
    const { read, save, patch, idOf, send } = on(5);
    const first = tagOf(await read());
    expect((await send('GET', '/api/websites/5/blocks', undefined, { 'if-none-match': first })).status).toBe(304);
    await save(await idOf('about_us'), { title: ['Changed'] });
    const second = tagOf(await read());
    await patch(await idOf('about_us'), { enabled: false });
    expect(new Set([first, second, tagOf(await read())]).size).toBe(3);
  });
});

describe('a block', () => {
  it('is read by its id, with its settings', async () => {
    const { one, list } = on(1);
    const [first] = await list();
    const got = await one(first?.id ?? '');
    expect([got.status, answeredBlock(got)]).toEqual([200, first]);
  });

  it('is hidden and shown again', async () => {
    const { patch, idOf, one } = on(6);
    const id = await idOf('staff');
    expect(answeredBlock(await patch(id, { enabled: false })).enabled).toBe(false);
    expect(answeredBlock(await one(id)).enabled).toBe(false);
    expect(answeredBlock(await patch(id, { enabled: true })).enabled).toBe(true);
  });

  it('that is static is neither hidden nor moved', async () => {
    const { patch, idOf, read } = on(6);
    const before = tagOf(await read());
    for (const key of ['cover', 'footer']) {
      const id = await idOf(key);
      expect(refused(await patch(id, { enabled: false }))).toEqual([422, 'validation_failed', ['enabled']]);
      expect(refused(await patch(id, { priority: 3 }))).toEqual([422, 'validation_failed', ['priority']]);
    }
    expect(tagOf(await read())).toBe(before);
  });

  it('moves to a priority, and the others make room', async () => {
    const { patch, idOf, list } = on(7);
    const before = (await list()).map((block) => block.key);
    await patch(await idOf('listing_slider'), { priority: 2 });
    expect((await list()).map((block) => block.key)).toEqual([
      'cover',
      'listing_slider',
      ...before.filter((key) => key !== 'cover' && key !== 'listing_slider'),
    ]);
    await patch(await idOf('listing_slider'), { priority: 4 });
    expect((await list()).map((block) => block.key)).toEqual(before);
  });

  it('saved one after the other with counted priorities end in that order', async () => {
    const { patch, list, remove, idOf } = on(7);
    await remove(await idOf('testimonials'));
    const wanted = (await list()).filter((block) => !block.static).toReversed();
    for (const [at, block] of wanted.entries()) await patch(block.id, { priority: at + 2 });
    expect((await list()).map((block) => block.id).slice(1, -1)).toEqual(wanted.map((block) => block.id));
  });

  it.each([{}, { enabled: 'yes' }, { priority: 1.5 }, { priority: -1 }])('takes no change such as %j', async (body) => {
    const { patch, idOf } = on(6);
    expect((await patch(await idOf('staff'), body)).status).toBe(422);
  });

  it('honours If-Match', async () => {
    const { patch, idOf, one } = on(6);
    const id = await idOf('blogs');
    const tag = tagOf(await one(id));
    const first = await patch(id, { enabled: false }, { 'if-match': tag });
    expect([first.status, tagOf(first)]).toEqual([200, tagOf(await one(id))]);
    expect(refused(await patch(id, { enabled: true }, { 'if-match': tag }))).toEqual([412, 'precondition_failed', []]);
    expect(answeredBlock(await one(id)).enabled).toBe(false);
  });
});

describe('the order', () => {
  it('is set at once; static blocks keep their places, and priorities are the places', async () => {
    const { order, list } = on(8);
    const before = await list();
    const wanted = before
      .filter((block) => !block.static)
      .map((block) => block.id)
      .toReversed();
    const got = await order([...wanted.slice(0, 3), before.at(-1)?.id ?? '', before[0]?.id ?? '', ...wanted.slice(3)]);
    const after = await list();
    expect(after.map((block) => block.id)).toEqual([before[0]?.id, ...wanted, before.at(-1)?.id]);
    expect(after.map((block) => block.priority)).toEqual(after.map((_, at) => at + 1));
    expect(blocksOf(got)).toEqual(after.map(({ settings: _, ...block }) => block));
  });

  it('passes over ids that are gone, of another website, or of another account', async () => {
    const { order, list } = on(9);
    const [mine, foreign] = [await list(), await on(8).list()];
    const theirs = await blockCalls(harness, otherToken, demoWebsites + 1).list();
    const wanted = mine.map((block) => block.id).toReversed();
    const ids = [foreign[1]?.id ?? '', 'local:7d9f2c8e', '2147483647', theirs[1]?.id ?? '', ...wanted];
    expect((await order(ids)).status).toBe(200);
    expect((await list()).map((block) => block.id).slice(1, -1)).toEqual(wanted.slice(1, -1));
    expect(await on(8).list()).toEqual(foreign);
    expect(await blockCalls(harness, otherToken, demoWebsites + 1).list()).toEqual(theirs);
  });

  it('honours If-Match', async () => {
    const { order, list, read } = on(9);
    const tag = tagOf(await read());
    const ids = (await list()).map((block) => block.id).toReversed();
    const got = await order(ids, { 'if-match': tag });
    expect([got.status, tagOf(got)]).toEqual([200, tagOf(await read())]);
    expect(refused(await order(ids.toReversed(), { 'if-match': tag }))).toEqual([412, 'precondition_failed', []]);
  });

  it('of several saves at once is that of one of them', async () => {
    const { order, list } = on(10);
    const ids = (await list()).filter((block) => !block.static).map((block) => block.id);
    const orders = Array.from({ length: 6 }, (_, turn) => [...ids.slice(turn), ...ids.slice(0, turn)]);
    const got = await Promise.all(orders.map((wanted) => order(wanted)));
    expect(got.map((answer) => answer.status)).toEqual(orders.map(() => 200));
    const after = await list();
    expect(orders.map((wanted) => wanted.join())).toContain(
      after
        .filter((block) => !block.static)
        .map((block) => block.id)
        .join(),
    );
    expect(after.map((block) => block.priority)).toEqual(after.map((_, at) => at + 1));
  });

  it.each([{ items: [] }, { items: 'x' }, { items: [{ id: '1', priority: -1 }] }, {}])('is not read from %j', async (body) => {
    expect((await on(9).send('PATCH', '/api/websites/9/blocks', body)).status).toBe(422);
  });
});

describe('a new block', () => {
  it.each([
    [11, 'byron'],
    [13, 'versatile'],
  ] as const)('of each kind comes to stand above the footer, on website %i (%s)', async (websiteId, theme) => {
    const { create, list } = on(websiteId);
    for (const kind of addableBlocks(theme)) {
      const got = await create(kind.key, `  My ${kind.label} `);
      expect([got.status, says(got)]).toEqual([201, true]);
      const made = answeredBlock(got);
      expect(made).toMatchObject({ key: kind.key, label: `My ${kind.label}`, static: false, enabled: kind.disabled !== true });
      expect(made.settings?.map((setting) => setting.key)).toEqual(kind.settings.map((setting) => setting.key));
      const all = await list();
      expect(all.at(-2)).toEqual(made);
      expect(all.at(-1)?.key).toBe('footer');
      expect(new Set(all.map((block) => block.priority)).size).toBe(all.length);
    }
  });

  it.each([
    ['a kind of another theme', 11, 'launch_pad', 'x', 'key'],
    ['a static kind', 11, 'cover', 'x', 'key'],
    ['no kind at all', 11, 'constructor', 'x', 'key'],
    ['any kind of the minimal theme', 3, 'about_us', 'x', 'key'],
    ['no kind', 11, '', 'x', 'key'],
    ['no name', 11, 'about_us', '  ', 'label'],
    ['a name that is too long', 11, 'about_us', 'x'.repeat(limits.blockLabelCharacters + 1), 'label'],
  ])('with %s is refused at its field', async (_, websiteId, key, label, field) => {
    const { create, read } = on(websiteId);
    const before = tagOf(await read());
    const got = await create(key, label);
    expect([...refused(got), says(got)]).toEqual([422, 'validation_failed', [field], false]);
    expect(tagOf(await read())).toBe(before);
  });

  it('is created once for its key', async () => {
    const { create, list } = on(14);
    const key = { 'idempotency-key': crypto.randomUUID() };
    const [first, again] = [await create('about_us', 'Once', key), await create('about_us', 'Once', key)];
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([201, first.text, 'true']);
    expect((await list()).filter((block) => block.label === 'Once')).toHaveLength(1);
    expect(refused(await create('about_us', 'Twice', key))).toEqual([422, 'idempotency_key_reused', []]);
  });

  it('is one too many at some point', async () => {
    const { create, list } = on(16);
    const { blocks } = await import('../tables/blocks.ts');
    const now = harness.time.now;
    const filler = { websiteId: 16, key: 'about_us', label: 'x', static: false, enabled: true, createdAt: now };
    const missing = limits.blocksPerWebsite - (await list()).length;
    await harness.deps.db.insert(blocks).values(Array.from({ length: missing }, (_, at) => ({ ...filler, priority: 100 + at })));
    expect(refused(await create('about_us', 'One more'))).toEqual([422, 'validation_failed', ['key']]);
  });
});

describe('deleting', () => {
  it('takes a block away, with its settings, and leaves the others', async () => {
    const { remove, idOf, list, one, settings } = on(17);
    const before = await list();
    const id = await idOf('about_us');
    const got = await remove(id);
    expect([got.status, got.json]).toEqual([200, { ok: true, data: { id: Number(id) } }]);
    expect(await list()).toEqual(before.filter((block) => block.id !== id));
    expect([(await one(id)).status, (await settings(id)).status]).toEqual([404, 404]);
    const again = await remove(id);
    expect([...refused(again), says(again)]).toEqual([404, 'not_found', [], false]);
  });

  it('is refused for static blocks, and on the minimal theme', async () => {
    for (const key of ['cover', 'footer']) {
      const got = await on(17).remove(await on(17).idOf(key));
      expect([...refused(got), says(got)]).toEqual([422, 'validation_failed', ['id'], false]);
    }
    expect(refused(await on(3).remove(await on(3).idOf('about_us')))).toEqual([422, 'validation_failed', ['id']]);
  });

  it.each(['0', 'local:1', "1'--", '2147483647'])('finds no block %s', async (id) => {
    expect(refused(await on(17).remove(id))).toEqual([404, 'not_found', []]);
    expect((await on(17).send('DELETE', '/api/websites/17/blocks/delete')).status).toBe(422);
  });

  it('is done once for its key, and answered again', async () => {
    const { remove, idOf } = on(19);
    const id = await idOf('staff');
    const key = { 'idempotency-key': crypto.randomUUID() };
    const [first, again] = [await remove(id, key), await remove(id, key)];
    expect([again.status, again.text]).toEqual([200, first.text]);
  });
});

describe('a block of another website or account', () => {
  it('does not exist', async () => {
    const theirs = await blockCalls(harness, otherToken, demoWebsites + 1).idOf('about_us');
    const own = on(1);
    const foreign = await on(2).idOf('about_us');
    for (const got of [await own.one(theirs), await own.patch(theirs, { enabled: false })])
      expect(refused(got)).toEqual([404, 'not_found', []]);
    for (const id of [theirs, foreign]) {
      const answers = [await own.settings(id), await own.setting(id, 'title'), await own.save(id, { title: ['x'] }), await own.remove(id)];
      expect(answers.map(refused)).toEqual(answers.map(() => [404, 'not_found', []]));
    }
    expect((await own.one('local:1')).status).toBe(404);
  });

  it('needs a sign-in', async () => {
    for (const method of ['GET', 'PATCH']) expect((await harness.call(method, '/api/blocks/1')).status).toBe(401);
  });
});
