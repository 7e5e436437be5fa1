import type { SettingWrite } from '#contract/entities/setting.ts';
import type { PendingReason } from '#contract/pending-reason.ts';
import type { SettingsSubmission } from '#machines/ports.ts';
import type { DeliveryResult } from '#contract/delivery-result.ts';
import { type ClientStore, openClientStore } from '#db/open-client-store.ts';
import { newId } from '#db/new-id.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSubmitSettings } from './submit-settings.ts';

let store: ClientStore;
let kept: number;

beforeEach(async () => {
  kept = 0;
  store = await openClientStore({ name: `submit-${newId()}`, appVersion: 'test' });
});
afterEach(() => store.close());

const facebook = { key: 'fb_link', value: ['https://fb.test/1'], category: 'social' as const, type: null };
const title = { key: 'site_title', value: ['North Shore'], category: 'site_info' as const, type: null };
const offline: PendingReason = { kind: 'offline' };

function submit(hold: PendingReason | null, writes: readonly SettingWrite[] = [facebook], listeners: Partial<SettingsSubmission> = {}) {
  const user = () => ({ userId: 'u1', accountId: null });
  const onKept = () => {
    kept += 1;
  };
  const submission = { websiteId: 'w1', screenId: 'social-links', writes, base: {}, ...listeners };
  return createSubmitSettings({ store, user, hold: () => hold, onKept })(submission, new AbortController().signal);
}

const queued = async () => (await store.outbox.list('u1')).flatMap((entry) => (entry.kind === 'readable' ? [entry.entry] : []));

/** Delivers each entry that is due, as the drainer does with the server's answer. */
async function deliver(resultOf: (category: string) => DeliveryResult, count = 1): Promise<void> {
  await expect.poll(queued).toHaveLength(count);
  const epoch = await store.fence.take('u1', 'test');
  for (const row of (await store.drain.pick('u1', 4)).entries) {
    await store.drain.claim(row.opId, epoch);
    await store.drain.applyResult(row.opId, epoch, resultOf(row.target.id));
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

it('says kept for a save that waits on the device, and why', async () => {
  expect(await submit(offline)).toEqual({ kind: 'pending', reason: offline });
  expect(kept).toBe(1);
});

it('says what the server said where it has trouble', async () => {
  const told = submit(null);
  const error = { code: 'internal_error', status: 500, message: 'The database is resting.', fields: {} };
  await deliver(() => ({ kind: 'indeterminate', at: inAnHour(), error }));
  expect(await told).toEqual({ kind: 'pending', reason: { kind: 'serverTrouble', status: 500, message: 'The database is resting.' } });
  // The next one waits for it, and says the same, at once.
  expect(await submit(null)).toMatchObject({ kind: 'pending', reason: { kind: 'serverTrouble', status: 500 } });
});

it('says that a sign-in is needed', async () => {
  const told = submit(null);
  await deliver(() => ({ kind: 'authRequired', error: { code: 'unauthenticated', status: 401, message: '', fields: {} } }));
  expect(await told).toEqual({ kind: 'pending', reason: { kind: 'signInNeeded' } });
});

it.each([null, offline])(
  'says of a newer value of a field in conflict that it waits for the choice, whatever the connection',
  async (hold) => {
    const first = submit(null);
    const error = { code: 'conflict', message: '', fields: {}, theirs: { fb_link: ['https://fb.test/2'] } };
    await deliver(() => ({ kind: 'conflict', error, read: null }));
    expect(await first).toMatchObject({ kind: 'conflict' });
    const told = await submit(hold, [{ ...facebook, value: ['https://fb.test/3'] }]);
    expect(told).toEqual({ kind: 'pending', reason: { kind: 'behindConflict', fields: ['Facebook URL'] } });
  },
);

it('tells which fields are saved where one of two calls is refused, and logs that as refused', async () => {
  const told = submit(null, [facebook, title]);
  await deliver((target) => (target.includes('social') ? rejected : applied), 2);
  expect(await told).toEqual({
    kind: 'refused',
    message: 'Please check.',
    fields: { fb_link: 'Not an address.' },
    accepted: { saved: ['site_title'], pending: [] },
  });
  expect(await queued()).toEqual([]);
  const { promise: log, resolve } = Promise.withResolvers<readonly string[]>();
  const stop = store.watch.log('u1', (rows) => resolve(rows.map(({ outcome }) => outcome)));
  expect((await log).toSorted()).toEqual(['done', 'rejected']);
  stop();
});

it('names the fields that a refusal finds on other screens as these do, each of them', async () => {
  const told = submit(null);
  const covers = ['openhomes_landing_page_cover_image', 'staff_landing_page_cover_image', 'unheard_of'];
  const fields = Object.fromEntries(['fb_link', 'logo_alt_text', ...covers].map((key) => [key, `${key} is wrong.`]));
  await deliver(() => ({ kind: 'rejected', error: { code: 'validation_failed', status: 422, message: 'Please check.', fields } }));
  const submitted = await told;
  expect(Object.keys(submitted.kind === 'refused' ? submitted.fields : {})).toEqual([
    'fb_link',
    'Logo alt text',
    'Cover image',
    'staff_landing_page_cover_image',
    'unheard_of',
  ]);
});

it('tells when the outbox has a save, and what of it is refused while the outbox still has that', async () => {
  const told: string[] = [];
  const look = (what: string) => told.push(what);
  const waiting: Promise<unknown>[] = [];
  const note = (what: string) => waiting.push(queued().then((rows) => look(`${what}, ${rows.length} in the outbox`)));
  const submitted = submit(null, [facebook, title], {
    onEnqueued: () => note('stored'),
    onGivenBack: (keys) => note(`${keys.join()} refused`),
  });
  await deliver((target) => (target.includes('social') ? rejected : applied), 2);
  await submitted;
  await Promise.all(waiting);
  expect(told).toEqual(['stored, 2 in the outbox', 'fb_link refused, 1 in the outbox']);
});

it('leaves what was refused and may have been applied before to the next save, which knows its value for our own', async () => {
  const told = submit(null);
  await expect.poll(queued).toHaveLength(1);
  const [row] = await queued();
  if (!row) throw new Error('Nothing waits.');
  await store.drain.claim(row.opId, await store.fence.take('u1', 'a tab that dies'));
  const epoch = await store.fence.take('u1', 'test');
  await store.drain.recover('u1', epoch, true);
  await deliver(() => rejected);
  expect(await told).toMatchObject({ kind: 'refused' });
  await submit(offline, [{ ...facebook, value: ['https://fb.test/2'] }]);
  expect(await queued()).toMatchObject([
    { body: { settings: [{ value: ['https://fb.test/2'] }] }, maybeOurs: { fb_link: [['https://fb.test/1']] } },
  ]);
});

it('knows a value that may be on the server through any number of refusals', async () => {
  const value = (text: string) => [{ ...facebook, value: [text] }];
  void submit(null, value('1'));
  await expect.poll(queued).toHaveLength(1);
  const [row] = await queued();
  await store.drain.claim(row?.opId ?? '', await store.fence.take('u1', 'a tab that dies'));
  await store.drain.recover('u1', await store.fence.take('u1', 'test'), true);
  await deliver(() => rejected);
  const second = submit(null, value('2'));
  await expect.poll(async () => (await queued()).map(({ status }) => status)).toEqual(['pending']);
  await deliver(() => rejected);
  expect(await second).toMatchObject({ kind: 'refused' });
  await submit(offline, value('3'));
  expect(await queued()).toMatchObject([{ body: { settings: [{ value: ['3'] }] }, maybeOurs: { fb_link: [['1']] } }]);
});

it('leaves what is refused to the sync centre where the form is gone', async () => {
  const left = new AbortController();
  const user = () => ({ userId: 'u1', accountId: null });
  const submission = { websiteId: 'w1', screenId: 'social-links', writes: [facebook], base: {} };
  const submitted = createSubmitSettings({ store, user, hold: () => null, onKept: () => undefined })(submission, left.signal);
  await expect.poll(queued).toHaveLength(1);
  left.abort();
  await deliver(() => rejected);
  await submitted;
  expect(await queued()).toMatchObject([{ status: 'rejected' }]);
});

it('never says kept for a save that was discarded while the screen waited', async () => {
  const told = submit(null);
  await expect.poll(queued).toHaveLength(1);
  for (const { opId } of await queued()) await store.outbox.discard(opId);
  expect(await told).toMatchObject({ kind: 'failed', code: 'unknown' });
  expect(kept).toBe(0);
});
