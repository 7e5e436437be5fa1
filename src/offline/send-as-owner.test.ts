import type { ApiResult, Refused } from '#contract/api-result.ts';
import type { Credentials } from '#src/io/call-options.ts';
import { describe, expect, it, vi } from 'vitest';
import { type SignedInUser, sendAsOwner } from './wire-sync.ts';

const row = { userId: 'u1', accountId: 'a1' };
const going = new AbortController().signal;
const done: ApiResult<null> = { kind: 'answered', data: null, pagination: null, etag: null };
const refused: Refused = {
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
    expect(await sendAsOwner(() => ({ userId: 'u2', token: 'a' }), row, going, request)).toEqual({ kind: 'notStarted' });
    expect(await sendAsOwner(() => null, row, going, request)).toEqual({ kind: 'notStarted' });
    expect(request).not.toHaveBeenCalled();
  });

  it('for its own account, under the token of the moment in which it began', async () => {
    const request = vi.fn(async (_: Credentials) => done);
    await sendAsOwner(() => ({ userId: 'u1', token: 't' }), row, going, request);
    expect(request).toHaveBeenCalledWith({ token: 't', accountId: 'a1' });
  });

  it('no more once it was given up', async () => {
    const request = vi.fn(async () => done);
    expect(await sendAsOwner(() => ({ userId: 'u1', token: 't' }), row, AbortSignal.abort(), request)).toEqual({ kind: 'notStarted' });
    expect(request).not.toHaveBeenCalled();
  });

  it('again when its token was renewed on the way, and not when it was not', async () => {
    let signedIn: SignedInUser = { userId: 'u1', token: 'old' };
    const request = vi.fn(async ({ token }: Credentials) => {
      signedIn = { ...signedIn, token: 'new' };
      return token === 'old' ? refused : done;
    });
    expect(await sendAsOwner(() => signedIn, row, going, request)).toEqual(done);
    expect(request).toHaveBeenCalledTimes(2);
    expect(
      await sendAsOwner(
        () => ({ userId: 'u1', token: 'same' }),
        row,
        going,
        async () => refused,
      ),
    ).toEqual(refused);
  });

  it('again behind a part that was done: what comes of that may have been applied too', async () => {
    let signedIn: SignedInUser = { userId: 'u1', token: 'old' };
    const request = vi.fn(async ({ token }: Credentials) => {
      signedIn = { ...signedIn, token: 'new' };
      return token === 'old' ? { ...refused, isPartial: true as const } : { ...refused, status: 429 };
    });
    expect(await sendAsOwner(() => signedIn, row, going, request)).toMatchObject({ status: 429, isPartial: true });
  });

  it('not again where another tab has taken over meanwhile', async () => {
    let signedIn: SignedInUser = { userId: 'u1', token: 'old' };
    const request = vi.fn(async () => {
      signedIn = { ...signedIn, token: 'new' };
      return refused;
    });
    expect(
      await sendAsOwner(
        () => signedIn,
        row,
        going,
        request,
        async () => false,
      ),
    ).toEqual(refused);
    expect(request).toHaveBeenCalledTimes(1);
  });

  it('never again under the token of somebody who signed in meanwhile', async () => {
    let signedIn: SignedInUser = { userId: 'u1', token: 'old' };
    const request = vi.fn(async () => {
      signedIn = { userId: 'u2', token: 'new' };
      return refused;
    });
    expect(await sendAsOwner(() => signedIn, row, going, request)).toEqual(refused);
    expect(request).toHaveBeenCalledTimes(1);
  });
});
