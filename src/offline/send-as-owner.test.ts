import type { ApiResult, Refused } from '#contract/api-result.ts';
import type { Credentials } from '#src/io/call-options.ts';
import { describe, expect, it, vi } from 'vitest';
import { type SignedInUser, sendAsOwner } from './wire-sync.ts';

const entry = { userId: 'u1', accountId: 'a1' };
const notAborted = new AbortController().signal;
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

describe('an entry is sent', () => {
  it('only while its user is signed in', async () => {
    const request = vi.fn(async () => done);
    expect(await sendAsOwner(() => ({ userId: 'u2', token: 'a' }), entry, notAborted, request)).toEqual({ kind: 'notStarted' });
    expect(await sendAsOwner(() => null, entry, notAborted, request)).toEqual({ kind: 'notStarted' });
    expect(request).not.toHaveBeenCalled();
  });

  it('for its own account, with the token from when it began', async () => {
    const request = vi.fn(async (_: Credentials) => done);
    await sendAsOwner(() => ({ userId: 'u1', token: 't' }), entry, notAborted, request);
    expect(request).toHaveBeenCalledWith({ token: 't', accountId: 'a1' });
  });

  it('not once it was aborted', async () => {
    const request = vi.fn(async () => done);
    expect(await sendAsOwner(() => ({ userId: 'u1', token: 't' }), entry, AbortSignal.abort(), request)).toEqual({ kind: 'notStarted' });
    expect(request).not.toHaveBeenCalled();
  });

  it('again when its token was renewed meanwhile, and not otherwise', async () => {
    let signedIn: SignedInUser = { userId: 'u1', token: 'old' };
    const request = vi.fn(async ({ token }: Credentials) => {
      signedIn = { ...signedIn, token: 'new' };
      return token === 'old' ? refused : done;
    });
    expect(await sendAsOwner(() => signedIn, entry, notAborted, request)).toEqual(done);
    expect(request).toHaveBeenCalledTimes(2);
    expect(
      await sendAsOwner(
        () => ({ userId: 'u1', token: 'same' }),
        entry,
        notAborted,
        async () => refused,
      ),
    ).toEqual(refused);
  });

  it('again after a partial send, whose repeat also counts as partial', async () => {
    let signedIn: SignedInUser = { userId: 'u1', token: 'old' };
    const request = vi.fn(async ({ token }: Credentials) => {
      signedIn = { ...signedIn, token: 'new' };
      return token === 'old' ? { ...refused, isPartial: true as const } : { ...refused, status: 429 };
    });
    expect(await sendAsOwner(() => signedIn, entry, notAborted, request)).toMatchObject({ status: 429, isPartial: true });
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
        entry,
        notAborted,
        request,
        async () => false,
      ),
    ).toEqual(refused);
    expect(request).toHaveBeenCalledTimes(1);
  });

  it('never again with the token of a user who signed in meanwhile', async () => {
    let signedIn: SignedInUser = { userId: 'u1', token: 'old' };
    const request = vi.fn(async () => {
      signedIn = { userId: 'u2', token: 'new' };
      return refused;
    });
    expect(await sendAsOwner(() => signedIn, entry, notAborted, request)).toEqual(refused);
    expect(request).toHaveBeenCalledTimes(1);
  });
});
