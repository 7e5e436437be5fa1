// First: a stop signal may come at any moment of the start.
import { endEarlyStop } from './start/early-stop.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { createApp } from './app.ts';
import { addMissingBlocks } from './blocks/defaults.ts';
import { readConfig } from './config.ts';
import { databaseIsNearlyFull, databaseLacksRoom } from './disk/writes.ts';
import { takeLock } from './lock-file.ts';
import { cleanUpUploads, dropReceived } from './files/clean-up.ts';
import { errorFields, jsonLogger } from './logger.ts';
import { dropUnsentMails } from './mail/mailer.ts';
import { purgeExpired } from './purge.ts';
import { demoSignIn, hasDemo, seedWhenEmpty } from './seed/seed.ts';
import { dropAllPages } from './site/site-version.ts';
import { openDatabase } from './start/database.ts';
import { keepPrivate } from './start/data-folder.ts';
import { demoRefusal, isLoopback } from './start/demo-refusal.ts';
import { createDeps, distDir, mailDirOf, uploadsDirOf } from './start/deps.ts';
import { diskLeft } from './start/disk-left.ts';
import { createHttpServer } from './start/http-server.ts';
import { drain, endBackground, endLost, onStopSignal, stopWithParent } from './start/shutdown.ts';
import { startingApp } from './start/starting.ts';

function stop(...lines: readonly string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(1);
}

const reading = readConfig(process.env);
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

let app: ReturnType<typeof createApp> | undefined;
const starting = startingApp(config);
const server = createHttpServer(config, logger, (request, env) => (app ?? starting).fetch(request, env));
// Listens first: a port that is taken is told before a database is made, and early requests are told to come back.
const local = await new Promise<string>((resolve) => {
  server.once('error', (error) => stop(`Frontage can’t listen on ${config.host}:${config.port}: ${error.message}`));
  server.listen(config.port, config.host, () => {
    const address = server.address();
    resolve(`http://localhost:${typeof address === 'object' && address !== null ? address.port : config.port}`);
  });
});

// Before the engine takes and gives back what is left.
const left = await diskLeft(config);
if (left !== null) logger.warn('low disk', { message: left });
const opening = openDatabase(config, logger, endLost).catch((error: unknown) => {
  logger.error('database', errorFields(error));
  if (config.databaseUrl !== null) return stop('The database at DATABASE_URL could not be opened.');
  return stop(`The database in ${config.dataDir} could not be opened.`, ...(left === null ? [] : [left]));
});
// The embedded database opens in a thread of its own: the app's modules load meanwhile.
const [appModule, connection] = await Promise.all([import('./app.ts'), opening]);
const deps = await createDeps(connection, { ...config, publicUrl: config.publicUrl ?? local }, logger);
const refusal = await demoRefusal(connection.db, config);
if (refusal !== null) {
  await connection.close();
  stop(refusal);
}
await connection.alone(async () => {
  await seedWhenEmpty(deps);
  await addMissingBlocks(deps.db, deps.clock.now());
  if (config.databaseUrl === null && !(await databaseLacksRoom(deps))) await dropAllPages(deps.db);
});
app = appModule.createApp(deps);
const tidy = () => {
  deps.background.run(async () => {
    // While the disk is low too: it makes room for rows, though none on the disk.
    if (!(await databaseIsNearlyFull(deps))) await purgeExpired(deps.db, deps.clock.now());
    await deps.reclaim.reclaim();
  });
  deps.background.run(() => cleanUpUploads(deps, deps.clock.now()));
  deps.background.run(() => dropUnsentMails(mailDirOf(config), deps.clock.now()));
};
tidy();
setInterval(tidy, 3_600_000).unref();

onStopSignal(logger, async () => {
  if (!(await drain(server))) logger.error('requests were cut off');
  await endBackground(deps.background, logger);
  await deps.workers.close();
  await connection.close();
});
endEarlyStop();
if (process.env['npm_lifecycle_event'] !== undefined) stopWithParent();

if (!existsSync(join(distDir, 'index.html')))
  process.stdout.write('The console is not built: run "npm run build". The API works without it.\n');
const demo = await hasDemo(connection.db);
if (demo) process.stdout.write(`Sign in with ${demoSignIn.email} and ${demoSignIn.password}\n`);
if (demo && !isLoopback(config.host))
  logger.warn('the demo sign-in is public knowledge, and others can reach this server', { host: config.host });
// Whatever starts this process may wait for this line.
process.stdout.write(`Frontage is ready at ${local}\n`);
