// First, because a stop signal may come at any moment of the start.
import './start/early-stop.ts';
import type { createServerApp } from './app.ts';
import { readServerConfig, type ServerConfig } from './config.ts';
import { takeLock } from './lock-file.ts';
import { errorFields, jsonLogger } from './logger.ts';
import { openServerDatabase } from './start/database.ts';
import { keepPrivate } from './start/data-folder.ts';
import { createHttpServer } from './start/http-server.ts';
import { uploadsDirOf } from './start/places.ts';
import { endLost } from './start/shutdown.ts';
import { startingApp } from './http/refusing-app.ts';
import { freeBytesOf } from './disk/disk-space.ts';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Removes every upload that an earlier process has received and not stored, whatever its age: they may be what fills the disk, and the
 * embedded engine must not be opened on a full one. Only for a process that has the data folder to itself. The folder stays: it may be a
 * link or a mount point.
 */
function dropReceived(uploadsDir: string): void {
  const names = existsSync(uploadsDir) ? readdirSync(uploadsDir) : [];
  for (const name of names) rmSync(join(uploadsDir, name), { recursive: true, force: true });
}

/** A sentence where the disk of the data folder is nearly full, since that may be why a database does not open. Null where it is not. */
async function diskLeft({ dataDir, minFreeBytes }: Pick<ServerConfig, 'dataDir' | 'minFreeBytes'>): Promise<string | null> {
  const free = await freeBytesOf(dataDir).catch(() => Number.POSITIVE_INFINITY);
  return free < minFreeBytes ? `The disk of DATA_DIR has ${free} bytes left.` : null;
}

function stop(...lines: readonly string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(1);
}

const reading = readServerConfig(process.env);
if (!reading.ok) stop('Frontage can’t start with this configuration:', ...reading.problems.map((problem) => `  ${problem}`));
const { config } = reading;
const logger = jsonLogger(
  config.logLevel,
  () => new Date(),
  (line) => process.stdout.write(line),
);

const open = keepPrivate(config.dataDir);
if (open !== null) stop(open);
// The embedded database is for one process; PostgreSQL is for any number.
const lock = config.databaseUrl === null ? await takeLock(config.dataDir, endLost) : null;
if (lock?.kind === 'taken') stop(lock.message);
if (lock?.kind === 'held') {
  process.on('exit', lock.release);
  dropReceived(uploadsDirOf(config));
}

let app: ReturnType<typeof createServerApp> | undefined;
const starting = startingApp(config);
const server = createHttpServer(config, logger, (request, env) => (app ?? starting).fetch(request, env));
// Listens first: a taken port is reported before the database is created, and early requests are answered with Retry-After.
const local = await new Promise<string>((resolve) => {
  server.once('error', (error) => stop(`Frontage can’t listen on ${config.host}:${config.port}: ${error.message}`));
  server.listen(config.port, config.host, () => {
    const address = server.address();
    resolve(`http://localhost:${typeof address === 'object' && address !== null ? address.port : config.port}`);
  });
});

// Before the engine takes the remaining space and gives it back.
const left = await diskLeft(config);
if (left !== null) logger.warn('low disk', { message: left });
const opening = openServerDatabase(config, logger, endLost).catch((error: unknown) => {
  logger.error('database', errorFields(error));
  if (config.databaseUrl !== null) return stop('The database at DATABASE_URL could not be opened.');
  return stop(`The database in ${config.dataDir} could not be opened.`, ...(left === null ? [] : [left]));
});
// The embedded database opens in its own thread: the app's modules, otherwise most of the start, load meanwhile.
const [{ serveApp }, connection] = await Promise.all([import('./start/serve-app.ts'), opening]);
const served = await serveApp({ config, logger, connection, server, local });
if ('refusal' in served) stop(served.refusal);
app = served;
// Programs that start this process may wait for this line.
process.stdout.write(`Frontage is ready at ${local}\n`);
