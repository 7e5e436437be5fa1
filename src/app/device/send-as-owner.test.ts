import type { Outcome } from '#contract/outcome.ts';
import { describe, expect, it, vi } from 'vitest';
import { type Sender, sendAsOwner } from './send-as-owner.ts';

const row = { userId: 'u1' };
const done: Outcome<null> = { kind: 'answered', data: null, pagination: null, etag: null };
const refused: Outcome<null> = {
  kind: 'refused',
  status: 401,
  code: 'unauthenticated',
  message: '',
  fields: {},
  retryAfterMs: null,
  requestId: null,
};

describe('a row is sent', () => {
  it('by nobody but its user', async () => {
    const request = vi.fn(async () => done);
    expect(await sendAsOwner(() => ({ userId: 'u2', token: 'a' }), row, request)).toEqual({ kind: 'notStarted' });
    expect(await sendAsOwner(() => null, row, request)).toEqual({ kind: 'notStarted' });
    expect(request).not.toHaveBeenCalled();
  });

  it('again when its token was renewed on the way, and not when it was not', async () => {
    let sender: Sender = { userId: 'u1', token: 'old' };
    const request = vi.fn(async () => {
      const answer = sender.token === 'old' ? refused : done;
      sender = { ...sender, token: 'new' };
      return answer;
    });
    expect(await sendAsOwner(() => sender, row, request)).toEqual(done);
    expect(request).toHaveBeenCalledTimes(2);
    expect(
      await sendAsOwner(
        () => ({ userId: 'u1', token: 'same' }),
        row,
        async () => refused,
      ),
    ).toEqual(refused);
  });

  it('never again under the token of somebody who signed in meanwhile', async () => {
    let sender: Sender = { userId: 'u1', token: 'old' };
    const request = vi.fn(async () => {
      sender = { userId: 'u2', token: 'new' };
      return refused;
    });
    expect(await sendAsOwner(() => sender, row, request)).toEqual(refused);
    expect(request).toHaveBeenCalledTimes(1);
  });
});
