import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { createServerApp } from '../app.ts';
import { addMissingBlocks } from '../blocks/defaults.ts';
import type { ServerConfig } from '../config.ts';
import type { Connection } from '../connect.ts';
import { databaseLacksRoom } from '../disk/writes.ts';
import { cleanUpUploads } from '../files/store.ts';
import type { Logger } from '../logger.ts';
import { startDueActions } from '../forms/run-actions.ts';
import { dropUnsentMails } from '../mail/mailer.ts';
import { purgeWhereRoom } from '../purge.ts';
import { endLostRunsWhereRoom } from '../syncs/run-sync.ts';
import { rekeyRedirects } from '../resources/redirect-targets.ts';
import { demoSignIn, hasDemo, seedWhenEmpty } from '../seed/seed.ts';
import { dropAllPages } from '../site/site-version.ts';
import { demoRefusal, isLoopback } from './demo-refusal.ts';
import { createDeps } from './deps.ts';
import { endEarlyStop } from './early-stop.ts';
import { distDir, mailDirOf } from './places.ts';
import { drain, endBackground, onStopSignal, stopWithParent } from './shutdown.ts';

interface Started {
  readonly config: ServerConfig;
  readonly logger: Logger;
  readonly connection: Connection;
  /** Listens already. */
  readonly server: Server;
  /** The address at which this machine reaches it. */
  readonly local: string;
}

/** Why the server must not run in this configuration. Its database is closed by then. */
interface Refused {
  readonly refusal: string;
}

/** Adds missing data to the open database, and returns the app that answers requests from here on; stop signals end it in order. */
export async function serveApp({
  config,
  logger,
  connection,
  server,
  local,
}: Started): Promise<ReturnType<typeof createServerApp> | Refused> {
  const deps = await createDeps(connection, { ...config, publicUrl: config.publicUrl ?? local }, logger);
  const refusal = await demoRefusal(connection.db, config);
  if (refusal !== null) {
    await connection.close();
    return { refusal };
  }
  await connection.alone(async () => {
    await seedWhenEmpty(deps);
    await addMissingBlocks(deps.db, deps.clock.now());
    await rekeyRedirects(deps.db);
    if (config.databaseUrl === null && !(await databaseLacksRoom(deps))) await dropAllPages(deps.db);
  });
  const tidy = () => {
    deps.background.run(async () => {
      await purgeWhereRoom(deps);
      await deps.reclaim.reclaim();
    });
    deps.background.run(() => cleanUpUploads(deps, deps.clock.now()));
    deps.background.run(() => dropUnsentMails(mailDirOf(config), deps.clock.now()));
  };
  tidy();
  setInterval(tidy, 3_600_000).unref();
  const endLost = () => deps.background.run(() => endLostRunsWhereRoom(deps));
  endLost();
  setInterval(endLost, 60_000).unref();
  const runActions = () => startDueActions(deps);
  runActions();
  setInterval(runActions, 15_000).unref();

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
  return createServerApp(deps);
}
