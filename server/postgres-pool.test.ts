import { createServer } from 'node:net';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { databaseTroubleOf } from './database-trouble.ts';
import { boundPool, postgresPulse } from './postgres-pool.ts';
import { listening } from './testing/listening.ts';

/** Accepts a connection, reports its startup parameters, and answers a query with these bytes or never. */
async function takingConnections(answer: Buffer | null) {
  const trusted = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
  const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
  const begun: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (start: Buffer) => {
      begun.push(start.toString('latin1'));
      socket.write(Buffer.concat([trusted, ready]));
      socket.on('data', () => {
        if (answer) socket.write(Buffer.concat([answer, ready]));
      });
    });
  });
  return { server, begun, url: `postgres://someone@127.0.0.1:${await listening(server)}/none` };
}

/** PostgreSQL's refusal of a query. */
function refusal(code: string): Buffer {
  const fields = Buffer.from(`SERROR\0VERROR\0C${code}\0Mcanceled\0\0`);
  const head = Buffer.from([0x45, 0, 0, 0, 0]);
  head.writeUInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

const failureOf = (query: Promise<unknown>) =>
  query.then(
    () => null,
    (error: unknown) => error,
  );

describe('a connection for requests', () => {
  it('asks for limits, and says which of them a statement ran into', async () => {
    for (const [code, trouble] of [
      ['57014', 'database statement took too long'],
      ['55P03', 'database lock took too long'],
    ] as const) {
      const { server, begun, url } = await takingConnections(refusal(code));
      const pool = boundPool(url, () => undefined, { statementMs: 7000, lockMs: 3000 });
      const failure = await failureOf(pool.query('select 1'));
      expect([failure, databaseTroubleOf(failure)]).toEqual([expect.objectContaining({ code }), trouble]);
      expect(begun.join('')).toContain('statement_timeout\x007000\0');
      expect(begun.join('')).toContain('lock_timeout\x003000\0');
      await pool.end();
      server.close();
    }
  });

  it('is not created with a driver whose frozen connections could not be ended', () => {
    class Unknown extends pg.Client {
      constructor(config: pg.ClientConfig) {
        super(config);
        Reflect.deleteProperty(this, 'connection');
      }
    }
    expect(() => boundPool('postgres://nowhere', () => undefined, { statementMs: 7000, lockMs: 3000 }, Unknown)).toThrow('version of pg');
  });

  it('gives a frozen database up, and hands no connection on that it left in the middle of something', async () => {
    const { server, begun, url } = await takingConnections(null);
    const pool = boundPool(url, () => undefined, { statementMs: 100, lockMs: 100 });
    const client = await pool.connect();
    const failure = await failureOf(client.query('begin'));
    expect([failure, databaseTroubleOf(failure)]).toEqual([expect.any(Error), 'database gone']);
    expect(databaseTroubleOf(await failureOf(client.query('rollback')))).toBe('database gone');
    client.release();
    await failureOf(pool.query('select 1'));
    expect(begun).toHaveLength(2);
    await pool.end();
    server.close();
  });
});

describe('the question whether the database answers', () => {
  it('is answered by an open connection, and rejects in time where a frozen one does not', async () => {
    const well = await takingConnections(Buffer.alloc(0));
    const pulse = postgresPulse(well.url, () => undefined, 5_000);
    await pulse.ping();
    await pulse.ping();
    expect(well.begun).toHaveLength(1);
    await pulse.close();
    well.server.close();

    const frozen = await takingConnections(null);
    const asking = postgresPulse(frozen.url, () => undefined, 100);
    for (let times = 0; times < 2; times += 1) await expect(asking.ping()).rejects.toThrow();
    // The frozen connection is not used again.
    const connectionsAfterPing = async () => {
      await failureOf(asking.ping());
      return frozen.begun.length;
    };
    await expect.poll(connectionsAfterPing).toBeGreaterThan(1);
    await asking.close();
    frozen.server.close();
  });
});
