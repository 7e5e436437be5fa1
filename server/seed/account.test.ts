import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../testing/harness.ts';
import { makeAccount, newAccountSchema } from './account.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ seed: 'none' });
});
afterAll(() => harness.close());

const wanted = {
  account: 'Bay Realty',
  email: 'Owner@Bay.example',
  password: 'long enough',
  website: 'Bay Realty',
  domain: 'www.bay.example',
  theme: 'byron',
};

describe('the first account of an installation without the demo', () => {
  it('can sign in and has its website', async () => {
    expect((await harness.call('POST', '/api/login', { body: { email: 'demo@frontage.test', password: 'frontage-demo' } })).status).toBe(
      401,
    );
    expect(await makeAccount(harness.deps, v.parse(newAccountSchema, wanted))).toEqual({ kind: 'made' });
    const token = await harness.signIn({ email: wanted.email, password: wanted.password });
    expect((await harness.call('GET', '/api/websites', { token })).json).toMatchObject({
      data: [{ name: 'Bay Realty', account: 'Bay Realty', theme_key: 'byron', domains: [{ domain: 'www.bay.example', is_primary: true }] }],
    });
  });

  it('takes no address and no domain twice', async () => {
    expect(await makeAccount(harness.deps, v.parse(newAccountSchema, wanted))).toEqual({ kind: 'taken', what: 'email' });
    expect(await makeAccount(harness.deps, v.parse(newAccountSchema, { ...wanted, email: 'b@bay.example' }))).toEqual({
      kind: 'taken',
      what: 'domain',
    });
  });

  it.each([{ email: 'x' }, { password: 'short' }, { domain: 'not a domain' }, { theme: 'other' }, { account: ' ' }])(
    'refuses %j',
    (change) => {
      expect(v.safeParse(newAccountSchema, { ...wanted, ...change }).success).toBe(false);
    },
  );
});
