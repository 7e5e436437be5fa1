import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../support/free-port.ts';
import { serverProcess } from '../support/server-process.ts';
import type { Target } from './options.ts';

export interface ServerUnderLoad extends AsyncDisposable {
  readonly origin: string;
  /** Null for a server that was running before. */
  readonly pid: number | null;
}

interface Start {
  readonly target: Target;
  /** The project's folder: this one, or another checkout. */
  readonly checkout: string;
  readonly env: Readonly<Record<string, string>>;
}

async function admin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A database of its own on that server; `drop` removes it with whoever is still connected. */
async function ownDatabase(url: string): Promise<{ readonly url: string; readonly drop: () => Promise<void> }> {
  const name = `frontage_load_${randomBytes(6).toString('hex')}`;
  await admin(url, `create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { url: own.href, drop: () => admin(url, `drop database ${name} with (force)`) };
}

/**
 * The measured server, on its own demo data. A first start seeds the data and a second one is measured, so that the memory of seeding does
 * not count. Disposing of it removes the data and the database.
 */
export async function startUnderLoad({ target, checkout, env }: Start): Promise<ServerUnderLoad> {
  if (target.kind === 'origin') return { origin: target.origin, pid: null, [Symbol.asyncDispose]: async () => undefined };
  for (const needed of ['node_modules', 'dist/index.html'])
    if (!existsSync(join(checkout, needed))) throw new Error(`${checkout} has no ${needed}: run "npm run build" there first.`);
  const database = target.kind === 'postgres' ? await ownDatabase(target.url) : null;
  const dataDir = mkdtempSync(join(tmpdir(), 'frontage-load-'));
  const server = serverProcess({
    port: await freePort(),
    dataDir,
    checkout,
    env: { DATABASE_URL: database?.url ?? '', SEED: 'demo', ...env },
  });
  const dispose = async () => {
    await server.stop();
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await server.start();
    await server.stop();
    await server.start();
  } catch (error) {
    await dispose();
    throw error;
  }
  return { origin: server.origin, pid: server.pid(), [Symbol.asyncDispose]: dispose };
}
