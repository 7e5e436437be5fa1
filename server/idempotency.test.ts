import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { takeKey } from './idempotency.ts';
import { otherSignIn } from './seed/seed.ts';
import { idempotencyKeys } from './tables/service.ts';
import { settingCategories } from './tables/websites.ts';
import { codeOf, type Harness, startHarness } from './testing/harness.ts';

let harness: Harness;
let token: string;
let key: string;
let count = 0;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
beforeEach(() => {
  count += 1;
  key = `key-${count}`;
});
afterAll(() => harness.close());

const save = (value: string, headers: Record<string, string> = { 'idempotency-key': key }, website = 1, as = token) =>
  harness.call('POST', `/api/websites/${website}/settings/update`, {
    token: as,
    headers,
    body: { data: { settings: [{ key: 'fb_link', value: [value], category: 'social' }] } },
  });
const versions = async () => {
  const rows = await harness.deps.db.select().from(settingCategories).where(eq(settingCategories.websiteId, 1));
  return rows.find((row) => row.category === 'social')?.version;
};

describe('the same key again', () => {
  it('gets the first answer, byte for byte, and no second effect', async () => {
    const first = await save('https://a.example/1');
    await save('https://a.example/2', {});
    const version = await versions();
    const again = await save('https://a.example/1');
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([200, first.text, first.headers.get('etag')]);
    expect([first.headers.get('idempotency-replayed'), again.headers.get('idempotency-replayed')]).toEqual([null, 'true']);
    expect(again.headers.get('content-type')).toBe('application/json');
    expect(await versions()).toBe(version);
  });

  it('is answered although its If-Match no longer fits', async () => {
    const tag = (await save('https://a.example/tagged', {})).headers.get('etag') ?? '';
    const headers = { 'idempotency-key': key, 'if-match': tag };
    expect((await save('https://a.example/3', headers)).status).toBe(200);
    expect((await save('https://a.example/3', headers)).status).toBe(200);
  });

  it('is refused with another body, and with another address', async () => {
    await save('https://a.example/4');
    for (const other of [await save('https://a.example/5'), await save('https://a.example/4', undefined, 2)]) {
      expect([other.status, codeOf(other)]).toEqual([422, 'idempotency_key_reused']);
    }
  });

  it('belongs to its user', async () => {
    await save('https://a.example/6');
    const other = await harness.signIn(otherSignIn);
    expect((await save('https://a.example/7', undefined, 84, other)).status).toBe(200);
  });

  it('applies once when both come at the same time', async () => {
    const before = (await versions()) ?? 0;
    const both = await Promise.all([save('https://a.example/8'), save('https://a.example/8'), save('https://a.example/8')]);
    expect(both.map((got) => [got.status, got.text])).toEqual(both.map(() => [200, both[0]?.text]));
    expect(both.filter((got) => got.headers.has('idempotency-replayed'))).toHaveLength(2);
    expect(await versions()).toBe(before + 1);
  });

  it('starts anew after seven days', async () => {
    await save('https://a.example/9');
    harness.time.now = new Date(harness.time.now.getTime() + 7 * 86_400_000);
    const later = await save('https://a.example/10');
    expect([later.status, later.headers.get('idempotency-replayed')]).toEqual([200, null]);
  });
});

describe('what is not stored', () => {
  it('is a refusal: the same key may then succeed', async () => {
    expect((await save('not an address')).status).toBe(422);
    expect((await save('https://a.example/11', { 'idempotency-key': key, 'if-match': '"social-0"' })).status).toBe(412);
    const good = await save('https://a.example/11');
    expect([good.status, good.headers.get('idempotency-replayed')]).toEqual([200, null]);
  });

  it('is a key whose transaction did not end', async () => {
    const crash = harness.deps.db.transaction(async (tx) => {
      await takeKey(tx, 1, key, 'print', harness.time.now);
      throw new Error('the process dies here');
    });
    await expect(crash).rejects.toThrow('the process dies here');
    expect(await harness.deps.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key))).toEqual([]);
    expect((await save('https://a.example/12')).headers.get('idempotency-replayed')).toBeNull();
  });

  it('is what was sent: the row holds a keyed hash of it', async () => {
    await save('https://a.example/13');
    const [row] = await harness.deps.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key));
    expect(row?.fingerprint).toMatch(/^[\w-]{43}$/u);
  });
});

it.each(['', 'a b', 'ä', 'x'.repeat(129), '../..', 'a"b'])('refuses "%s" as a key', async (strange) => {
  const got = await save('https://a.example', { 'idempotency-key': strange });
  expect([got.status, codeOf(got)]).toEqual([400, 'bad_request']);
});
