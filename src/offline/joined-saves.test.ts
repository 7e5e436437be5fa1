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

/** A form's saves, each answered by hand, and the signals that they were given. */
function start() {
  const calls: { readonly answer: PromiseWithResolvers<SettingsSaveResult>; readonly signal: AbortSignal }[] = [];
  const { submit: save, alongside } = joinedSaves((_, signal) => {
    const answer = Promise.withResolvers<SettingsSaveResult>();
    calls.push({ answer, signal });
    return answer.promise;
  });
  return { alongside, calls, save };
}

it('hands a second save on at once, and answers it for both', async () => {
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

it('waits for the earlier save where the later one has nothing of its own to send', async () => {
  const { calls, save } = start();
  void save(submission('phone'), new AbortController().signal);
  const rest = save(submission(), new AbortController().signal);
  expect(calls).toHaveLength(1);
  calls[0]?.answer.resolve(refused);
  expect(await rest).toMatchObject({ kind: 'refused' });
});

it('gives all of them up when the form closes', async () => {
  const { calls, save } = start();
  const [first, second] = [new AbortController(), new AbortController()];
  void save(submission('phone'), first.signal);
  first.abort();
  void save(submission('email'), second.signal);
  second.abort();
  await Promise.resolve();
  expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, true]);
});

it('tells of a save that broke as of one that failed', async () => {
  const { calls, save } = start();
  const told = save(submission('phone'), new AbortController().signal);
  calls[0]?.answer.reject(new Error('broken'));
  expect(await told).toMatchObject({ kind: 'failed', accepted: { saved: [], pending: [] } });
});

it('does not give a save up for the secrets that are sent while it has no answer', async () => {
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
  const told = save(submission(), new AbortController().signal);
  calls[0]?.answer.resolve(refused);
  expect(await told).toMatchObject({ kind: 'refused' });
});

it('tells of a save that was answered while the secrets were sent', async () => {
  const { alongside, calls, save } = start();
  const first = new AbortController();
  void save(submission('phone'), first.signal);
  first.abort();
  await alongside(async () => calls[0]?.answer.resolve(refused), new AbortController().signal);
  expect(await save(submission(), new AbortController().signal)).toMatchObject({ kind: 'refused' });
});

it('gives a save up when the form closes while the secrets are sent', async () => {
  const { alongside, calls, save } = start();
  const [first, second] = [new AbortController(), new AbortController()];
  void save(submission('phone'), first.signal);
  first.abort();
  void alongside(() => new Promise(() => undefined), second.signal);
  second.abort();
  await Promise.resolve();
  expect(calls[0]?.signal.aborted).toBe(true);
});

it('never calls saved what it knows nothing of', async () => {
  const { save } = start();
  expect(await save(submission(), new AbortController().signal)).toMatchObject({ kind: 'failed' });
});
