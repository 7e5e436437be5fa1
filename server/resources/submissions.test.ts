import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '#contract/json.ts';
import { submissions as definition } from '#contract/resources/submissions.ts';
import { demoWebsites, otherSignIn } from '../seed/seed.ts';
import { forms } from '../tables/content.ts';
import { submissions } from '../tables/submissions.ts';
import { codeOf, type Harness, startHarness } from '../testing/harness.ts';
import { payloadOf } from '#contract/forms/submission.ts';
import { csvRow } from './submissions-csv.ts';

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterAll(() => harness.close());

const websiteId = 5;
const get = (path: string, as = token) => harness.call('GET', `/api${path}`, { token: as });
const pageSchema = v.object({ data: v.array(definition.schema), pagination: v.object({ total: v.number() }) });
const listed = async (query: string, site = 1) => v.parse(pageSchema, (await get(`/websites/${site}/submissions?${query}`)).json);

async function addForm(name: string, fields: readonly Json[] = []): Promise<number> {
  const row = { websiteId, name, fields, createdAt: harness.time.now };
  const [form] = await harness.deps.db.insert(forms).values(row).returning({ id: forms.id });
  return form?.id ?? 0;
}

const addSubmissions = (formId: number, payloads: readonly { readonly [key: string]: null | string | object }[]) =>
  harness.deps.db.insert(submissions).values(
    payloads.map((payload) => ({
      websiteId,
      formId,
      formName: 'Some form',
      fields: {},
      formattedPayload: JSON.parse(JSON.stringify(payload)),
      createdAt: harness.time.now,
    })),
  );

describe('the list', () => {
  it('has all, the newest first, or those of one form', async () => {
    const all = await listed('per_page=100');
    const dates = all.data.map((each) => String(each['created_at']));
    expect(dates).toEqual(dates.toSorted().toReversed());
    const formId = String(all.data.find((each) => each['form_name'] === 'newsletter')?.['form_id']);
    const ofForm = await listed(`form_id=${formId}&per_page=100`);
    expect(ofForm.pagination.total).toBe(all.data.filter((each) => each['form_id'] === formId).length);
    expect(new Set(ofForm.data.map((each) => each['form_name']))).toEqual(new Set(['newsletter']));
    expect((await listed('form_id=2147483647')).data).toEqual([]);
    expect((await listed('form_id=x')).data).toEqual([]);
  });

  it('says who sent each, also of those from before, and is searched by it', async () => {
    const id = await addForm('senders');
    await addSubmissions(id, [
      {
        company_name: { label: 'Company name', value: 'Bay Ltd' },
        name: { label: 'Name', value: 'Zoé Dürr' },
        mail: { label: 'E-mail', value: 'zoe@bay.example' },
      },
      { message: { label: 'Message', value: 'Hello' } },
      { odd: 'text', mail: { label: 'E-mail', value: ' jo@bay.example' } },
    ]);
    const [, fill = ''] = (await readFile(new URL('../migrations/0025_submission-senders.sql', import.meta.url), 'utf8')).split(
      '--> statement-breakpoint',
    );
    await harness.deps.db.execute(sql.raw(fill));
    const senders = async (q: string) =>
      (await listed(`form_id=${id}&sort=created_at&q=${encodeURIComponent(q)}`, websiteId)).data.map((each) => each['sent_by']);
    expect(await senders('')).toEqual(['Zoé Dürr, zoe@bay.example', '', 'jo@bay.example']);
    expect(await senders('DURR')).toEqual(['Zoé Dürr, zoe@bay.example']);
    expect(await senders('jo@')).toEqual(['jo@bay.example']);
    expect(await senders(String(id)), 'an id is not searched').toEqual([]);
  });

  it('bounds what a submission contains, and keeps the order of its entries', async () => {
    const id = await addForm('hostile');
    await addSubmissions(id, [
      { zz: { label: 'Z', value: '<script>alert(1)</script>' }, a: null, long: { label: 'L', value: 'x'.repeat(1_000_000) } },
    ]);
    const answer = await get(`/websites/${websiteId}/submissions?form_id=${id}`);
    expect(answer.text.length).toBeLessThan(110_000);
    const [found] = v.parse(pageSchema, answer.json).data;
    expect(Object.keys(Object(found?.['formatted_payload']))).toEqual(['zz', 'a', 'long']);
    const whole = await get(`/websites/${websiteId}/submissions/${id}/export`);
    expect(whole.text.length).toBeGreaterThan(1_000_000);
  });
});

it('a new one takes a name, and is listed under it', async () => {
  const answer = await harness.call('POST', `/api/websites/${websiteId}/submissions`, { token, body: { name: ' By phone ' } });
  const created = v.parse(v.object({ data: definition.schema }), answer.json).data;
  expect(created).toMatchObject({
    form_id: null,
    form_name: 'By phone',
    name: 'By phone',
    formatted_payload: { name: { label: 'Name', value: 'By phone' } },
    created_at: harness.time.now.toISOString(),
  });
  expect(v.parse(v.object({ data: definition.schema }), (await get(`/submissions/${created.id}`)).json).data).toEqual(created);
  const empty = await harness.call('POST', `/api/websites/${websiteId}/submissions`, { token, body: { name: '' } });
  expect(codeOf(empty)).toBe('validation_failed');
  for (const method of ['PATCH', 'DELETE'])
    expect((await harness.call(method, `/api/submissions/${created.id}`, { token })).status).toBe(405);
});

describe('the table of a form', () => {
  it('has a column for each entry of any submission', async () => {
    const id = await addForm('table');
    await addSubmissions(id, [
      { name: { label: 'Name', value: 'Jo "the" Lim' }, note: { label: 'Note', value: 'one\ntwo' } },
      { name: { label: 'Name', value: 'Bo' }, phone: { label: ' ', value: 5550 }, pets: 'dog' },
    ]);
    const got = await get(`/websites/${websiteId}/submissions/${id}/export`);
    expect([got.status, got.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const [head, ...rows] = got.text.replaceAll(/"\d+","\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"/gu, 'ID,DATE').split('\r\n');
    expect(head).toBe('"ID","Created At","Name","Note","phone","pets"');
    expect(rows).toEqual(['ID,DATE,"Jo ""the"" Lim","one\ntwo","",""', 'ID,DATE,"Bo","","5550","dog"', '']);
  });

  it('has the fields of the form first, in its order and by their labels, then those of its earlier versions', async () => {
    const fields: readonly Json[] = [
      { type: 'email', key: 'email', label: 'Email address' },
      { type: 'heading', label: 'About you' },
      { type: 'text', key: 'name', label: 'Your name' },
      { type: 'text', key: 'new', label: 'New' },
    ];
    const id = await addForm('versions', fields);
    await addSubmissions(id, [
      { name: { label: 'Name', value: 'Jo' }, age: { label: 'Years', value: '7' } },
      { age: { label: 'Age', value: '8' }, email: { label: 'Email', value: 'bo@example.com' } },
    ]);
    const answer = await harness.app.request(`/api/websites/${websiteId}/submissions/${id}/export`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const [head, one, two] = bytes.toString().slice(1).split('\r\n');
    expect(head).toBe('"ID","Created At","Email address","Your name","New","Age"');
    expect([one, two]).toEqual([expect.stringMatching(/,"","Jo","","7"$/u), expect.stringMatching(/,"bo@example.com","","","8"$/u)]);
  });

  it('keeps the order of entries whose keys are numbers', async () => {
    const id = await addForm('numbered');
    const payload = payloadOf(['10', '2', 'b', '1'].map((key) => [key, { label: `L${key}`, value: key }]));
    await addSubmissions(id, [payload]);
    const [head, row] = (await get(`/websites/${websiteId}/submissions/${id}/export`)).text.split('\r\n');
    expect([head, row]).toEqual(['"ID","Created At","L10","L2","Lb","L1"', expect.stringMatching(/,"10","2","b","1"$/u)]);
    const [found] = v.parse(pageSchema, (await get(`/websites/${websiteId}/submissions?form_id=${id}`)).json).data;
    expect(definition.view?.entries(v.parse(definition.schema, found)).map(({ label }) => label)).toEqual([
      'L10',
      'L2',
      'Lb',
      'L1',
      'Date',
    ]);
  });

  it('puts entries beyond 200 into one column', async () => {
    const id = await addForm('wide');
    await addSubmissions(id, [Object.fromEntries(Array.from({ length: 230 }, (_, at) => [`k${at}`, { label: `L${at}`, value: 'v' }]))]);
    const { text } = await get(`/websites/${websiteId}/submissions/${id}/export`);
    const [head = '', row = ''] = text.split('\r\n');
    expect(head.split('","')).toHaveLength(203);
    expect(row).toMatch(/L200: v\nL201: v\n.*L229: v"$/su);
  });

  it('has every row of a long and of a large one, read in steps', async () => {
    const [long, large] = [await addForm('long'), await addForm('large')];
    await addSubmissions(
      long,
      Array.from({ length: 1203 }, (_, at) => ({ n: { label: 'N', value: `n${at}` } })),
    );
    await addSubmissions(
      large,
      Array.from({ length: 6 }, () => ({ n: { label: 'N', value: 'x'.repeat(1_500_000) } })),
    );
    const lines = (await get(`/websites/${websiteId}/submissions/${long}/export`)).text.trimEnd().split('\r\n');
    expect(lines.slice(1).map((line) => /"n\d+"$/u.exec(line)?.[0])).toEqual(Array.from({ length: 1203 }, (_, at) => `"n${at}"`));
    expect((await get(`/websites/${websiteId}/submissions/${large}/export`)).text.length).toBeGreaterThan(9_000_000);
  });

  it('is of a form of the website', async () => {
    const id = await addForm('own');
    expect((await get(`/websites/${websiteId}/submissions/${id}/export`)).text).toBe('"ID","Created At"\r\n');
    for (const path of [`/websites/6/submissions/${id}/export`, `/websites/${websiteId}/submissions/x/export`])
      expect(codeOf(await get(path))).toBe('not_found');
    const other = await harness.signIn(otherSignIn);
    expect(codeOf(await get(`/websites/${demoWebsites + 1}/submissions/${id}/export`, other))).toBe('not_found');
  });

  it.each([
    '=1+1',
    '+1+1',
    '-1-1',
    '-A1',
    '- one',
    '-2;=1',
    '@SUM(1)',
    ' =1',
    '\t=1',
    '＝1',
    'a;=1',
    'a;"=1"',
    'a\n""@x',
    'a\n=1',
    'a\r\n@x',
    '+61255501234\n=1',
    '+61255501234;=1',
  ])('computes nothing in a spreadsheet: %j', (value) => {
    expect(csvRow([value])).not.toMatch(/(?:^"|[;\t\r\n])[\s"]*[=+\-@＝](?!\d+[;\n])/u);
    expect(csvRow([value])).toContain("'");
  });

  it.each(['-3', '+3', '-3.50', '-3,5', '-1,234,567.8', '-12%', '-3\n-4', ' -3 ', '-', ' -- ', '-\n---'])(
    'leaves a number, and dashes alone, as they are: %j',
    (value) => {
      expect(csvRow([value])).toBe(`"${value}"\r\n`);
    },
  );

  it.each(['+61 2 5550 1234', '+61 (0)2 5550 1234', '+61255501234', '+61.2.5550.1234'])(
    'leaves a telephone number as it is: %s',
    (value) => {
      expect(csvRow([value])).toBe(`"${value}"\r\n`);
    },
  );

  it.each(['+61-2-5550-1234', '+61 2 5550 1234 =1', '++61255501234', '+1+15550123', '+A1 555 0123'])(
    'computes nothing of what only looks like one: %j',
    (value) => {
      expect(csvRow([value])).toMatch(/^"'\+/u);
    },
  );

  it('leaves other texts as they are, a long run of blanks too', () => {
    const blanks = `${'\n'.repeat(500_000)}${' '.repeat(500_000)}`;
    expect(csvRow([blanks])).toBe(`"${blanks}"\r\n`);
    expect(csvRow(['a-b', 'jo@example.test', '1+1=2', ''])).toBe('"a-b","jo@example.test","1+1=2",""\r\n');
  });
});
