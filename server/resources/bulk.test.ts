import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { createServerApp } from '../app.ts';
import { routes } from '../calls/routes.ts';
import { notes, testResources, written } from '../testing/notes.ts';
import { answeredRefusal, noteOf, startNotes } from '../testing/notes-fixture.ts';
import { callerOf, type Got } from '../testing/harness.ts';
import { resourceRoutes } from './crud.ts';

let fixture: Awaited<ReturnType<typeof startNotes>>;
beforeAll(async () => {
  fixture = await startNotes();
});
afterAll(() => fixture.harness.close());
afterEach(() => fixture.empty());

type Headers = Readonly<Record<string, string>>;
const put = (items: unknown, headers: Headers = {}, as?: string) => fixture.send('PUT', '/websites/1/notes', { items }, headers, as);
const remove = (ids: unknown, headers: Headers = {}, as?: string) => fixture.send('DELETE', '/websites/1/notes', { ids }, headers, as);
const answered = (got: Got) => v.parse(v.object({ data: v.array(v.looseObject({ id: v.string() })) }), got.json).data;
const three = () => Promise.all(['A', 'B', 'C'].map((title) => fixture.made({ title, place: 1 })));
const noId = '2147483647';

describe('a bulk update', () => {
  it('changes what its items name, and answers the records in their order', async () => {
    const [a, b, c] = await three();
    const got = await put([
      { id: c?.id, title: ' Last ' },
      { id: a?.id, place: 7, link: null },
    ]);
    expect([got.status, answered(got)]).toEqual([
      200,
      [
        { ...c, title: 'Last' },
        { ...a, place: 7 },
      ],
    ]);
    expect(noteOf(await fixture.get(`/notes/${b?.id}`))).toEqual(b);
    expect(await fixture.titles('sort=title')).toEqual(['A', 'B', 'Last']);
    expect(written.slice(3)).toEqual([
      ['C', 'Last'],
      ['A', 'A'],
    ]);
  });

  it('changes nothing where one is refused, and says of each what is wrong with it', async () => {
    const [a, b, c] = await three();
    await fixture.made({ title: 'Has it', code: 'X' });
    const items = [
      { id: a?.id, title: 'Changed' },
      { id: b?.id, place: -1, link: 'no address' },
      { id: c?.id, title: 'Forbidden' },
      { id: noId, title: 'Nobody' },
    ];
    expect(answeredRefusal(await put(items))).toEqual([
      422,
      'validation_failed',
      {
        'items.1.place': expect.any(String),
        'items.1.link': expect.any(String),
        'items.2.title': 'Not this one.',
        'items.3.id': expect.any(String),
      },
    ]);
    // Refused by the table, after which the rest is checked all the same.
    const unique = [
      { id: a?.id, title: 'Changed' },
      { id: b?.id, code: 'X' },
      { id: c?.id, title: 'Forbidden' },
    ];
    expect(answeredRefusal(await put(unique))).toEqual([
      422,
      'validation_failed',
      { 'items.1.code': 'There is a note with this Code already.', 'items.2.title': 'Not this one.' },
    ]);
    expect(await fixture.titles('sort=title')).toEqual(['A', 'B', 'C', 'Has it']);
  });

  it.each<[string, unknown, Readonly<Record<string, unknown>>]>([
    ['nothing', [], { items: 'This is required.' }],
    ['no list', 'all', { items: 'This must be Array.' }],
    ['an item without an id', [{ title: 'A' }], { 'items.0.id': expect.any(String) }],
    [
      'values of other kinds, at their fields',
      [{ id: '1', staff_ids: ['1', {}], place: 'x' }],
      { 'items.0.staff_ids': expect.any(String), 'items.0.place': expect.any(String) },
    ],
    ['a secret', [{ id: '1', pin: '1234' }], { 'items.0.pin': 'This can’t be set by this call.' }],
    ['a record twice', [{ id: '1' }, { id: '2' }, { id: 1 }], { 'items.2.id': 'This record is named twice.' }],
    [
      'more than a hundred',
      Array.from({ length: limits.recordsPerCall + 1 }, (_, at) => ({ id: String(at + 1) })),
      { items: 'This can hold at most 100.' },
    ],
  ])('is refused with %s', async (_, items, fields) => {
    expect(answeredRefusal(await put(items))).toEqual([422, 'validation_failed', fields]);
  });

  it('is done once for its key, also where its answer is too long to be stored', async () => {
    const { id } = await fixture.made({ title: 'Long' });
    const key = { 'idempotency-key': 'bulk-update' };
    const items = [{ id, body: 'x'.repeat(limits.longTextCharacters) }];
    const other = (await Promise.all(['M', 'N'].map((title) => fixture.made({ title, body: 'y'.repeat(limits.longTextCharacters) })))).map(
      (note) => ({ id: note.id, place: 2 }),
    );
    const first = await put([...items, ...other], key);
    await fixture.patch(id, { place: 9 });
    const again = await put([...items, ...other], key);
    expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 200, 'true']);
    expect(answered(again).map(({ id: each, place }) => [each, place])).toEqual([[id, 9], ...other.map((each) => [each.id, 2])]);
    expect(answeredRefusal(await put(items, key)).slice(0, 2)).toEqual([422, 'idempotency_key_reused']);
  });
});

describe('a bulk delete', () => {
  it('deletes all, and once for its key', async () => {
    const [a, b, c] = await three();
    const key = { 'idempotency-key': 'bulk-delete' };
    const got = await remove([c?.id, a?.id], key);
    expect([got.status, answered(got)]).toEqual([200, [{ id: c?.id }, { id: a?.id }]]);
    expect(await fixture.titles()).toEqual([b?.title]);
    const again = await remove([c?.id, a?.id], key);
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([200, got.text, 'true']);
  });

  it('deletes none where one stays', async () => {
    const [a, b] = await three();
    const kept = await fixture.made({ title: 'Keep me' });
    expect(answeredRefusal(await remove([a?.id, kept.id, noId]))).toEqual([
      409,
      'conflict',
      { 'ids.1': 'It stays.', 'ids.2': expect.any(String) },
    ]);
    expect(answeredRefusal(await remove([a?.id, noId]))).toEqual([404, 'not_found', { 'ids.1': expect.any(String) }]);
    expect(answeredRefusal(await remove([b?.id, b?.id]))).toEqual([422, 'validation_failed', { 'ids.1': 'This record is named twice.' }]);
    expect(await fixture.titles('sort=title')).toEqual(['A', 'B', 'C', 'Keep me']);
  });
});

describe('both', () => {
  it('ask for a sign-in before anything else, and need a website of the account and records of that website', async () => {
    const there = await fixture.made({ title: 'Of the second' }, 2);
    const anonymous = await fixture.call('PUT', '/api/websites/1/notes', { raw: '{', headers: { 'content-type': 'text/plain' } });
    const withoutSignIn = await fixture.call('DELETE', '/api/websites/1/notes');
    expect([anonymous.status, withoutSignIn.status]).toEqual([401, 401]);
    for (const got of [
      await put([{ id: there.id, title: 'Mine' }]),
      await remove([there.id]),
      await put([{ id: there.id, title: 'Theirs' }], {}, fixture.otherToken),
      await remove([there.id], {}, fixture.otherToken),
      await fixture.send('PUT', '/websites/2/notes', { items: [{ id: there.id, title: 'Theirs' }] }, {}, fixture.otherToken),
      await fixture.send('DELETE', '/websites/2/notes', { ids: [there.id] }, {}, fixture.otherToken),
    ])
      expect(answeredRefusal(got).slice(0, 2)).toEqual([404, 'not_found']);
    expect(await fixture.db.$count(notes)).toBe(1);
    expect(noteOf(await fixture.get(`/notes/${there.id}`))).toEqual(there);
  });

  it('count as many writes as they name records', async () => {
    const { harness, token } = fixture;
    const config = { ...harness.deps.config, accountWritesPerMinute: 30 };
    const call = callerOf(createServerApp({ ...harness.deps, config }, [...routes, ...resourceRoutes(testResources)]));
    harness.time.now = new Date(harness.time.now.getTime() + 3_600_000);
    const ids = Array.from({ length: 20 }, (_, at) => String(2_000_000_000 + at));
    const statuses = [
      await call('DELETE', '/api/websites/1/notes', { token, body: { ids } }),
      await call('PUT', '/api/websites/1/notes', { token, body: { items: ids.map((id) => ({ id })) } }),
      await call('POST', '/api/websites/1/notes', { token, body: { title: 'One more' } }),
    ].map((got) => got.status);
    expect(statuses).toEqual([404, 429, 429]);
    harness.time.now = new Date(harness.time.now.getTime() + 60_001);
    expect((await call('POST', '/api/websites/1/notes', { token, body: { title: 'One more' } })).status).toBe(201);
  });

  it('are there for records of the account', async () => {
    const tag = async (label: string) => noteOfTag(await fixture.send('POST', '/tags', { label }));
    const [one, two] = [await tag('One'), await tag('Two')];
    const changed = await fixture.send('PUT', '/websites/2/tags', { items: [{ id: two, label: 'Second' }] });
    expect(answered(changed)).toEqual([{ id: two, label: 'Second' }]);
    const gone = await fixture.send('DELETE', '/websites/1/tags', { ids: [one, two] });
    expect(answered(gone)).toEqual([{ id: one }, { id: two }]);
  });
});

const noteOfTag = (got: Got) => v.parse(v.object({ data: v.object({ id: v.string() }) }), got.json).data.id;
