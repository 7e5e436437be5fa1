import type { SettingWrite } from '#contract/entities/setting.ts';
import type { PendingReason } from '#contract/pending-reason.ts';
import type { SettingsSubmission } from '#machines/ports.ts';
import type { DeliveryResult } from '#contract/delivery-result.ts';
import { type ClientStore, openClientStore } from '#db/open-client-store.ts';
import { newId } from '#db/new-id.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { submitSettings } from './submit-settings.ts';

let store: ClientStore;
let pendingReports: number;

beforeEach(async () => {
  pendingReports = 0;
  store = await openClientStore({ name: `submit-${newId()}`, appVersion: 'test' });
});
afterEach(() => store.close());

const facebook = { key: 'fb_link', value: ['https://fb.test/1'], category: 'social' as const, type: null };
const title = { key: 'site_title', value: ['North Shore'], category: 'site_info' as const, type: null };
const offline: PendingReason = { kind: 'offline' };
const owner = { userId: 'u1', accountId: null, epoch: Promise.resolve(0) };

function submit(reason: PendingReason | null, writes: readonly SettingWrite[] = [facebook], listeners: Partial<SettingsSubmission> = {}) {
  const onPending = () => {
    pendingReports += 1;
  };
  const submission = { websiteId: 'w1', screenId: 'social-links', writes, base: {}, ...listeners };
  return submitSettings({ store, owner, pendingReasonNow: () => reason, onPending }, submission, new AbortController().signal);
}

const outboxEntries = async () => (await store.outbox.list('u1')).flatMap((entry) => (entry.kind === 'readable' ? [entry.entry] : []));

/** Delivers each entry that is due, as the drainer does. */
async function deliver(resultOf: (category: string) => DeliveryResult, count = 1): Promise<void> {
  await expect.poll(outboxEntries).toHaveLength(count);
  const epoch = await store.fence.take('u1', 'test');
  for (const entry of (await store.drain.pick('u1', 4)).entries) {
    await store.drain.claim(entry.opId, epoch);
    await store.drain.applyResult(entry.opId, epoch, resultOf(entry.target.id));
  }
}

const applied: DeliveryResult = {
  kind: 'applied',
  answer: { kind: 'answered', data: [], pagination: null, etag: null },
  ifMatch: null,
  read: null,
};
const rejected: DeliveryResult = {
  kind: 'rejected',
  error: { code: 'validation_failed', status: 422, message: 'Please check.', fields: { fb_link: 'Not an address.' } },
};
const inAnHour = () => Date.now() + 3_600_000;

it('reports a save as pending, and why', async () => {
  expect(await submit(offline)).toEqual({ kind: 'pending', reason: offline });
  expect(pendingReports).toBe(1);
});

it('reports the message of a server that has trouble', async () => {
  const submission = submit(null);
  const error = { code: 'internal_error', status: 500, message: 'The database is resting.', fields: {} };
  await deliver(() => ({ kind: 'indeterminate', at: inAnHour(), error }));
  expect(await submission).toEqual({
    kind: 'pending',
    reason: { kind: 'serverTrouble', status: 500, message: 'The database is resting.' },
  });
  // The next save is behind it, and reports the same reason at once.
  expect(await submit(null)).toMatchObject({ kind: 'pending', reason: { kind: 'serverTrouble', status: 500 } });
});

it('reports that a sign-in is needed', async () => {
  const submission = submit(null);
  await deliver(() => ({ kind: 'authRequired', error: { code: 'unauthenticated', status: 401, message: '', fields: {} } }));
  expect(await submission).toEqual({ kind: 'pending', reason: { kind: 'signInNeeded' } });
});

it.each([null, offline])(
  'reports a newer value of a field in conflict as pending behind the choice, whatever the connection',
  async (reason) => {
    const first = submit(null);
    const error = { code: 'conflict', message: '', fields: {}, theirs: { fb_link: ['https://fb.test/2'] } };
    await deliver(() => ({ kind: 'conflict', error, read: null }));
    expect(await first).toMatchObject({ kind: 'conflict' });
    const submission = await submit(reason, [{ ...facebook, value: ['https://fb.test/3'] }]);
    expect(submission).toEqual({ kind: 'pending', reason: { kind: 'behindConflict', fields: ['Facebook URL'] } });
  },
);

it('reports which fields are saved where one of two mutations is rejected, and logs both results', async () => {
  const submission = submit(null, [facebook, title]);
  await deliver((target) => (target.includes('social') ? rejected : applied), 2);
  expect(await submission).toEqual({
    kind: 'refused',
    message: 'Please check.',
    fields: { fb_link: 'Not an address.' },
    accepted: { saved: ['site_title'], pending: [] },
  });
  expect(await outboxEntries()).toEqual([]);
  const { promise: log, resolve } = Promise.withResolvers<readonly string[]>();
  const stop = store.watch.log('u1', (rows) => resolve(rows.map(({ outcome }) => outcome)));
  expect((await log).toSorted()).toEqual(['done', 'rejected']);
  stop();
});

it('names the fields of other screens in a refusal by their labels', async () => {
  const submission = submit(null);
  const covers = ['openhomes_landing_page_cover_image', 'staff_landing_page_cover_image', 'unheard_of'];
  const fields = Object.fromEntries(['fb_link', 'logo_alt_text', ...covers].map((key) => [key, `${key} is wrong.`]));
  await deliver(() => ({ kind: 'rejected', error: { code: 'validation_failed', status: 422, message: 'Please check.', fields } }));
  const submitted = await submission;
  expect(Object.keys(submitted.kind === 'refused' ? submitted.fields : {})).toEqual([
    'fb_link',
    'Logo alt text',
    'Cover image',
    'staff_landing_page_cover_image',
    'unheard_of',
  ]);
});

it('calls back when a save is in the outbox, and before a rejected part leaves it', async () => {
  const reported: string[] = [];
  const lookups: Promise<unknown>[] = [];
  const report = (what: string) =>
    lookups.push(outboxEntries().then((entries) => reported.push(`${what}, ${entries.length} in the outbox`)));
  const submitted = submit(null, [facebook, title], {
    onEnqueued: () => report('stored'),
    onGivenBack: (keys) => report(`${keys.join()} refused`),
  });
  await deliver((target) => (target.includes('social') ? rejected : applied), 2);
  await submitted;
  await Promise.all(lookups);
  expect(reported).toEqual(['stored, 2 in the outbox', 'fb_link refused, 1 in the outbox']);
});

it('keeps a rejected entry that may have been applied, and hands its value to the next save as our own', async () => {
  const submission = submit(null);
  await expect.poll(outboxEntries).toHaveLength(1);
  const [entry] = await outboxEntries();
  if (!entry) throw new Error('The outbox is empty.');
  await store.drain.claim(entry.opId, await store.fence.take('u1', 'a tab that dies'));
  const epoch = await store.fence.take('u1', 'test');
  await store.drain.recover('u1', epoch, true);
  await deliver(() => rejected);
  expect(await submission).toMatchObject({ kind: 'refused' });
  await submit(offline, [{ ...facebook, value: ['https://fb.test/2'] }]);
  expect(await outboxEntries()).toMatchObject([
    { body: { settings: [{ value: ['https://fb.test/2'] }] }, maybeOurs: { fb_link: [['https://fb.test/1']] } },
  ]);
});

it('remembers a value that may be on the server through any number of refusals', async () => {
  const value = (text: string) => [{ ...facebook, value: [text] }];
  void submit(null, value('1'));
  await expect.poll(outboxEntries).toHaveLength(1);
  const [entry] = await outboxEntries();
  await store.drain.claim(entry?.opId ?? '', await store.fence.take('u1', 'a tab that dies'));
  await store.drain.recover('u1', await store.fence.take('u1', 'test'), true);
  await deliver(() => rejected);
  const second = submit(null, value('2'));
  await expect.poll(async () => (await outboxEntries()).map(({ status }) => status)).toEqual(['pending']);
  await deliver(() => rejected);
  expect(await second).toMatchObject({ kind: 'refused' });
  await submit(offline, value('3'));
  expect(await outboxEntries()).toMatchObject([{ body: { settings: [{ value: ['3'] }] }, maybeOurs: { fb_link: [['1']] } }]);
});

it('leaves a rejected entry to the sync centre when the form is closed', async () => {
  const form = new AbortController();
  const submission = { websiteId: 'w1', screenId: 'social-links', writes: [facebook], base: {} };
  const submitted = submitSettings({ store, owner, pendingReasonNow: () => null, onPending: () => undefined }, submission, form.signal);
  await expect.poll(outboxEntries).toHaveLength(1);
  form.abort();
  await deliver(() => rejected);
  await submitted;
  expect(await outboxEntries()).toMatchObject([{ status: 'rejected' }]);
});

it('never reports a save as pending that was discarded while the screen waited', async () => {
  const submission = submit(null);
  await expect.poll(outboxEntries).toHaveLength(1);
  for (const { opId } of await outboxEntries()) await store.outbox.discard(opId);
  expect(await submission).toMatchObject({ kind: 'failed', code: 'unknown' });
  expect(pendingReports).toBe(0);
});
