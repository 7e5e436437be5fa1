import { createServer } from 'node:http';
import { and, asc, eq, gt } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Json } from '#contract/json.ts';
import { runDueActions } from '../forms/run-actions.ts';
import { MailRefused } from '../mail/mailer.ts';
import { actionRuns } from '../tables/action-runs.ts';
import { forms } from '../tables/content.ts';
import { domains } from '../tables/domains.ts';
import { formActions } from '../tables/form-actions.ts';
import { submissions } from '../tables/submissions.ts';
import { settings } from '../tables/websites.ts';
import { type Harness, type Sent, startHarness } from '../testing/harness.ts';
import { forgetPages } from './site-version.ts';

let harness: Harness;
let site: string;
let formId: number;
beforeAll(async () => {
  harness = await startHarness({ submissionsPerForm: 10_000 });
  site = await siteOf(websiteId);
});
afterAll(() => harness.close());

const [websiteId, otherId] = [2, 3];
const fields: readonly Json[] = [
  { type: 'text', key: 'name', label: 'Your name', required: true },
  { type: 'email', key: 'email', label: 'Email', required: true },
  { type: 'checkboxes', key: 'kinds', label: 'Kinds', values: ['House', 'Unit'] },
  { type: 'textarea', key: 'message', label: 'Message' },
];

/** Each test has a form, and a client, of its own. */
let client = 0;
const from = () => `198.51.100.${client}`;
beforeEach(async () => {
  client += 1;
  formId = await makeForm(fields);
});

async function makeForm(of: readonly Json[]): Promise<number> {
  const { db, clock } = harness.deps;
  const [made] = await db
    .insert(forms)
    .values({ websiteId, name: `form-${client}-${of.length}`, label: 'Ask us', fields: of, createdAt: clock.now() })
    .returning();
  return made?.id ?? 0;
}

async function act(values: Partial<typeof formActions.$inferInsert> & { readonly type: string }): Promise<number> {
  const row = { websiteId, formId, name: values.type, createdAt: harness.time.now, ...values };
  const [made] = await harness.deps.db.insert(formActions).values(row).returning();
  return made?.id ?? 0;
}

async function siteOf(id: number): Promise<string> {
  const [found] = await harness.deps.db
    .select()
    .from(domains)
    .where(and(eq(domains.websiteId, id), eq(domains.isPrimary, true)));
  return `/sites/${found?.domain}`;
}

const filled = { name: 'Ada', email: 'ada@example.com', message: 'Hello' };
const encoded = (values: Readonly<Record<string, string>>) => new URLSearchParams(values).toString();
const asForm = { 'content-type': 'application/x-www-form-urlencoded' };
const post = (body: string | Readonly<Record<string, string>>, more: Sent = {}) =>
  harness.call('POST', `${site}/forms/${formId}`, {
    raw: typeof body === 'string' ? body : encoded(body),
    from: from(),
    ...more,
    headers: { ...asForm, ...more.headers },
  });
const stored = () => harness.deps.db.select().from(submissions).where(eq(submissions.formId, formId)).orderBy(asc(submissions.id));
const runs = async () => {
  await harness.deps.background.idle();
  const of = await stored();
  return harness.deps.db
    .select()
    .from(actionRuns)
    .where(gt(actionRuns.submissionId, (of[0]?.id ?? 1) - 1))
    .orderBy(asc(actionRuns.id));
};

describe('the page of a form on a public site', () => {
  it('shows the form, and no form of another website', async () => {
    const page = await harness.call('GET', `${site}/forms/${formId}`);
    expect([page.status, page.text.includes('<h1>Ask us</h1>'), page.text.includes('content="noindex"')]).toEqual([200, true, true]);
    const [other] = await harness.deps.db.select().from(forms).where(eq(forms.websiteId, otherId)).limit(1);
    for (const id of ['99999', other?.id, 'x', '1/x'])
      expect([id, (await harness.call('GET', `${site}/forms/${id}`)).status]).toEqual([id, 404]);
  });
});

describe('a form that a visitor sends', () => {
  it('is stored as it was read, and thanks by its first action that does', async () => {
    const sent = await post(`${encoded(filled)}&kinds=Unit&kinds=House&other=1`);
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `${site}/forms/${formId}/thanks`]);
    expect((await harness.call('GET', `${site}/forms/${formId}/thanks`)).text).toContain('We have received what you sent.');
    expect(await stored()).toMatchObject([
      {
        websiteId,
        formName: 'Ask us',
        name: null,
        fields: { name: 'Ada', email: 'ada@example.com', kinds: ['House', 'Unit'], message: 'Hello' },
        formattedPayload: { name: { label: 'Your name', value: 'Ada' }, kinds: { label: 'Kinds', value: 'House, Unit' } },
        createdAt: harness.time.now,
      },
    ]);
    await act({ type: 'success', successMessage: 'Thanks, <b>all</b>\nof you', position: 2 });
    expect((await harness.call('GET', `${site}/forms/${formId}/thanks`)).text).toContain('Thanks, &lt;b&gt;all&lt;/b&gt;\nof you');
    await act({ type: 'redirect', redirectUrl: 'javascript:alert(1)', position: 0 });
    await act({ type: 'redirect', redirectUrl: 'https://example.com/thanks', position: 1 });
    expect((await post({ ...filled, name: 'Bo' })).headers.get('location')).toBe('https://example.com/thanks');
  });

  it('comes back with what was typed and what is wrong, and is not stored', async () => {
    const sent = await post({ name: '"><b>', email: 'nobody', message: 'Kept\ntext' });
    expect(sent.status).toBe(422);
    expect(sent.text).toContain('<title>Error: Ask us');
    expect(sent.text).toContain('Email must be an email address, such as name@example.com.');
    expect(sent.text).toContain('value="&quot;&gt;&lt;b&gt;"');
    expect(sent.text).toContain('Kept\ntext</textarea>');
    expect(sent.headers.get('content-security-policy')).toBe('sandbox allow-scripts allow-forms allow-popups');
    expect(sent.headers.get('cache-control')).toBe('no-store');
    expect(await stored()).toEqual([]);
  });

  it('is answered to a script of its page, which has no origin', async () => {
    const asked = await harness.call('OPTIONS', `${site}/forms/${formId}`, { headers: { origin: 'null' } });
    expect([asked.status, asked.headers.get('access-control-allow-origin'), asked.headers.get('access-control-allow-headers')]).toEqual([
      204,
      '*',
      'X-Requested-With, Content-Type',
    ]);
    await act({ type: 'redirect', redirectUrl: 'https://example.com/' });
    const headers = { 'x-requested-with': 'fetch' };
    const taken = await post(filled, { headers });
    expect([taken.status, taken.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    const refused = await post({}, { headers });
    expect([refused.status, refused.json]).toMatchObject([422, { problems: { name: 'Your name is required.' } }]);
  });

  it('is taken once, however often it arrives', async () => {
    const keyed = { ...filled, _key: 'a'.repeat(32) };
    const answers = await Promise.all([post(keyed), post(keyed), post(keyed)]);
    expect([answers.map(({ status }) => status), (await stored()).length]).toEqual([[303, 303, 303], 1]);
    // The visitor went back and changed it; the same values in a new form are meant.
    await post({ ...keyed, message: 'More' });
    await post({ ...filled, _key: 'b'.repeat(32) });
    expect(await stored()).toHaveLength(3);
    await post(filled);
    await post(filled);
    expect(await stored()).toHaveLength(4);
    harness.time.now = new Date(harness.time.now.getTime() + 601_000);
    await post(filled);
    expect(await stored()).toHaveLength(5);
  });

  it('is not stored where the field that nobody sees is filled in, without saying so', async () => {
    const sent = await post({ ...filled, _topic: 'Buy now' });
    expect([sent.status, await stored()]).toEqual([303, []]);
  });

  it('waits where too much comes from one address, with what was typed, and others do not', async () => {
    for (let n = 0; n < 30; n += 1) await post({ ...filled, message: `No. ${n}` });
    expect(await stored()).toHaveLength(30);
    const late = await post({ ...filled, message: 'Too late' });
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, '600']);
    expect(late.text).toContain('Too late</textarea>');
    expect(late.text).toContain('Please try again in 10 minutes.');
    expect((await post(filled, { from: '203.0.113.9' })).status).toBe(303);
    expect(await stored()).toHaveLength(31);
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
    expect((await post(body)).status).toBe(status);
    const rows = await stored();
    expect(rows).toHaveLength(status === 303 ? 1 : 0);
    for (const row of rows) expect(Object.keys(Object(row.fields)).toSorted()).toEqual(['email', 'kinds', 'message', 'name']);
  });

  it('has a clear answer where it is no form, or for no form', async () => {
    const json = await post('{}', { headers: { 'content-type': 'application/json' } });
    const id = formId;
    await harness.deps.db.delete(forms).where(eq(forms.id, formId));
    const deleted = await post(filled);
    formId = 2_147_483_648;
    expect([json.status, deleted.status, (await post(filled)).status]).toEqual([415, 404, 404]);
    formId = id;
    expect(deleted.text).toContain('What you sent was not taken.');
    expect((await harness.call('POST', '/sites/nowhere.test/forms/1', { raw: 'a=b', headers: asForm })).status).toBe(404);
  });

  it('ignores a key that the form no longer has, and fields that this version can’t read', async () => {
    formId = await makeForm([
      { type: 'text', key: 'name', label: 'Name' },
      { type: 'magic', key: 'email' },
    ]);
    await post(filled);
    expect(await stored()).toMatchObject([{ fields: { name: 'Ada' }, formattedPayload: { name: { label: 'Name', value: 'Ada' } } }]);
  });
});

describe('reCAPTCHA', () => {
  it('is asked on the server where the website has both keys and the form wants it', async () => {
    const asked: string[] = [];
    let answer = '{"success":true}';
    const service = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => {
        body += part.toString();
      });
      request.on('end', () => {
        asked.push(body);
        response.end(answer);
      });
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const address = service.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
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
    const path = `${site}/forms/${form?.id}`;
    const send = (token: string, name = token) =>
      other.call('POST', path, { raw: encoded({ ...filled, name, 'g-recaptcha-response': token }), headers: asForm });
    const count = () => db.$count(submissions, eq(submissions.formId, form?.id ?? 0));
    await set('recaptcha_site_key', 'site-key');
    await set('recaptcha_secret_key', '');
    expect((await other.call('GET', path)).text).not.toContain('recaptcha');
    expect([(await send('t0')).status, asked]).toEqual([303, []]);
    await set('recaptcha_secret_key', 'secret-key');
    expect((await other.call('GET', path)).text).toContain('data-sitekey="site-key"');
    expect((await other.call('GET', path)).text).not.toContain('secret-key');
    expect([(await send('', 'x')).status, asked]).toEqual([422, []]);
    expect([(await send('t1')).status, asked]).toEqual([303, ['secret=secret-key&response=t1&remoteip=192.0.2.1']]);
    expect([(await send('t1')).status, asked.length]).toEqual([303, 1]);
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
    expect([(await send('t4')).status, await count()]).toEqual([503, 2]);
    await other.close();
  });
});

describe('the mails that follow a submission', () => {
  const email = { type: 'email', emailTo: 'office@example.com', emailSubject: 'From {{name}}', emailMessage: 'Dear all,\n{{message}}' };

  it('are sent once it is stored, with its values as texts', async () => {
    await act({ ...email, emailReplyTo: '{email}', includeSubmissionData: true });
    await act({ type: 'success', successMessage: 'Thanks' });
    await post({ ...filled, name: 'Ada\r\nBcc: evil@example.com', message: 'See {{email}} <b>' });
    expect(await runs()).toMatchObject([{ state: 'sent', attempts: 1, lastError: null, actionName: 'email' }]);
    expect(harness.mails.at(-1)).toMatchObject({
      to: 'office@example.com',
      replyTo: 'ada@example.com',
      subject: 'From Ada Bcc: evil@example.com',
      text: 'Dear all,\nSee {{email}} <b>\n\nYour name: Ada\r\nBcc: evil@example.com\nEmail: ada@example.com\nKinds: \nMessage: See {{email}} <b>',
    });
    const count = harness.mails.length;
    await runDueActions(harness.deps);
    expect(harness.mails).toHaveLength(count);
  });

  it('stand at the submission, which has another tag once one is sent', async () => {
    await act({ ...email, name: 'Notify' });
    harness.disk.isNearlyFull = true;
    await post(filled);
    await harness.deps.background.idle();
    harness.disk.isNearlyFull = false;
    const token = await harness.signIn();
    const [submission] = await stored();
    const path = `/api/submissions/${submission?.id}`;
    const before = await harness.call('GET', path, { token });
    expect(before.json).toMatchObject({ data: { action_runs: [{ name: 'Notify', state: 'waiting', last_error: null }] } });
    await runDueActions(harness.deps);
    const headers = { 'if-none-match': before.headers.get('etag') ?? '' };
    const after = await harness.call('GET', path, { token, headers });
    expect([after.status, after.json]).toMatchObject([200, { data: { action_runs: [{ state: 'sent' }] } }]);
  });

  it('are tried again later where the mail system fails, and not where it refuses them', async () => {
    const { deps, time } = harness;
    let failure: Error = new Error('down');
    const failing = { ...deps, mailer: { prepare: () => Promise.reject(failure) } };
    await act({ ...email, name: 'tried' });
    harness.disk.isNearlyFull = true;
    await post(filled);
    await deps.background.idle();
    harness.disk.isNearlyFull = false;
    await runDueActions(failing);
    expect(await runs()).toMatchObject([
      {
        state: 'waiting',
        attempts: 1,
        lastError: 'The mail could not be handed to the mail server.',
        nextAt: new Date(time.now.getTime() + 60_000),
      },
    ]);
    await runDueActions(failing);
    expect(await runs()).toMatchObject([{ attempts: 1 }]);
    time.now = new Date(time.now.getTime() + 60_000);
    failure = new MailRefused('550 No such user');
    await runDueActions(failing);
    expect(await runs()).toMatchObject([{ state: 'failed', attempts: 2, lastError: 'The mail server refused it: 550 No such user' }]);
  });

  it('fail with a reason where the action has no sound address, or is gone', async () => {
    const gone = await act({ ...email, name: 'gone' });
    await act({ ...email, name: 'nowhere', emailTo: 'office' });
    harness.disk.isNearlyFull = true;
    await post(filled);
    await harness.deps.background.idle();
    harness.disk.isNearlyFull = false;
    await harness.deps.db.delete(formActions).where(eq(formActions.id, gone));
    await runDueActions(harness.deps);
    expect((await runs()).map(({ actionName, state, lastError }) => [actionName, state, lastError])).toEqual([
      ['gone', 'failed', 'The action was deleted before it was run.'],
      ['nowhere', 'failed', '“office” is not an email address.'],
    ]);
  });

  it('are sent by one of several processes, and by another where the first has been stopped', async () => {
    const { deps, time, mails } = harness;
    for (let n = 0; n < 5; n += 1) await act({ ...email, name: `mail ${n}` });
    harness.disk.isNearlyFull = true;
    await post(filled);
    await deps.background.idle();
    harness.disk.isNearlyFull = false;
    const before = mails.length;
    const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
    const stuck = { ...deps, mailer: { prepare: () => stopped.then(() => Promise.reject(new Error('stopped'))) } };
    const lost = runDueActions(stuck);
    await expect.poll(async () => (await runs()).map(({ attempts }) => attempts)).toContain(1);
    await Promise.all([runDueActions(deps), runDueActions(deps)]);
    expect(mails).toHaveLength(before + 4);
    time.now = new Date(time.now.getTime() + 600_001);
    await runDueActions(deps);
    expect(mails).toHaveLength(before + 5);
    // The first comes back, and changes nothing any more.
    stop();
    await lost;
    expect((await runs()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent', 'sent', 'sent']);
  });
});
