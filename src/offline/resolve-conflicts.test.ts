import type { DequeueResult, OutboxResult } from '#db/outbox-writes.ts';
import { outboxRefused } from '#db/outbox-writes.ts';
import { expect, it } from 'vitest';
import { resolveConflicts } from './resolve-conflicts.ts';

const decided = ['op-1', 'op-2', 'op-3'].map((opId) => ({ opId, choices: { fb_link: 'mine' as const } }));

/** Makes the choices against a store that answers in this way, and returns the ids of those that reached it. */
async function choosing(answers: Readonly<Record<string, OutboxResult | DequeueResult>>) {
  const asked: string[] = [];
  const resolve = (opId: string) => {
    asked.push(opId);
    return Promise.resolve(answers[opId] ?? ({ kind: 'enqueued', opId } as const));
  };
  const failure = await resolveConflicts({ outbox: { resolve } }, decided).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : error),
  );
  return { asked, failure };
}

it('writes each choice', async () => {
  expect(await choosing({ 'op-2': { kind: 'dequeued', opIds: ['op-2'] } })).toEqual({ asked: ['op-1', 'op-2', 'op-3'], failure: null });
});

it.each(['quota', 'storage', 'busy', 'invalid'] as const)('stops at a choice that the store refuses (%s), and says so', async (code) => {
  expect(await choosing({ 'op-2': outboxRefused(code) })).toEqual({ asked: ['op-1', 'op-2'], failure: code });
});

it('takes a choice that another tab has made already', async () => {
  expect(await choosing({ 'op-2': outboxRefused('gone') })).toEqual({ asked: ['op-1', 'op-2', 'op-3'], failure: null });
});
