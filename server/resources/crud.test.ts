import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { demoWebsites } from '../seed/seed.ts';
import { eq } from 'drizzle-orm';
import { forms, staff } from '../tables/content.ts';
import { codeOf, messagesOf } from '../testing/harness.ts';
import { notes, written } from '../testing/notes.ts';
import { folderOf, noteOf, answeredRefusal, startNotes } from '../testing/notes-fixture.ts';

let fixture: Awaited<ReturnType<typeof startNotes>>;
beforeAll(async () => {
  fixture = await startNotes();
});
afterAll(() => fixture.harness.close());
afterEach(() => fixture.empty());

const otherWebsite = demoWebsites + 1;

const blank = {
  body: null,
  link: null,
  email: null,
  place: null,
  weight: 0.5,
  state: 'open',
  is_urgent: false,
  reason: null,
  keywords: null,
  byron_only: null,
  code: null,
  folder_id: null,
  form_id: null,
  staff_ids: [],
};

describe('a record', () => {
  it('begins with the defaults of its fields, and is read as it was answered', async () => {
    const got = await fixture.create({ title: '  First ' });
    const now = fixture.harness.time.now.toISOString();
    expect(got.status).toBe(201);
    expect(noteOf(got)).toEqual({ id: expect.any(String), title: 'First', ...blank, created_at: now, updated_at: now });
    const read = await fixture.get(`/notes/${noteOf(got).id}`);
    expect([noteOf(read), read.headers.get('etag')]).toEqual([noteOf(got), got.headers.get('etag')]);
    expect(written).toEqual([[null, 'First']]);
  });

  it('stores the values of each kind of field', async () => {
    const folder = folderOf(await fixture.send('POST', '/websites/1/folders', { name: 'Mine' }));
    const [form] = await fixture.db.select().from(forms).where(eq(forms.websiteId, 1));
    const people = await fixture.db.select().from(staff).where(eq(staff.websiteId, 1)).limit(2);
    const values = {
      title: 'All',
      body: ' two\nlines ',
      link: 'https://a.example/x',
      email: 'a@b.example',
      place: 7,
      weight: 0.25,
      state: 'closed',
      is_urgent: true,
      reason: 'Soon',
      code: 'X',
      folder_id: folder.id,
      form_id: String(form?.id),
      staff_ids: people.map(({ id }) => String(id)),
    };
    const { id } = await fixture.made(values);
    expect(noteOf(await fixture.get(`/notes/${id}`))).toMatchObject(values);
    const changed = await fixture.patch(id, { body: null, place: null, folder_id: null, staff_ids: [] });
    expect(noteOf(changed)).toMatchObject({ ...values, body: null, place: null, folder_id: null, staff_ids: [] });
  });

  it('is changed where a change names it, and its date moves with a change alone', async () => {
    const before = await fixture.made({ title: 'Same', link: 'https://a.example', place: 3 });
    fixture.harness.time.now = new Date(fixture.harness.time.now.getTime() + 60_000);
    expect(noteOf(await fixture.patch(before.id, {}))).toEqual(before);
    expect(noteOf(await fixture.patch(before.id, { title: 'Same ', place: 3 }))).toEqual(before);
    expect(written).toEqual([[null, 'Same']]);
    const after = noteOf(await fixture.patch(before.id, { title: 'Other' }));
    expect(after).toEqual({ ...before, title: 'Other', updated_at: fixture.harness.time.now.toISOString() });
    expect(written.at(-1)).toEqual(['Same', 'Other']);
    const [row] = await fixture.db.select().from(notes);
    expect([row?.slug, row?.createdAt.toISOString()]).toEqual(['other', before['created_at']]);
  });

  it('is deleted once', async () => {
    const { id } = await fixture.made({ title: 'Gone' });
    expect((await fixture.send('DELETE', `/websites/2/notes/${id}`)).status).toBe(404);
    const got = await fixture.send('DELETE', `/websites/1/notes/${id}`);
    expect([got.status, got.json]).toEqual([200, { data: { id } }]);
    expect((await fixture.send('DELETE', `/websites/1/notes/${id}`)).status).toBe(404);
    expect((await fixture.get(`/notes/${id}`)).status).toBe(404);
    expect((await fixture.patch(id, { title: 'x' })).status).toBe(404);
  });

  it('of another account does not exist', async () => {
    const { id } = noteOf(await fixture.send('POST', `/websites/${otherWebsite}/notes`, { title: 'Theirs' }, {}, fixture.otherToken));
    const paths = [
      ['GET', `/notes/${id}`],
      ['PATCH', `/notes/${id}`, { title: 'Mine' }],
      ['POST', `/notes/${id}/close`],
      ['DELETE', `/websites/${otherWebsite}/notes/${id}`],
      ['DELETE', `/websites/1/notes/${id}`],
      ['GET', `/websites/${otherWebsite}/notes`],
      ['POST', `/websites/${otherWebsite}/notes`, { title: 'x' }],
    ] as const;
    for (const [method, path, body] of paths) expect([path, (await fixture.send(method, path, body)).status]).toEqual([path, 404]);
    expect(noteOf(await fixture.get(`/notes/${id}`, fixture.otherToken)).title).toBe('Theirs');
    for (const path of ['/notes/1', '/websites/1/notes']) expect((await fixture.call('GET', `/api${path}`)).status).toBe(401);
  });

  it('is changed only as it was read, where that is asked for', async () => {
    const { id } = await fixture.made({ title: 'Tagged' });
    const tag = async () => ({ 'if-match': (await fixture.get(`/notes/${id}`)).headers.get('etag') ?? '' });
    const old = await tag();
    expect((await fixture.patch(id, { place: 1 }, old)).status).toBe(200);
    expect((await fixture.patch(id, { place: 2 }, { 'if-match': `"x", ${(await tag())['if-match']}` })).status).toBe(200);
    for (const path of [`/notes/${id}`, `/websites/1/notes/${id}`]) {
      const got = await fixture.send(path.startsWith('/websites') ? 'DELETE' : 'PATCH', path, { place: 3 }, old);
      expect([got.status, codeOf(got)]).toEqual([412, 'precondition_failed']);
    }
    expect((await fixture.send('POST', `/notes/${id}/close`, undefined, old)).status).toBe(412);
    expect((await fixture.send('DELETE', `/websites/1/notes/${id}`, undefined, await tag())).status).toBe(200);
  });

  it('is created and changed once for each key', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const [first, second] = [await fixture.create({ title: 'Once' }, 1, key), await fixture.create({ title: 'Once' }, 1, key)];
    expect([second.text, second.headers.get('etag'), second.headers.get('idempotency-replayed')]).toEqual([
      first.text,
      first.headers.get('etag'),
      'true',
    ]);
    expect(codeOf(await fixture.create({ title: 'Another' }, 1, key))).toBe('idempotency_key_reused');
    expect(await fixture.titles()).toEqual(['Once']);
    const long = { 'idempotency-key': crypto.randomUUID() };
    const body = { body: 'ü'.repeat(9000) };
    await fixture.patch(noteOf(first).id, body, long);
    await fixture.patch(noteOf(first).id, { place: 9 });
    expect(noteOf(await fixture.patch(noteOf(first).id, body, long))).toMatchObject({ ...body, place: 9 });
  });

  it('does an act, once for each key', async () => {
    const { id } = await fixture.made({ title: 'Act' });
    expect(noteOf(await fixture.send('POST', `/notes/${id}/close`))).toMatchObject({ title: 'Act', state: 'closed' });
  });
});

it('a delete may be refused', async () => {
  const { id } = await fixture.made({ title: 'Keep me' });
  expect(answeredRefusal(await fixture.send('DELETE', `/websites/1/notes/${id}`))).toEqual([409, 'conflict', {}]);
  expect((await fixture.get(`/notes/${id}`)).status).toBe(200);
});

it('a website has no more records than it may', async () => {
  for (let at = 0; at < 11; at += 1) await fixture.made({ title: `Note ${at}` });
  const racing = await Promise.all([1, 2, 3].map((at) => fixture.create({ title: `Racing ${at}` })));
  expect(racing.map((got) => got.status).toSorted()).toEqual([201, 422, 422]);
  expect(answeredRefusal(await fixture.create({ title: 'One more' }))).toEqual([
    422,
    'validation_failed',
    { title: 'A website has at most 12 notes.' },
  ]);
  expect((await fixture.create({ title: 'Elsewhere' }, 2)).status).toBe(201);
});

describe('the list of records', () => {
  const seed = async () => {
    for (const [title, place, link] of [
      ['beta', 2, 'https://a.example/100%25'],
      ['Alpha', 3, null],
      ['gamma_1', null, null],
      ['Gammax1', 1, null],
      ['delta', 2, null],
    ] as const)
      await fixture.made({ title, place, link, is_urgent: title === 'delta', reason: 'x' });
    await fixture.made({ title: 'Elsewhere' }, 2);
  };

  it('has every record once over its pages, and counts them', async () => {
    await seed();
    const pages = await Promise.all([0, 1, 2, 3].map((page) => fixture.listed(`per_page=2&page=${page}`)));
    expect(pages.flatMap(({ data }) => data.map(({ title }) => title))).toEqual(['Gammax1', 'gamma_1', 'delta', 'beta', 'Alpha']);
    expect(pages.map(({ data }) => data.length)).toEqual([2, 2, 1, 0]);
    expect(pages[2]?.pagination).toEqual({ page: 2, per_page: 2, total: 5, last_page: 2 });
    expect((await fixture.listed('', 3)).pagination).toEqual({ page: 0, per_page: 25, total: 0, last_page: 0 });
  });

  it.each(['title', 'place', 'is_urgent', 'created_at'])('sorts by %s both ways', async (field) => {
    await seed();
    const [up, down] = [await fixture.titles(`sort=${field}`), await fixture.titles(`sort=-${field}`)];
    expect([up.length, down]).toEqual([5, up.toReversed()]);
    if (field === 'title') expect(up).toEqual(['Alpha', 'beta', 'delta', 'gamma_1', 'Gammax1']);
    if (field === 'place') expect(up).toEqual(['Gammax1', 'beta', 'delta', 'Alpha', 'gamma_1']);
  });

  it('searches the shown texts, and treats wildcards as text', async () => {
    await seed();
    expect(await fixture.titles('q=GAMMA')).toEqual(['Gammax1', 'gamma_1']);
    expect(await fixture.titles('q=gamma_')).toEqual(['gamma_1']);
    expect(await fixture.titles('q=100%25')).toEqual(['beta']);
    for (const nothing of ['%25%25', '%5C', 'open', 'Elsewhere']) expect(await fixture.titles(`q=${nothing}`)).toEqual([]);
    // An apostrophe is left out of what is searched, so that nothing is left to look for.
    for (const blank of ['%20', "'"]) expect((await fixture.titles(`q=${blank}`)).length).toBe(5);
  });

  it.each(['sort=slug', 'sort=pin', 'page=-1', 'per_page=101', 'q=%00'])('refuses %s at its field', async (query) => {
    const got = await fixture.get(`/websites/1/notes?${query}`);
    expect([got.status, codeOf(got), Object.keys(messagesOf(got))]).toEqual([422, 'validation_failed', [query.split('=')[0]]]);
  });

  it('sends warnings about a record, even where the conflicting one is on another page', async () => {
    const warned = async (query: string) => (await fixture.listed(query)).data.map(({ warnings }) => warnings);
    await fixture.made({ title: 'Twice' });
    await fixture.made({ title: 'twice' });
    await fixture.made({ title: 'Zeta' });
    await fixture.made({ title: 'twice' }, 2);
    expect(await warned('per_page=1&page=0')).toEqual([[]]);
    expect(await warned('per_page=1&page=1')).toEqual([['Another note has this title.']]);
    expect(await warned('per_page=1&page=2')).toEqual([['Another note has this title.']]);
    expect(JSON.stringify((await fixture.get('/websites/1/folders')).json)).not.toContain('warnings');
  });

  it('of a resource that is not searched takes q and does without it', async () => {
    const before = v.parse(
      v.object({ pagination: v.looseObject({ total: v.number() }) }),
      (await fixture.get('/websites/3/folders?q=zzz')).json,
    );
    await fixture.send('POST', '/websites/3/folders', { name: 'Any' });
    const after = v.parse(
      v.object({ pagination: v.looseObject({ total: v.number() }) }),
      (await fixture.get('/websites/3/folders?q=zzz')).json,
    );
    expect(after.pagination.total).toBe(before.pagination.total + 1);
  });
});

describe('records of the account', () => {
  const tagShape = v.object({ data: v.array(v.object({ id: v.string(), label: v.string() })) });
  const tagsOf = async (websiteId: number, as = fixture.token) =>
    v.parse(tagShape, (await fixture.get(`/websites/${websiteId}/tags`, as)).json).data.map(({ label }) => label);

  it('are the same from each of its websites, and hidden from other accounts', async () => {
    const got = await fixture.send('POST', '/tags', { label: 'Ours' });
    const { id } = v.parse(v.object({ data: v.object({ id: v.string() }) }), got.json).data;
    expect([await tagsOf(1), await tagsOf(2), await tagsOf(otherWebsite, fixture.otherToken)]).toEqual([['Ours'], ['Ours'], []]);
    expect((await fixture.get(`/websites/${otherWebsite}/tags`)).status).toBe(404);
    for (const [method, path, body] of [
      ['GET', `/tags/${id}`],
      ['PATCH', `/tags/${id}`, { label: 'x' }],
      ['DELETE', `/tags/${id}`],
    ] as const)
      expect((await fixture.send(method, path, body, {}, fixture.otherToken)).status).toBe(404);
    await fixture.send('POST', '/tags', { label: 'Second' });
    expect(answeredRefusal(await fixture.send('POST', '/tags', { label: 'Third' }))[2]).toEqual({
      label: 'An account has at most 2 tags.',
    });
    expect((await fixture.send('PATCH', `/tags/${id}`, { label: 'Changed' })).status).toBe(200);
    expect((await fixture.send('DELETE', `/tags/${id}`)).status).toBe(200);
    expect(await tagsOf(1)).toEqual(['Second']);
  });
});
