import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MailRefused } from '../mail/mailer.ts';
import { smtpMailer } from '../mail/smtp-mailer.ts';
import { otherSignIn } from '../seed/seed.ts';
import { formActions } from '../tables/form-actions.ts';
import { filled, type FormFixture, openFormFixture } from '../testing/form-fixture.ts';
import { codeOf, type Harness, startHarness } from '../testing/harness.ts';
import { startTestMailServer } from '../testing/test-mail-server.ts';
import { runDueActions } from './run-actions.ts';

let harness: Harness;
let fixture: FormFixture;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  fixture = await openFormFixture(harness);
});

describe('the mails that follow a submission', () => {
  const email = { type: 'email', emailTo: 'office@example.com', emailSubject: 'From {{name}}', emailMessage: 'Dear all,\n{{message}}' };

  it('are sent once it is stored, with its values as texts', async () => {
    await fixture.act({ ...email, emailReplyTo: '{{email}}', includeSubmissionData: true });
    await fixture.act({ type: 'success', successMessage: 'Thanks' });
    await fixture.post({ ...filled, name: 'Ada\r\nBcc: evil@example.com', message: 'See {{email}} <b>\r\nYour name: Bob' });
    expect(await fixture.runs()).toMatchObject([{ state: 'sent', attempts: 1, lastError: null, actionName: 'email' }]);
    expect(harness.mails.at(-1)).toMatchObject({
      to: 'office@example.com',
      replyTo: 'ada@example.com',
      subject: 'From Ada Bcc: evil@example.com',
      text: 'Dear all,\nSee {{email}} <b>\nYour name: Bob\n\nYour name: Ada Bcc: evil@example.com\nEmail: ada@example.com\nKinds: \nMessage: See {{email}} <b>\n  Your name: Bob',
    });
    const count = harness.mails.length;
    await runDueActions(harness.deps);
    expect(harness.mails).toHaveLength(count);
  });

  it('stand at the submission, which has another tag once one is sent', async () => {
    await fixture.act({ ...email, name: 'Notify' });
    await fixture.postOnly(filled);
    const token = await harness.signIn();
    const [submission] = await fixture.stored();
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
    await fixture.act({ ...email, name: 'tried' });
    await fixture.postOnly(filled);
    await runDueActions(failing);
    expect(await fixture.runs()).toMatchObject([
      {
        state: 'waiting',
        attempts: 1,
        lastError: 'The mail could not be handed to the mail server.',
        nextAt: new Date(time.now.getTime() + 60_000),
      },
    ]);
    await runDueActions(failing);
    expect(await fixture.runs()).toMatchObject([{ attempts: 1 }]);
    time.now = new Date(time.now.getTime() + 60_000);
    failure = new MailRefused('550 No such user');
    await runDueActions(failing);
    expect(await fixture.runs()).toMatchObject([
      { state: 'failed', attempts: 2, lastError: 'The mail server refused it: 550 No such user' },
    ]);
  });

  it('fail with a reason where the action has no sound address, or is gone', async () => {
    const gone = await fixture.act({ ...email, name: 'gone' });
    await fixture.act({ ...email, name: 'nowhere', emailTo: 'office' });
    await fixture.postOnly(filled);
    await harness.deps.db.delete(formActions).where(eq(formActions.id, gone));
    await runDueActions(harness.deps);
    expect((await fixture.runs()).map(({ actionName, state, lastError }) => [actionName, state, lastError])).toEqual([
      ['gone', 'failed', 'The action was deleted before it was run.'],
      ['nowhere', 'failed', '“office” is not an email address.'],
    ]);
  });

  it('are sent by one of several processes, and by another where the first has been stopped', async () => {
    const { deps, time, mails } = harness;
    for (let n = 0; n < 5; n += 1) await fixture.act({ ...email, name: `mail ${n}` });
    await fixture.postOnly(filled);
    const before = mails.length;
    const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
    const stuck = { ...deps, mailer: { prepare: () => stopped.then(() => Promise.reject(new Error('stopped'))) } };
    const lost = runDueActions(stuck);
    await expect.poll(async () => (await fixture.runs()).map(({ attempts }) => attempts)).toContain(1);
    await Promise.all([runDueActions(deps), runDueActions(deps)]);
    expect(mails).toHaveLength(before + 4);
    time.now = new Date(time.now.getTime() + 600_001);
    await runDueActions(deps);
    expect(mails).toHaveLength(before + 5);
    // The first comes back, and changes nothing any more.
    stop();
    await lost;
    expect((await fixture.runs()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent', 'sent', 'sent']);
  });

  it('arrive at a real mail server', async () => {
    const smtp = await startTestMailServer();
    const { deps } = harness;
    const mailer = await smtpMailer(smtp.url, deps.config.mailFrom, deps.clock.now, deps.random.id);
    // As earlier versions stored it.
    await fixture.act({ ...email, emailReplyTo: '{email}', includeSubmissionData: true });
    await fixture.postOnly({ ...filled, name: 'Ada' });
    await runDueActions({ ...deps, mailer });
    expect(smtp.received.map(({ to }) => to)).toEqual([['office@example.com']]);
    for (const part of ['Subject: From Ada', 'Reply-To: ada@example.com', 'Your name: Ada\r\n'])
      expect(smtp.received[0]?.text).toContain(part);
    expect(await fixture.runs()).toMatchObject([{ state: 'sent' }]);
    await smtp.close();
  });

  it('are tried with sample values, and sent to whoever asks', async () => {
    const token = await harness.signIn();
    const id = await fixture.act({ ...email, emailReplyTo: '{{email}}' });
    const before = (await fixture.stored()).length;
    const tried = () => harness.call('POST', `/api/actions/${id}/test`, { token });
    expect([(await tried()).json, harness.mails.at(-1)]).toMatchObject([
      { data: { sent_to: 'demo@frontage.test' } },
      { to: 'demo@frontage.test', subject: 'Test: From (Your name)', text: 'Dear all,\n(Message)', replyTo: 'demo@frontage.test' },
    ]);
    await harness.deps.db.update(formActions).set({ emailTo: 'office' }).where(eq(formActions.id, id));
    expect([codeOf(await tried()), (await tried()).text.includes('is not an email address')]).toEqual(['validation_failed', true]);
    await harness.deps.db.update(formActions).set({ type: 'success' }).where(eq(formActions.id, id));
    expect((await tried()).json).toEqual({ data: { sent_to: null } });
    const other = await harness.signIn(otherSignIn);
    expect(codeOf(await harness.call('POST', `/api/actions/${id}/test`, { token: other }))).toBe('not_found');
    expect(await fixture.stored()).toHaveLength(before);
  });

  it('are tried with what a visitor might fill in', async () => {
    const types = ['text', 'number', 'phone', 'url', 'date', 'checkbox', 'select'];
    const kinds = await openFormFixture(
      harness,
      types.map((type) => ({ type, key: type, label: type, values: type === 'select' ? ['One', 'Two'] : [] })),
    );
    const id = await kinds.act({ ...email, emailMessage: '', includeSubmissionData: true });
    await harness.call('POST', `/api/actions/${id}/test`, { token: await harness.signIn() });
    expect(harness.mails.at(-1)?.text.split('\n')).toEqual([
      'text: (text)',
      'number: 3',
      'phone: 02 5550 1234',
      'url: https://www.example.com',
      'date: 2026-01-31',
      'checkbox: Yes',
      'select: One',
    ]);
  });
});
