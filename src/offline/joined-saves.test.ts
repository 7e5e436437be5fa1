import type { SettingsSubmission, SettingsSaveResult } from '#machines/ports.ts';
import { expect, it } from 'vitest';
import { joinedSaves } from './joined-saves.ts';

const submission = (...keys: readonly string[]): SettingsSubmission => ({
  websiteId: '5',
  screenId: 'contact',
  writes: keys.map((key) => ({ key, value: ['1'], category: 'site_info', type: null })),
  base: {},
});
const refused: SettingsSaveResult = { kind: 'refused', message: 'No.', fields: {} };

/** The saves of a form, which the test answers, and their signals. */
function start() {
  const calls: { readonly answer: PromiseWithResolvers<SettingsSaveResult>; readonly signal: AbortSignal }[] = [];
  const { submit: save, alongside } = joinedSaves((_, signal) => {
    const answer = Promise.withResolvers<SettingsSaveResult>();
    calls.push({ answer, signal });
    return answer.promise;
  });
  return { alongside, calls, save };
}

it('submits a second save at once, and resolves it with the combined result', async () => {
  const { calls, save } = start();
  const [first, second] = [new AbortController(), new AbortController()];
  void save(submission('phone'), first.signal);
  first.abort();
  const both = save(submission('email'), second.signal);
  expect(calls).toHaveLength(2);
  await Promise.resolve();
  expect(calls.map(({ signal }) => signal.aborted)).toEqual([false, false]);
  calls[1]?.answer.resolve({ kind: 'saved' });
  calls[0]?.answer.resolve(refused);
  expect(await both).toEqual({ ...refused, accepted: { saved: ['email'], pending: [] } });
  const third = save(submission('phone'), new AbortController().signal);
  calls[2]?.answer.resolve({ kind: 'saved' });
  expect(await third).toEqual({ kind: 'saved' });
});

it('waits for the earlier save where the later one has nothing to send', async () => {
  const { calls, save } = start();
  void save(submission('phone'), new AbortController().signal);
  const rest = save(submission(), new AbortController().signal);
  expect(calls).toHaveLength(1);
  calls[0]?.answer.resolve(refused);
  expect(await rest).toMatchObject({ kind: 'refused' });
});

it('aborts all of them when the form closes', async () => {
  const { calls, save } = start();
  const [first, second] = [new AbortController(), new AbortController()];
  void save(submission('phone'), first.signal);
  first.abort();
  void save(submission('email'), second.signal);
  second.abort();
  await Promise.resolve();
  expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, true]);
});

it('reports a save that threw as failed', async () => {
  const { calls, save } = start();
  const result = save(submission('phone'), new AbortController().signal);
  calls[0]?.answer.reject(new Error('broken'));
  expect(await result).toMatchObject({ kind: 'failed', accepted: { saved: [], pending: [] } });
});

it('does not abort a save when secrets are sent while it has no answer', async () => {
  const { alongside, calls, save } = start();
  const [first, second] = [new AbortController(), new AbortController()];
  const secrets = Promise.withResolvers<string>();
  void save(submission('phone'), first.signal);
  first.abort();
  const sent = alongside(() => secrets.promise, second.signal);
  await Promise.resolve();
  expect(calls[0]?.signal.aborted).toBe(false);
  secrets.resolve('taken');
  expect(await sent).toBe('taken');
  const result = save(submission(), new AbortController().signal);
  calls[0]?.answer.resolve(refused);
  expect(await result).toMatchObject({ kind: 'refused' });
});

it('reports a save that was answered while the secrets were sent', async () => {
  const { alongside, calls, save } = start();
  const first = new AbortController();
  void save(submission('phone'), first.signal);
  first.abort();
  await alongside(async () => calls[0]?.answer.resolve(refused), new AbortController().signal);
  expect(await save(submission(), new AbortController().signal)).toMatchObject({ kind: 'refused' });
});

it('aborts a save when the form closes while the secrets are sent', async () => {
  const { alongside, calls, save } = start();
  const [first, second] = [new AbortController(), new AbortController()];
  void save(submission('phone'), first.signal);
  first.abort();
  void alongside(() => new Promise(() => undefined), second.signal);
  second.abort();
  await Promise.resolve();
  expect(calls[0]?.signal.aborted).toBe(true);
});

it('reports a save without any answer as failed', async () => {
  const { save } = start();
  expect(await save(submission(), new AbortController().signal)).toMatchObject({ kind: 'failed' });
});

it('answers with a save that began before the last one and is answered after it', async () => {
  const { calls, save } = start();
  const first = save(submission('phone'), new AbortController().signal);
  void save(submission('email'), new AbortController().signal);
  calls[0]?.answer.resolve({ kind: 'saved' });
  expect(await first).toEqual({ kind: 'saved' });
  const last = new AbortController();
  const third = save(submission('fax'), last.signal);
  calls[2]?.answer.resolve({ kind: 'saved' });
  calls[1]?.answer.resolve(refused);
  expect(await third).toMatchObject({ ...refused, accepted: { saved: ['phone', 'fax'] } });
});

it('aborts a save that began before the last one, though an earlier one was answered', async () => {
  const { calls, save } = start();
  const first = save(submission('phone'), new AbortController().signal);
  const second = new AbortController();
  void save(submission('email'), second.signal);
  calls[0]?.answer.resolve({ kind: 'saved' });
  await first;
  second.abort();
  await Promise.resolve();
  expect(calls[1]?.signal.aborted).toBe(true);
});

it('does not answer a later save with an earlier refusal of another field', async () => {
  const { calls, save } = start();
  const first = save(submission('phone'), new AbortController().signal);
  calls[0]?.answer.resolve(refused);
  await first;
  const second = save(submission('email'), new AbortController().signal);
  calls[1]?.answer.resolve({ kind: 'saved' });
  expect(await second).toEqual({ kind: 'saved' });
});
