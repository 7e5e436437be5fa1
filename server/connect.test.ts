import { once } from 'node:events';
import { createServer } from 'node:net';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { describe, expect, it } from 'vitest';
import { connectPostgres, isDatabaseGone } from './connect.ts';

/** Speaks PostgreSQL until the first query, and hangs up at that. */
async function hangingUp() {
  const trusted = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
  const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([trusted, ready]));
      socket.once('data', () => socket.destroy());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { server, url: `postgres://someone@127.0.0.1:${typeof address === 'object' ? address?.port : ''}/none` };
}

describe('PostgreSQL that goes away', () => {
  it('while a connection is held fails the query, and not the process', async () => {
    const { server, url } = await hangingUp();
    const failure = await connectPostgres(url, () => undefined).then(
      () => null,
      (error: unknown) => error,
    );
    expect([failure, isDatabaseGone(failure)]).toEqual([expect.any(Error), true]);
    server.close();
  });

  it.each([
    Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
    Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' }),
    Object.assign(new Error('could not serialize access'), { code: '40001' }),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
    new DrizzleQueryError('rollback', [], new Error('Client has encountered a connection error and is not queryable')),
  ])('is known by "%s"', (error) => {
    expect(isDatabaseGone(error)).toBe(true);
  });

  it.each([new Error('boom'), Object.assign(new Error('duplicate key'), { code: '23505' }), 'text', undefined])(
    'is not what "%s" says',
    (error) => {
      expect(isDatabaseGone(error)).toBe(false);
    },
  );
});
