import { describe, expect, it } from 'vitest';
import { type ErrorCode, errorCodes, errorStatus } from '#contract/errors.ts';
import type { Outcome, Refused } from '#contract/outcome.ts';
import { classify, classifyRead, type Verdict } from './classify.ts';

function refused(status: number, code: ErrorCode, retryAfterMs: number | null = null): Refused {
  return { kind: 'refused', status, code, message: 'no', fields: { fb_link: 'bad' }, retryAfterMs, requestId: null };
}

const answered: Outcome<null> = { kind: 'answered', data: null, pagination: null, etag: null };

const table: readonly (readonly [string, Outcome<unknown>, Verdict['kind'], string | null, number | null])[] = [
  ['2xx', answered, 'done', null, null],
  ['not started', { kind: 'notStarted' }, 'retry', 'offline', null],
  ['408', refused(408, 'internal_error'), 'retry', 'internal_error', null],
  ['425', refused(425, 'internal_error'), 'retry', 'internal_error', null],
  ['500 of ours', refused(500, 'internal_error'), 'retry', 'internal_error', null],
  ['502 of ours', refused(502, 'internal_error'), 'retry', 'internal_error', null],
  ['503 without Retry-After', refused(503, 'unavailable'), 'retry', 'unavailable', null],
  ['503 with Retry-After', refused(503, 'unavailable', 7_000), 'retry', 'told_to_wait', 7_000],
  ['429 with Retry-After', refused(429, 'too_many_requests', 30_000), 'retry', 'told_to_wait', 30_000],
  ['429 without', refused(429, 'too_many_requests'), 'retry', 'too_many_requests', null],
  ['a 2xx that is not ours', { kind: 'foreign', status: 200, retryAfterMs: null }, 'retry', 'foreign', null],
  ["a stranger's 401", { kind: 'foreign', status: 401, retryAfterMs: null }, 'retry', 'foreign', null],
  ["a proxy's 503", { kind: 'foreign', status: 503, retryAfterMs: 2_000 }, 'retry', 'foreign', 2_000],
  ['lost on the network', { kind: 'noAnswer', reason: 'network' }, 'unknown', 'no_answer', null],
  ['timed out', { kind: 'noAnswer', reason: 'timeout' }, 'unknown', 'no_answer', null],
  ['given up', { kind: 'aborted' }, 'unknown', 'no_answer', null],
  ['401 of ours', refused(401, 'unauthenticated'), 'expired', 'unauthenticated', null],
  ['403', refused(403, 'forbidden'), 'parked', 'forbidden', null],
  ['400', refused(400, 'bad_request'), 'parked', 'bad_request', null],
  ['413', refused(413, 'payload_too_large'), 'parked', 'payload_too_large', null],
  ['422', refused(422, 'validation_failed'), 'parked', 'validation_failed', null],
  ['422, key with another body', refused(422, 'idempotency_key_reused'), 'parked', 'idempotency_key_reused', null],
  ['405', refused(405, 'method_not_allowed'), 'parked', 'method_not_allowed', null],
  ['501', refused(501, 'not_implemented'), 'parked', 'not_implemented', null],
  ['404 on update', refused(404, 'not_found'), 'conflict', 'gone', null],
  ['409', refused(409, 'conflict'), 'reread', null, null],
  ['412', refused(412, 'precondition_failed'), 'reread', null, null],
];

describe('the table of answers', () => {
  it.each(table)('%s', (_, outcome, kind, code, waitMs) => {
    const verdict = classify(outcome, 'settings.save');
    expect(verdict.kind).toBe(kind);
    expect('error' in verdict ? verdict.error.code : null).toBe(code);
    expect('waitMs' in verdict ? verdict.waitMs : null).toBe(waitMs);
  });

  it('knows every code of the contract', () => {
    for (const code of errorCodes) {
      const { kind } = classify(refused(errorStatus[code], code), 'settings.save');
      expect(['retry', 'expired', 'parked', 'conflict', 'reread']).toContain(kind);
    }
  });

  it('keeps the message of each field for the form', () => {
    const verdict = classify(refused(422, 'validation_failed'), 'settings.save');
    expect(verdict).toMatchObject({ kind: 'parked', error: { message: 'no', fields: { fb_link: 'bad' } } });
  });
});

describe('a read before sending', () => {
  it('that got no answer leaves a row as it stood', () => {
    expect(classifyRead({ kind: 'noAnswer', reason: 'network' }, 'settings.save', 'queued').kind).toBe('retry');
    expect(classifyRead({ kind: 'noAnswer', reason: 'network' }, 'settings.save', 'unknown').kind).toBe('unknown');
    expect(classifyRead({ kind: 'foreign', status: 200, retryAfterMs: null }, 'settings.save', 'unknown').kind).toBe('unknown');
  });

  it('pauses on 401 and asks on 404, as a send does', () => {
    expect(classifyRead(refused(401, 'unauthenticated'), 'settings.save', 'unknown').kind).toBe('expired');
    expect(classifyRead(refused(404, 'not_found'), 'settings.save', 'queued').kind).toBe('conflict');
  });
});

describe('an answer to an upload', () => {
  it.each([404, 412])('of %i is for a person: there is nothing to compare it with', (status) => {
    expect(classify(refused(status, 'not_found'), 'files.upload').kind).toBe('parked');
  });

  it('of 409 is looked up: an earlier send of the same key may be on its way there', () => {
    expect(classify(refused(409, 'conflict'), 'files.upload')).toMatchObject({ kind: 'unknown', error: { code: 'conflict' } });
  });

  it('that never came is looked up; where that is refused, a person is asked', () => {
    expect(classify({ kind: 'noAnswer', reason: 'network' }, 'files.upload').kind).toBe('unknown');
    expect(classifyRead(refused(405, 'method_not_allowed'), 'files.upload', 'unknown').kind).toBe('parked');
    expect(classifyRead({ kind: 'noAnswer', reason: 'network' }, 'files.upload', 'unknown').kind).toBe('unknown');
  });
});
