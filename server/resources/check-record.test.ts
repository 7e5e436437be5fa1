import { integer, pgTable, real } from 'drizzle-orm/pg-core';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '#contract/fields/field.ts';
import { settings } from '../tables/websites.ts';
import { codeOf } from '../testing/harness.ts';
import { notes, testResources } from '../testing/notes.ts';
import { folderOf, noteOf, answeredRefusal, startNotes } from '../testing/notes-fixture.ts';
import { resourceRoutes } from './crud.ts';

let fixture: Awaited<ReturnType<typeof startNotes>>;
beforeAll(async () => {
  fixture = await startNotes();
});
afterAll(() => fixture.harness.close());
afterEach(() => fixture.empty());

describe('the fields of a record', () => {
  it.each<[Readonly<Record<string, unknown>>, Readonly<Record<string, string>>]>([
    [{}, { title: 'This is required.' }],
    [{ title: ' ' }, { title: 'This is required.' }],
    [{ title: '\u200b' }, { title: 'This is required.' }],
    [{ title: 'x'.repeat(51) }, { title: 'This can hold at most 50.' }],
    [
      { title: 'a', link: 'ftp://a.example', email: 'nobody' },
      { link: expect.stringMatching(/^Enter a full/u), email: expect.any(String) },
    ],
    [{ title: 'a', place: -1 }, { place: 'Place must be at least 0.' }],
    [{ title: 'a', place: 1.5 }, { place: 'Place must be a whole number.' }],
    [{ title: 'a', place: 1e10 }, { place: 'Place must be at most 2147483647.' }],
    [{ title: 'a', weight: 2 }, { weight: 'Weight must be at most 1.' }],
    [{ title: 'a', state: 'none' }, { state: 'Choose one of the options of State.' }],
    [{ title: 'a', is_urgent: true }, { reason: 'Reason is required.' }],
    [{ title: 'a', is_urgent: true, reason: ' ' }, { reason: 'Reason is required.' }],
    [{ title: 'a', is_urgent: true, reason: ' \ufeff\u2060' }, { reason: 'Reason is required.' }],
    [
      { title: 'a', folder_id: '999', form_id: 'x' },
      {
        folder_id: 'Folder is not there any more. Choose it again.',
        form_id: 'Form is not there any more. Choose it again.',
      },
    ],
    [{ title: 'a', staff_ids: ['1', { id: 2 }] }, { staff_ids: expect.any(String) }],
    [{ title: 'a', staff_ids: ['999999'] }, { staff_ids: 'Staff is not there any more. Choose it again.' }],
    [{ title: 'Forbidden' }, { title: 'Not this one.' }],
  ])('refuse %j at their keys', async (body, fields) => {
    expect(answeredRefusal(await fixture.create(body))).toEqual([422, 'validation_failed', fields]);
    expect((await fixture.listed()).pagination.total).toBe(0);
  });

  it('hold a number as it was written, however near to nothing', async () => {
    for (const weight of [5e-324, 0.123456789]) expect(noteOf(await fixture.create({ title: 'a', weight }))).toMatchObject({ weight });
  });

  it('that are emptied get their default where their column does not take null', async () => {
    const { id } = await fixture.made({ title: 'a', weight: 0.9, place: 1 });
    expect(noteOf(await fixture.patch(id, { weight: null, place: null }))).toMatchObject({ weight: 0.5, place: null });
    expect(noteOf(await fixture.create({ title: 'b', weight: null }))).toMatchObject({ weight: 0.5 });
  });

  it('are checked as the record would be after a change', async () => {
    const { id } = await fixture.made({ title: 'a', reason: 'hidden' });
    expect(answeredRefusal(await fixture.patch(id, { is_urgent: true }))).toEqual([
      422,
      'validation_failed',
      { reason: 'Reason is required.' },
    ]);
    expect(noteOf(await fixture.patch(id, { is_urgent: true, reason: 'Now' }))).toMatchObject({ is_urgent: true, reason: 'Now' });
    expect(answeredRefusal(await fixture.patch(id, { reason: '' }))).toEqual([422, 'validation_failed', { reason: 'Reason is required.' }]);
    expect(answeredRefusal(await fixture.patch(id, { title: 'Forbidden' }))).toEqual([
      422,
      'validation_failed',
      { title: 'Not this one.' },
    ]);
  });

  it('that were wrong before the change refuse only a change of their own', async () => {
    const { id } = await fixture.made({ title: 'a' });
    await fixture.db.update(notes).set({ title: '', email: 'nobody' });
    expect(noteOf(await fixture.patch(id, { body: 'b' }))).toMatchObject({ title: '', body: 'b' });
    expect(noteOf(await fixture.patch(id, { email: 'nobody', body: 'c' }))).toMatchObject({ body: 'c' });
    expect(answeredRefusal(await fixture.patch(id, { email: 'nobody at all' }))).toEqual([
      422,
      'validation_failed',
      { email: expect.any(String) },
    ]);
  });

  it('that are hidden are neither looked at nor written', async () => {
    const { id } = await fixture.made({ title: 'a', reason: 'x'.repeat(1000), keywords: 'homes', byron_only: 'yes' });
    expect(noteOf(await fixture.get(`/notes/${id}`))).toMatchObject({ reason: null, keywords: null, byron_only: null });
    await fixture.patch(id, { is_urgent: true, reason: 'Now' });
    expect(noteOf(await fixture.patch(id, { is_urgent: false }))).toMatchObject({ is_urgent: false, reason: 'Now' });
    expect(noteOf(await fixture.patch(id, { reason: 'Later' }))).toMatchObject({ reason: 'Now' });
  });

  it('become blank where the same change names and hides them', async () => {
    const { id } = await fixture.made({ title: 'a', is_urgent: true, reason: 'Now' });
    expect(noteOf(await fixture.patch(id, { is_urgent: false, reason: 'Later' }))).toMatchObject({ is_urgent: false, reason: null });
    expect(noteOf(await fixture.patch(id, { is_urgent: true, reason: '👨\u200d👩' }))).toMatchObject({ reason: '👨\u200d👩' });
  });

  it('show with a setting of the website, or with its theme', async () => {
    const isOn = { websiteId: 2, key: 'seo_enable_keywords', category: 'seo', value: [true], updatedAt: fixture.harness.time.now };
    await fixture.db
      .insert(settings)
      .values(isOn)
      .onConflictDoUpdate({ target: [settings.websiteId, settings.key], set: { value: [true] } });
    expect(await fixture.made({ title: 'a', keywords: 'homes', byron_only: 'yes' }, 2)).toMatchObject({
      keywords: 'homes',
      byron_only: 'yes',
    });
  });

  it('may name records of the same website alone', async () => {
    const folder = folderOf(await fixture.send('POST', '/websites/2/folders', { name: 'Elsewhere' }));
    expect(answeredRefusal(await fixture.create({ title: 'a', folder_id: folder.id }))).toEqual([
      422,
      'validation_failed',
      { folder_id: 'Folder is not there any more. Choose it again.' },
    ]);
    const { id } = await fixture.made({ title: 'a', folder_id: folder.id }, 2);
    const inUse = await fixture.send('DELETE', `/websites/2/folders/${folder.id}`);
    expect(answeredRefusal(inUse)).toEqual([409, 'conflict', {}]);
    await fixture.patch(id, { folder_id: null });
    expect((await fixture.send('DELETE', `/websites/2/folders/${folder.id}`)).status).toBe(200);
  });

  it('that are secret are written, and never answered', async () => {
    const { id } = await fixture.made({ title: 'a', pin: '1234' });
    const pinOf = async () => (await fixture.db.select().from(notes))[0]?.pin;
    expect(await pinOf()).toBe('1234');
    expect((await fixture.patch(id, { title: 'b' })).text).not.toContain('pin');
    expect(await pinOf()).toBe('1234');
    await fixture.patch(id, { pin: '5678' });
    expect([await pinOf(), (await fixture.get(`/notes/${id}`)).text.includes('5678')]).toEqual(['5678', false]);
  });

  it('that must be unique in the whole table are refused at their key, whichever website has the other', async () => {
    await fixture.made({ title: 'a', code: 'unique' });
    expect(answeredRefusal(await fixture.create({ title: 'b', code: 'unique' }, 2))).toEqual([
      422,
      'validation_failed',
      { code: 'There is a note with this Code already.' },
    ]);
  });
});

describe('a hostile body', () => {
  it.each<[string, unknown]>([
    ['unknown keys', { title: 'a', id: '7', website_id: 2, slug: 'mine', created_at: '1999', __proto__: { x: 1 }, constructor: 'x' }],
    ['a list', []],
    ['a text', 'title'],
    ['nothing', null],
    ['a NUL', { title: 'a\u0000b' }],
    ['half a character', { title: 'a', body: '\ud800' }],
    ['a NUL in an id', { title: 'a', staff_ids: ['1\u0000'] }],
    ['other types', { title: 7, link: {}, place: '1', is_urgent: 'yes', staff_ids: 'x', folder_id: [] }],
    ['numbers that no column has', { title: 'a', place: 1e308, weight: -0 }],
    ['a long list', { title: 'a', staff_ids: Array.from({ length: 2000 }, (_, at) => String(at)) }],
    ['as many problems as fit', { title: 'a', staff_ids: Array.from({ length: 900 }, () => null) }],
    ['ids that are none', { title: 'a', folder_id: "1' or 1=1", form_id: '-1', staff_ids: ['', '1e3', '99999999999'] }],
    ['long text', { title: 'a', body: 'x'.repeat(900_000) }],
  ])('with %s is answered below 500, and writes nothing that it may not', async (_, body) => {
    const got = await fixture.create(body);
    expect(got.status).toBeLessThan(500);
    if (got.status >= 400) codeOf(got);
    const rows = await fixture.db.select().from(notes);
    expect(rows.filter((row) => row.websiteId !== 1 || row.slug !== 'a')).toEqual([]);
  });

  it('with a number beyond all numbers is refused at its place in the text', async () => {
    const headers = { 'content-type': 'application/json' };
    const got = await fixture.call('POST', '/api/websites/1/notes', { token: fixture.token, headers, raw: '{"title":"a","place":1e400}' });
    expect(answeredRefusal(got)).toEqual([400, 'bad_request', {}]);
    expect(got.text).toContain('line 1, column 22');
  });

  it('of any kind is answered below 500', async () => {
    const { id } = await fixture.made({ title: 'Target' });
    const keys = [
      'title',
      'body',
      'link',
      'email',
      'place',
      'weight',
      'state',
      'is_urgent',
      'reason',
      'code',
      'pin',
      'folder_id',
      'form_id',
      'staff_ids',
    ];
    const value = fc.oneof(
      fc.jsonValue(),
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('\u0000', '\ud800', '', ' ', '1', '2147483648', 2 ** 31, -1, 0.1, true, [], ['1'], [null]),
    );
    const body = fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 14 }));
    await fc.assert(
      fc.asyncProperty(body, fc.boolean(), async (sent, isNew) => {
        const got = isNew ? await fixture.create(sent) : await fixture.patch(id, sent);
        expect(got.status).toBeLessThan(500);
        if (got.status >= 400) codeOf(got);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a table that does not fit its definition', () => {
  const [{ definition, table } = { definition: null, table: null }] = testResources;
  it('is found at the start', () => {
    if (!definition || !table) throw new Error('there is no resource to try');
    const start = (change: Partial<typeof definition>) => () => resourceRoutes([{ definition: { ...definition, ...change }, table }]);
    expect(start({ fields: [...definition.fields, { kind: 'text', key: 'nowhere', label: '' }] })).toThrow('has no column nowhere');
    expect(start({ fields: [{ kind: 'text', key: 'title', label: '' }] })).toThrow('test_notes.title has to take null');
    expect(start({ scope: 'account' })).toThrow('has no column account_id');
    const rounding = pgTable('rounding', { id: integer('id'), websiteId: integer('website_id'), weight: real('weight') });
    const weight: Field = { kind: 'number', key: 'weight', label: '' };
    const list = { ...definition.list, columns: [] };
    const served = { definition: { ...definition, fields: [weight], list }, table: rounding };
    expect(() => resourceRoutes([served])).toThrow('rounding.weight has to be double precision');
  });
});
