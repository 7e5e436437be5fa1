import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import * as v from 'valibot';
import { createServerApp } from '../app.ts';
import { argon2Passwords } from '../auth/passwords.ts';
import { createBackground } from '../background.ts';
import { type ServerConfig, readServerConfig } from '../config.ts';
import { type Connection, connectEngine, connectPostgres } from '../connect.ts';
import type { Deps } from '../deps.ts';
import { createReclaim } from '../disk/reclaim.ts';
import { errorFields, jsonLogger } from '../logger.ts';
import type { Mail } from '../mail/mailer.ts';
import { demoSignIn, seedWhenEmpty } from '../seed/seed.ts';
import { fingerprintKeyOf } from '../start/deps.ts';
import type { Storage } from '../storage/storage.ts';
import { folderStorage } from '../storage/folder-storage.ts';
import { createWorkers } from '../workers/workers.ts';
import { memoryEngine } from './memory-engine.ts';
import { migratedDatabase } from './migrated-database.ts';

export interface Sent {
  readonly token?: string | undefined;
  readonly body?: unknown;
  /** Sent unchanged, instead of `body`. */
  readonly raw?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The peer's address. */
  readonly from?: string;
}

export interface Got {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
}

export interface Harness {
  readonly app: ReturnType<typeof createServerApp>;
  readonly deps: Deps;
  readonly mails: Mail[];
  readonly logs: string[];
  /** A clock that only the test advances. */
  readonly time: { now: Date };
  /** The disk has room until a test changes that. */
  readonly disk: { isLow: boolean; isNearlyFull: boolean };
  readonly call: (method: string, path: string, sent?: Sent) => Promise<Got>;
  readonly signIn: (who?: { readonly email: string; readonly password: string }) => Promise<string>;
  readonly close: () => Promise<void>;
}

const signedIn = v.object({ data: v.object({ access_token: v.string() }) });

/** PGlite in memory, or a new database on a PostgreSQL server. */
async function freshConnection(server: string | undefined): Promise<Connection> {
  if (!server) return connectEngine(memoryEngine(await migratedDatabase()));
  const name = `frontage_${randomUUID().replaceAll('-', '')}`;
  const admin = async (statement: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await admin(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const connection = await connectPostgres(url.href, () => undefined, { statementMs: 15_000, lockMs: 5_000 });
  return {
    ...connection,
    close: async () => {
      await connection.close();
      await admin(`drop database ${name} with (force)`);
    },
  };
}

function testConfig(change: Partial<ServerConfig>): Deps['config'] {
  const reading = readServerConfig({});
  if (!reading.ok) throw new Error(reading.problems.join());
  // No test depends on the machine's speed: a third of this is how long an upload waits for its turn.
  return { ...reading.config, answerSeconds: 600, ...change, publicUrl: change.publicUrl ?? 'https://console.example' };
}

/** Makes requests of an app, without a port. */
export function callerOf(app: Harness['app']): Harness['call'] {
  return async (method, path, sent = {}) => {
    const headers = new Headers(sent.headers);
    if (sent.token !== undefined) headers.set('authorization', `Bearer ${sent.token}`);
    if (sent.body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json');
    const body = sent.raw ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body));
    const init = { method, headers, ...(body === undefined ? {} : { body, duplex: 'half' as const }) };
    const answer = await app.request(path, init, { incoming: { socket: { remoteAddress: sent.from ?? '192.0.2.1' } } });
    const text = await answer.text();
    const isJson = (answer.headers.get('content-type') ?? '').includes('json') && text !== '';
    return { status: answer.status, headers: answer.headers, text, json: isJson ? JSON.parse(text) : null };
  };
}

/**
 * The app with a new seeded database, a stopped clock, and mails and logs for the test to read. `databaseServer` is the address of a
 * PostgreSQL server; by default that of TEST_DATABASE_URL, else there is none.
 */
export async function startHarness(
  change: Partial<ServerConfig> = {},
  storage?: Storage,
  databaseServer = process.env['TEST_DATABASE_URL'],
): Promise<Harness> {
  const connection = await freshConnection(databaseServer);
  const dataDir = await mkdtemp(join(tmpdir(), 'frontage-server-'));
  const mails: Mail[] = [];
  const logs: string[] = [];
  const disk = { isLow: false, isNearlyFull: false };
  const time = { now: new Date('2026-06-01T10:00:00.000Z') };
  const logger = jsonLogger(
    'debug',
    () => time.now,
    (line) => logs.push(line),
  );
  const outside = {
    db: connection.db,
    config: testConfig(change),
    background: createBackground((error) => logger.error('background', errorFields(error))),
    disk: { isLow: async () => disk.isLow, isNearlyFull: async () => disk.isNearlyFull },
  };
  const deps: Deps = {
    ...outside,
    reclaim: createReclaim(outside),
    pingDatabase: connection.ping,
    clock: { now: () => time.now },
    random: { token: () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url'), id: () => randomUUID() },
    mailer: { prepare: async (mail) => ({ send: async () => void mails.push(mail), discard: async () => undefined }) },
    logger,
    // The cheapest argon2: these tests are not about its cost.
    passwords: argon2Passwords({ memoryCost: 8, timeCost: 1, parallelism: 1 }),
    storage: storage ?? folderStorage(join(dataDir, 'files')),
    uploadsDir: join(dataDir, 'uploads'),
    // No test depends on the machine's speed.
    workers: createWorkers({ onError: (error) => logger.error('worker', errorFields(error)), maxMs: 600_000 }),
    fingerprintKey: await fingerprintKeyOf(connection.db),
    version: '0.0.0-test',
  };
  await seedWhenEmpty(deps);
  const app = createServerApp(deps);
  const call = callerOf(app);
  return {
    app,
    deps,
    mails,
    logs,
    time,
    disk,
    call,
    signIn: async (who = demoSignIn) => {
      const answer = await call('POST', '/api/login', { body: who });
      return v.parse(signedIn, answer.json).data.access_token;
    },
    close: async () => {
      await deps.background.idle();
      await deps.workers.close();
      await connection.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const failureShape = v.strictObject({
  ok: v.optional(v.literal(false)),
  error: v.strictObject({
    code: v.string(),
    message: v.pipe(v.string(), v.nonEmpty()),
    display_message: v.string(),
    fields: v.record(v.string(), v.string()),
  }),
});

/** The code of a refusal, which must come in the one shape. */
export function codeOf(got: Got): string {
  return v.parse(failureShape, got.json).error.code;
}

/** The fields of a refusal. */
export function messagesOf(got: Got): Readonly<Record<string, string>> {
  return v.parse(failureShape, got.json).error.fields;
}
