import { describe, expect, it } from 'vitest';
import { type ErrorCode, errorCodes, errorStatus } from '#contract/errors.ts';
import type { Problem, Refused } from '#contract/api-result.ts';
import { type AnswerMeaning, classify, classifyRead } from './classify.ts';

function refused(status: number, code: ErrorCode, retryAfterMs: number | null = null): Refused {
  return { kind: 'refused', status, code, message: 'no', fields: { fb_link: 'bad' }, retryAfterMs, requestId: null };
}

const table: readonly (readonly [string, Problem, AnswerMeaning['kind'], string | null, number | null])[] = [
  ['not started', { kind: 'notStarted' }, 'notApplied', 'offline', null],
  ['not started for lack of its code', { kind: 'notStarted', reason: 'code' }, 'notApplied', 'no_code', null],
  ['408', refused(408, 'internal_error'), 'indeterminate', 'internal_error', null],
  ['425', refused(425, 'internal_error'), 'indeterminate', 'internal_error', null],
  ['500 of ours', refused(500, 'internal_error'), 'indeterminate', 'internal_error', null],
  ['502 of ours', refused(502, 'internal_error'), 'indeterminate', 'internal_error', null],
  ['503 without Retry-After', refused(503, 'unavailable'), 'indeterminate', 'unavailable', null],
  ['503 with Retry-After', refused(503, 'unavailable', 7_000), 'notApplied', 'unavailable', 7_000],
  ['429 with Retry-After', refused(429, 'too_many_requests', 30_000), 'notApplied', 'too_many_requests', 30_000],
  ['429 without', refused(429, 'too_many_requests'), 'notApplied', 'too_many_requests', null],
  ['a 2xx that is not ours', { kind: 'foreign', status: 200, retryAfterMs: null }, 'indeterminate', 'foreign', null],
  ["a stranger's 401", { kind: 'foreign', status: 401, retryAfterMs: null }, 'indeterminate', 'foreign', null],
  ["a proxy's 503", { kind: 'foreign', status: 503, retryAfterMs: 2_000 }, 'indeterminate', 'foreign', null],
  ['lost on the network', { kind: 'noAnswer', reason: 'network' }, 'indeterminate', 'no_answer', null],
  ['timed out', { kind: 'noAnswer', reason: 'timeout' }, 'indeterminate', 'no_answer', null],
  ['given up', { kind: 'aborted' }, 'indeterminate', 'no_answer', null],
  ['401 of ours', refused(401, 'unauthenticated'), 'authRequired', 'unauthenticated', null],
  ['403', refused(403, 'forbidden'), 'rejected', 'forbidden', null],
  ['400', refused(400, 'bad_request'), 'rejected', 'bad_request', null],
  ['413', refused(413, 'payload_too_large'), 'rejected', 'payload_too_large', null],
  ['422', refused(422, 'validation_failed'), 'rejected', 'validation_failed', null],
  ['422, key with another body', refused(422, 'idempotency_key_reused'), 'rejected', 'idempotency_key_reused', null],
  ['405', refused(405, 'method_not_allowed'), 'rejected', 'method_not_allowed', null],
  ['501', refused(501, 'not_implemented'), 'rejected', 'not_implemented', null],
  ['404 on update', refused(404, 'not_found'), 'conflict', 'gone', null],
  ['409', refused(409, 'conflict'), 'reread', 'conflict', null],
  ['412', refused(412, 'precondition_failed'), 'reread', 'precondition_failed', null],
];

describe('the table of answers', () => {
  it.each(table)('%s', (_, problem, kind, code, waitMs) => {
    const meaning = classify(problem, 'update');
    expect(meaning.kind).toBe(kind);
    expect('error' in meaning ? meaning.error.code : null).toBe(code);
    expect('waitMs' in meaning ? meaning.waitMs : null).toBe(waitMs);
  });

  it('knows every code of the contract', () => {
    for (const code of errorCodes) {
      const { kind } = classify(refused(errorStatus[code], code), 'update');
      expect(['notApplied', 'indeterminate', 'authRequired', 'rejected', 'conflict', 'reread']).toContain(kind);
    }
  });

  it('keeps the message of each field for the form', () => {
    const meaning = classify(refused(422, 'validation_failed'), 'update');
    expect(meaning).toMatchObject({ kind: 'rejected', error: { message: 'no', fields: { fb_link: 'bad' } } });
  });
});

it('keeps no more of a message than a person would read', () => {
  const long = 'x'.repeat(5_000);
  const fields = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`f${at}`, long]));
  const meaning = classify({ ...refused(422, 'validation_failed'), message: long, fields }, 'update');
  const error = 'error' in meaning ? meaning.error : null;
  expect(error?.message).toHaveLength(1_000);
  expect(Object.values(error?.fields ?? {}).map(({ length }) => length)).toEqual(Array.from({ length: 100 }, () => 1_000));
});

describe('a read before sending', () => {
  it('that got no answer leaves an entry as it stood', () => {
    expect(classifyRead({ kind: 'noAnswer', reason: 'network' }, 'update', false).kind).toBe('notApplied');
    expect(classifyRead({ kind: 'foreign', status: 200, retryAfterMs: null }, 'update', false).kind).toBe('notApplied');
    expect(classifyRead(refused(500, 'internal_error'), 'update', false).kind).toBe('notApplied');
  });

  it('pauses on 401 and asks on 404, as a send does', () => {
    expect(classifyRead(refused(401, 'unauthenticated'), 'update', false).kind).toBe('authRequired');
    expect(classifyRead(refused(404, 'not_found'), 'update', false).kind).toBe('conflict');
  });
});

describe('a delete', () => {
  it('is done where the server does not have it any more', () => {
    expect(classify(refused(404, 'not_found'), 'delete').kind).toBe('applied');
  });

  it('is never done because the read before it found nothing', () => {
    expect(classifyRead(refused(404, 'not_found'), 'delete', false)).toMatchObject({ kind: 'notApplied', holdsOutbox: false });
  });
});

describe('too many calls', () => {
  it.each([30_000, null])('hold back every change, with the wait that the server names or our own: %s', (waitMs) => {
    const meaning = classify(refused(429, 'too_many_requests', waitMs), 'update');
    expect(meaning).toMatchObject({ kind: 'notApplied', waitMs, holdsOutbox: true });
  });
});

describe('a refusal in the middle of a change that takes several calls', () => {
  const partial = (status: number, code: ErrorCode, retryAfterMs: number | null = null) =>
    classify({ ...refused(status, code, retryAfterMs), isPartial: true }, 'reorder');

  it.each([
    [422, 'validation_failed'],
    [404, 'not_found'],
    [409, 'conflict'],
    [501, 'not_implemented'],
  ] as const)('of %i leaves open what came of it', (status, code) => {
    expect(partial(status, code)).toMatchObject({ kind: 'indeterminate', error: { code } });
  });

  it('of 401 pauses the outbox, of 429 and 503 holds it, and each says that a part is done', () => {
    expect(partial(401, 'unauthenticated')).toMatchObject({ kind: 'authRequired', isPartial: true });
    expect(partial(429, 'too_many_requests')).toMatchObject({ kind: 'notApplied', holdsOutbox: true, isPartial: true });
    expect(partial(503, 'unavailable', 7_000)).toMatchObject({ kind: 'notApplied', waitMs: 7_000, holdsOutbox: true, isPartial: true });
  });
});

describe('an answer to an upload', () => {
  it.each([404, 412])('of %i is for a person: there is nothing to compare it with', (status) => {
    expect(classify(refused(status, 'not_found'), 'upload').kind).toBe('rejected');
  });

  it('of 409 is looked up: an earlier send of the same key may be on its way there', () => {
    expect(classify(refused(409, 'conflict'), 'upload')).toMatchObject({ kind: 'indeterminate', error: { code: 'conflict' } });
  });

  it('without an answer causes a read; where that is refused, a person decides', () => {
    expect(classify({ kind: 'noAnswer', reason: 'network' }, 'upload').kind).toBe('indeterminate');
    expect(classifyRead(refused(405, 'method_not_allowed'), 'upload', false).kind).toBe('rejected');
    expect(classifyRead({ kind: 'noAnswer', reason: 'network' }, 'upload', false).kind).toBe('notApplied');
  });
});
