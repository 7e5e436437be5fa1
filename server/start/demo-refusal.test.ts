import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectEngine } from '../connect.ts';
import { demoSignIn } from '../seed/seed.ts';
import { users } from '../tables/identity.ts';
import { type Harness, startHarness } from '../testing/harness.ts';
import { memoryEngine } from '../testing/memory-engine.ts';
import { migratedDatabase } from '../testing/migrated-database.ts';
import { demoRefusal, isLoopback } from './demo-refusal.ts';

describe('a loopback host', () => {
  it.each(['127.0.0.1', '127.9.9.9', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', 'localhost', 'LOCALHOST'])('is %s', (host) => {
    expect(isLoopback(host)).toBe(true);
  });
  it.each(['0.0.0.0', '::', '192.0.2.1', '::2', '2001:db8::1', '127.evil.example', 'localhost.example', '1', ''])('is not %j', (host) => {
    expect(isLoopback(host)).toBe(false);
  });
});

describe('a server that others can reach', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness.close());
  const outside = { host: '0.0.0.0', seed: 'none', allowDemo: false } as const;

  it('refuses a database with the demo sign-in, unless ALLOW_DEMO is set', async () => {
    expect(await demoRefusal(harness.deps.db, outside)).toMatch(/^HOST is 0\.0\.0\.0, .* has the demo sign-in/u);
    expect(await demoRefusal(harness.deps.db, { ...outside, allowDemo: true })).toBeNull();
    expect(await demoRefusal(harness.deps.db, { ...outside, host: '127.0.0.1' })).toBeNull();
  });

  it('refuses it for the other account of the demo alone', async () => {
    await harness.deps.db.update(users).set({ email: 'renamed@frontage.test' }).where(eq(users.email, demoSignIn.email));
    expect(await demoRefusal(harness.deps.db, outside)).toContain('whose password is public');
    await harness.deps.db.update(users).set({ email: demoSignIn.email }).where(eq(users.email, 'renamed@frontage.test'));
  });

  it('refuses an empty database that would get it', async () => {
    const connection = await connectEngine(memoryEngine(await migratedDatabase()));
    expect(await demoRefusal(connection.db, { ...outside, seed: 'demo' })).toContain('would get the demo sign-in');
    expect(await demoRefusal(connection.db, outside)).toBeNull();
    await connection.close();
  });
});
