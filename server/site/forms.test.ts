import { createServer, type ServerResponse } from 'node:http';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formFieldTypes } from '#contract/forms/form-field.ts';
import type { Json } from '#contract/json.ts';
import { createServerApp } from '../app.ts';
import { forms } from '../tables/content.ts';
import { submissions } from '../tables/submissions.ts';
import { settings } from '../tables/websites.ts';
import { asForm, encoded, fields, filled, type FormFixture, openFormFixture, websiteId } from '../testing/form-fixture.ts';
import { callerOf, type Harness, startHarness } from '../testing/harness.ts';
import { listening } from '../testing/listening.ts';
import { forgetPages } from './site-version.ts';

let harness: Harness;
let fixture: FormFixture;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  fixture = await openFormFixture(harness);
});

describe('the page of a form on a public site', () => {
  it('shows the form, and no form of another website', async () => {
    const page = await harness.call('GET', `${fixture.site}/forms/${fixture.formId}`);
    expect([page.status, page.text.includes('<h1>Ask us</h1>'), page.text.includes('content="noindex"')]).toEqual([200, true, true]);
    const [other] = await harness.deps.db.select().from(forms).where(eq(forms.websiteId, 3)).limit(1);
    for (const id of ['99999', other?.id, 'x', '1/x'])
      expect([id, (await harness.call('GET', `${fixture.site}/forms/${id}`)).status]).toEqual([id, 404]);
  });
});

describe('a form with markup in every text', () => {
  it('shows it as text, on its page, where it is refused, and in its thanks', async () => {
    const hostile = `"><img src=x onerror=alert(1)>'{{7*7}}</script>`;
    const texts = { label: hostile, help: hostile, placeholder: hostile, content: hostile, default: hostile };
    const values = [{ value: hostile, label: hostile }, 'b'];
    const of = formFieldTypes.map((type) => ({
      type,
      key: type,
      ...texts,
      values,
      required: true,
      default: type === 'text' ? hostile : null,
    }));
    fixture = await openFormFixture(harness, of);
    await harness.deps.db.update(forms).set({ name: hostile, label: hostile, description: hostile }).where(eq(forms.id, fixture.formId));
    await fixture.act({ type: 'success', successMessage: hostile });
    const path = `${fixture.site}/forms/${fixture.formId}`;
    const all = Object.fromEntries(formFieldTypes.map((type) => [type, hostile]));
    const answers = [await harness.call('GET', path), await fixture.post(all), await harness.call('GET', `${path}/thanks`)];
    expect(answers.map(({ status }) => status)).toEqual([200, 422, 200]);
    for (const { text } of answers) {
      expect(text).not.toMatch(/<img src=x|49<|'49/u);
      expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
    }
    // The name is not shown where there is a label; each of the others is, and what was typed.
    expect(answers[0]?.text.split('&lt;img src=x').length).toBeGreaterThan(formFieldTypes.length * 2);
  });
});

describe('a form that a visitor sends', () => {
  it('is stored as it was read, and thanks by its first action that does', async () => {
    const sent = await fixture.post(`${encoded(filled)}&kinds=Unit&kinds=House&other=1`);
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `${fixture.site}/forms/${fixture.formId}/thanks`]);
    expect((await harness.call('GET', `${fixture.site}/forms/${fixture.formId}/thanks`)).text).toContain('We have received what you sent.');
    expect(await fixture.stored()).toMatchObject([
      {
        websiteId,
        formName: expect.stringMatching(/^form-\d+$/u),
        name: null,
        fields: { name: 'Ada', email: 'ada@example.com', kinds: ['House', 'Unit'], message: 'Hello' },
        formattedPayload: { name: { label: 'Your name', value: 'Ada' }, kinds: { label: 'Kinds', value: 'House, Unit' } },
        createdAt: harness.time.now,
      },
    ]);
    await fixture.act({ type: 'success', successMessage: 'Thanks, <b>all</b>\nof you', position: 2 });
    expect((await harness.call('GET', `${fixture.site}/forms/${fixture.formId}/thanks`)).text).toContain(
      'Thanks, &lt;b&gt;all&lt;/b&gt;\nof you',
    );
    await fixture.act({ type: 'redirect', redirectUrl: 'javascript:alert(1)', position: 0 });
    await fixture.act({ type: 'redirect', redirectUrl: 'https://münchen.example/café?a=%20b', position: 1 });
    expect((await fixture.post({ ...filled, name: 'Bo' })).headers.get('location')).toBe('https://xn--mnchen-3ya.example/caf%C3%A9?a=%20b');
  });

  it('has what the visitor filled in put into its message, as text', async () => {
    await fixture.act({ type: 'success', successMessage: 'Thanks {{name}}, {{nothing}}!\n{{kinds}}' });
    const hostile = { ...filled, name: '<img src=x onerror=alert(1)> {{email}}' };
    const sent = await fixture.post(`${encoded(hostile)}&kinds=Unit&kinds=House`);
    expect([sent.status, sent.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(sent.text).toContain('Thanks &lt;img src=x onerror=alert(1)&gt; {{email}}, !\nHouse, Unit');
    expect(sent.text).not.toContain('<img src=x');
    const answered = await fixture.post({ ...filled, name: 'Bo' }, { headers: { 'x-requested-with': 'fetch' } });
    expect(answered.json).toEqual({ message: 'Thanks Bo, !\n' });
    // The page of the thanks is everybody's.
    expect((await harness.call('GET', `${fixture.site}/forms/${fixture.formId}/thanks`)).text).toContain('Thanks , !');
  });

  it('comes back with what was typed and what is wrong, and is not stored', async () => {
    const sent = await fixture.post({ name: '"><b>', email: 'nobody', message: 'Kept\ntext' });
    expect(sent.status).toBe(422);
    expect(sent.text).toContain('<title>Error: Ask us');
    expect(sent.text).toContain('Email must be an email address, such as name@example.com.');
    expect(sent.text).toContain('value="&quot;&gt;&lt;b&gt;"');
    expect(sent.text).toContain('Kept\ntext</textarea>');
    expect(sent.headers.get('content-security-policy')).toBe('sandbox allow-scripts allow-forms allow-popups');
    expect(sent.headers.get('cache-control')).toBe('no-store');
    expect(await fixture.stored()).toEqual([]);
  });

  it('is answered to a script of its page, which has no origin', async () => {
    const asked = await harness.call('OPTIONS', `${fixture.site}/forms/${fixture.formId}`, { headers: { origin: 'null' } });
    expect([asked.status, asked.headers.get('access-control-allow-origin'), asked.headers.get('access-control-allow-headers')]).toEqual([
      204,
      '*',
      'X-Requested-With, Content-Type',
    ]);
    await fixture.act({ type: 'redirect', redirectUrl: 'https://example.com/' });
    const headers = { 'x-requested-with': 'fetch' };
    const taken = await fixture.post(filled, { headers });
    expect([taken.status, taken.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    const refused = await fixture.post({}, { headers });
    expect([refused.status, refused.json]).toMatchObject([422, { problems: { name: 'Your name is required.' } }]);
  });

  it('is taken once, however often it arrives', async () => {
    const keyed = { ...filled, _key: 'a'.repeat(32) };
    const answers = await Promise.all([fixture.post(keyed), fixture.post(keyed), fixture.post(keyed)]);
    expect([answers.map(({ status }) => status), (await fixture.stored()).length]).toEqual([[303, 303, 303], 1]);
    // The visitor went back and changed it; the same values in a new form are meant.
    await fixture.post({ ...keyed, message: 'More' });
    await fixture.post({ ...filled, _key: 'b'.repeat(32) });
    expect(await fixture.stored()).toHaveLength(3);
    await fixture.post(filled);
    await fixture.post(filled);
    expect(await fixture.stored()).toHaveLength(4);
    harness.time.now = new Date(harness.time.now.getTime() + 601_000);
    await fixture.post(filled);
    expect(await fixture.stored()).toHaveLength(5);
  });

  it('is not stored where the field that nobody sees is filled in, without saying so', async () => {
    const sent = await fixture.post({ ...filled, _topic: 'Buy now' });
    expect([sent.status, await fixture.stored()]).toEqual([303, []]);
  });

  it('waits where too much comes from one address, with what was typed, and others do not', async () => {
    for (let n = 0; n < 30; n += 1) await fixture.post({ ...filled, message: `No. ${n}` });
    expect(await fixture.stored()).toHaveLength(30);
    const late = await fixture.post({ ...filled, message: 'Too late' });
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, '600']);
    expect(late.text).toContain('Too late</textarea>');
    expect(late.text).toContain('Please try again in 10 minutes.');
    expect((await fixture.post(filled, { from: '203.0.113.9' })).status).toBe(303);
    expect(await fixture.stored()).toHaveLength(31);
  });

  it.each<readonly [string, string, number]>([
    ['no field', '', 422],
    ['10,000 unknown fields', `${encoded(filled)}&${Array.from({ length: 10_000 }, (_, n) => `f${n}=x`).join('&')}`, 303],
    ['10,000 values of one field', `${encoded(filled)}&${'kinds=House&'.repeat(10_000)}`, 303],
    ['several values of a text', `${encoded(filled)}&name=B`, 422],
    ['a text that is too long', encoded({ ...filled, message: 'x'.repeat(9001) }), 422],
    ['a body that is too long', `message=${'x'.repeat(300_001)}`, 413],
    ['a value that is no choice', encoded({ ...filled, kinds: 'Castle' }), 422],
    ['a character that the database does not store', `${encoded(filled)}&message=%00`, 422],
    ['the names of an object', `${encoded(filled)}&__proto__=x&constructor=y&toString=z`, 303],
    ['bytes that are no text', `${encoded(filled)}%ff%fe`, 303],
  ])('%s: has a clear answer, and stores nothing undeclared', async (_, body, status) => {
    expect((await fixture.post(body)).status).toBe(status);
    const rows = await fixture.stored();
    expect(rows).toHaveLength(status === 303 ? 1 : 0);
    for (const row of rows) expect(Object.keys(Object(row.fields)).toSorted()).toEqual(['email', 'kinds', 'message', 'name']);
  });

  it('has a clear answer where it is no form, or for no form', async () => {
    const json = await fixture.post('{}', { headers: { 'content-type': 'application/json' } });
    await harness.deps.db.delete(forms).where(eq(forms.id, fixture.formId));
    const deleted = await fixture.post(filled);
    expect([json.status, deleted.status]).toEqual([415, 404]);
    for (const odd of ['%ff', '%00', '1%2F2', '-1', '1e3', '2147483648', '1/thanks', '']) {
      const got = await harness.call('POST', `${fixture.site}/forms/${odd}`, { raw: encoded(filled), headers: asForm });
      expect([odd, got.status]).toEqual([odd, 404]);
    }
    expect(deleted.text).toContain('What you sent was not taken.');
    expect((await harness.call('POST', '/sites/nowhere.test/forms/1', { raw: 'a=b', headers: asForm })).status).toBe(404);
  });

  it('ignores a key that the form no longer has, and fields that this version can’t read', async () => {
    fixture = await openFormFixture(harness, [
      { type: 'text', key: 'name', label: 'Name' },
      { type: 'magic', key: 'email' },
    ]);
    await fixture.post(filled);
    expect(await fixture.stored()).toMatchObject([
      { fields: { name: 'Ada' }, formattedPayload: { name: { label: 'Name', value: 'Ada' } } },
    ]);
  });
});

describe('reCAPTCHA', () => {
  it('is asked on the server where the website has both keys and the form wants it', async () => {
    const asked: string[] = [];
    let answer = '{"success":true}';
    let held: ServerResponse | null = null;
    const service = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => {
        body += part.toString();
      });
      request.on('end', () => {
        asked.push(body);
        const token = new URLSearchParams(body).get('response') ?? '';
        const times = asked.filter((each) => each === body).length;
        if (token === 'third click') response.end(['oops', '{"success":true}'][times - 1] ?? answer);
        else if (!token.startsWith('once')) response.end(answer);
        else if (times > 1) {
          response.end('{"success":false,"error-codes":["timeout-or-duplicate"]}');
          held?.end('{"success":true}');
        } else if (token === 'once in two processes') held = response;
        else response.end('{"success":true}');
      });
    });
    const url = `http://127.0.0.1:${await listening(service)}/`;
    const other = await startHarness({ recaptchaVerifyUrl: url });
    const { db } = other.deps;
    const set = async (key: string, value: Json) => {
      const row = { websiteId, key, category: 'form', value: [value], updatedAt: other.time.now };
      await db
        .insert(settings)
        .values(row)
        .onConflictDoUpdate({ target: [settings.websiteId, settings.key], set: row });
      await forgetPages(db, websiteId);
    };
    const [form] = await db
      .insert(forms)
      .values({ websiteId, name: 'c', fields, enableRecaptcha: true, createdAt: other.time.now })
      .returning();
    const path = `${fixture.site}/forms/${form?.id}`;
    const send = (token: string, name = token, call = other.call) =>
      call('POST', path, { raw: encoded({ ...filled, name, 'g-recaptcha-response': token }), headers: asForm });
    const count = () => db.$count(submissions, eq(submissions.formId, form?.id ?? 0));
    await set('recaptcha_site_key', 'site-key');
    await set('recaptcha_secret_key', '');
    expect((await other.call('GET', path)).text).not.toMatch(/recaptcha\/api|data-sitekey/u);
    expect([(await send('t0')).status, asked]).toEqual([303, []]);
    await set('recaptcha_secret_key', 'secret-key');
    expect((await other.call('GET', path)).text).toContain('data-sitekey="site-key"');
    expect((await other.call('GET', path)).text).not.toContain('secret-key');
    expect([(await send('', 'x')).status, asked]).toEqual([422, []]);
    expect([(await send('t1')).status, asked]).toEqual([303, ['secret=secret-key&response=t1&remoteip=192.0.2.1']]);
    expect([(await send('t1')).status, asked.length]).toEqual([303, 1]);
    const [before, stored] = [asked.length, await count()];
    const twice = await Promise.all([send('once'), send('once')]);
    expect([twice.map(({ status }) => status), asked.length - before, await count()]).toEqual([[303, 303], 1, stored + 1]);
    const second = callerOf(createServerApp(other.deps));
    const both = await Promise.all([send('once in two processes'), send('once in two processes', undefined, second)]);
    expect([both.map(({ status }) => status), asked.length - before, await count()]).toEqual([[303, 303], 3, stored + 2]);
    const clicks = await Promise.all([1, 2, 3].map(() => send('third click')));
    const statuses = clicks.map(({ status }) => status).toSorted((a, b) => a - b);
    expect([statuses, asked.length - before, await count()]).toEqual([[303, 303, 503], 5, stored + 3]);
    answer = '{"success":false,"error-codes":["timeout-or-duplicate"]}';
    const refused = await send('t2');
    expect([refused.status, refused.text.includes('that you are a person')]).toEqual([422, true]);
    for (const broken of ['{"success":false,"error-codes":["invalid-input-secret"]}', 'oops']) {
      answer = broken;
      const silent = await send('t3');
      expect([silent.status, silent.text.includes('nothing has been sent'), silent.text.includes('value="t3"')]).toEqual([503, true, true]);
    }
    service.closeAllConnections();
    service.close();
    expect([(await send('t4')).status, await count()]).toEqual([503, 5]);
    await other.close();
  });
});
