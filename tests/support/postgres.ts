import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findPostgres } from '../../scripts/find-postgres.mjs';
import { freePort } from './free-port.ts';

export interface Database {
  readonly url: string;
  /** Removes it, with whoever is still connected. */
  readonly drop: () => Promise<void>;
}

export interface Postgres extends AsyncDisposable {
  readonly url: string;
  readonly newDatabase: () => Promise<Database>;
}

/** The server of TEST_DATABASE_URL, else one of its own on a free port, whose data disposing of it removes. */
export async function startPostgres(): Promise<Postgres> {
  const given = process.env['TEST_DATABASE_URL'];
  const started = given ? null : await startCluster();
  const url = given ?? started?.url ?? '';
  return {
    url,
    newDatabase: async () => {
      const name = `frontage_${randomBytes(8).toString('hex')}`;
      await query(url, `create database ${name}`);
      const own = new URL(url);
      own.pathname = `/${name}`;
      return { url: own.href, drop: () => query(url, `drop database ${name} with (force)`) };
    },
    [Symbol.asyncDispose]: async () => started?.stop(),
  };
}

async function query(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** PostgreSQL refuses to run as root: as root, the user of its package runs it. */
function runsAs(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith('postgres:') || each.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined || gid === undefined) throw new Error('there is no user who could run PostgreSQL: it refuses to run as root');
  return { uid: Number(uid), gid: Number(gid) };
}

/** Data that nobody needs after a crash: a test waits for no disk. */
const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=100', 'shared_buffers=64MB'];

/** As the embedded engine: byte order, and the letters of all languages. Other systems than Linux do not have it. */
const locale = process.platform === 'linux' ? 'C.UTF-8' : 'C';

async function startCluster(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const programs = findPostgres();
  if (programs === null) throw new Error('there is no PostgreSQL here');
  const user = runsAs();
  const folder = mkdtempSync(join(tmpdir(), 'frontage-postgres-'));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const log: string[] = [];
  const start = (name: string, args: readonly string[]): ChildProcess => {
    const child = spawn(join(programs, name), args, { ...user, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => log.push(chunk.toString()));
    return child;
  };
  const made = start('initdb', ['-D', data, '-U', 'frontage', '-A', 'trust', '-E', 'UTF8', `--locale=${locale}`, '--no-sync']);
  const [code] = await once(made, 'exit');
  if (code !== 0) throw new Error(`initdb ended with ${String(code)}:\n${log.join('')}`);

  const port = await freePort();
  const options = [...settings, 'listen_addresses=127.0.0.1', 'unix_socket_directories='].flatMap((setting) => ['-c', setting]);
  const server = start('postgres', ['-D', data, '-p', String(port), ...options]);
  // An interrupted run leaves no server behind. SIGQUIT ends it at once, with its children.
  const end = () => server.kill('SIGQUIT');
  process.once('exit', end);
  const url = `postgres://frontage@127.0.0.1:${port}/postgres`;
  const stop = async () => {
    process.off('exit', end);
    if (server.exitCode === null) {
      const ended = once(server, 'exit');
      // It ends the connections of whoever is left.
      server.kill('SIGINT');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const isReady = () =>
    query(url, 'select 1').then(
      () => true,
      () => false,
    );
  while (!(await isReady())) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}:\n${log.join('')}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { url, stop };
}
