import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { argon2Passwords } from '../auth/passwords.ts';
import { createBackground } from '../background.ts';
import type { Connection, Database } from '../connect.ts';
import type { Deps } from '../deps.ts';
import { diskSpace } from '../disk/disk-space.ts';
import { createReclaim } from '../disk/reclaim.ts';
import { errorFields, type Logger } from '../logger.ts';
import { folderMailer } from '../mail/mailer.ts';
import { smtpMailer } from '../mail/smtp-mailer.ts';
import { chooseStorage } from '../storage/choose-storage.ts';
import { consoleFiles } from '../static/console-files.ts';
import { pageConfigFrom } from '../static/page-config.ts';
import { createWorkers } from '../workers/workers.ts';
import { eq } from 'drizzle-orm';
import { serverSecrets } from '../tables/service.ts';
import { distDir, mailDirOf, uploadsDirOf } from './places.ts';

/** The console opens a site at its own address, unless another address is configured. */
function pageConfigOf({ sitesOrigin }: Pick<Deps['config'], 'sitesOrigin'>) {
  return { ...(sitesOrigin === null ? {} : { sitesBase: `${sitesOrigin}/sites` }), ...pageConfigFrom(process.env) };
}

/** The app's real dependencies. */
export async function createDeps({ db, ping }: Pick<Connection, 'db' | 'ping'>, config: Deps['config'], logger: Logger): Promise<Deps> {
  const clock = { now: () => new Date() };
  const random = { token: () => randomBytes(32).toString('base64url'), id: () => randomUUID() };
  const manifest = v.parse(
    v.object({ version: v.string() }),
    JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')),
  );
  const disk = diskSpace({ folder: config.dataDir, minFreeBytes: config.minFreeBytes });
  const background = createBackground((error) => logger.error('background', errorFields(error)));
  return {
    db,
    pingDatabase: ping,
    config,
    clock,
    random,
    logger,
    mailer:
      config.smtpUrl === null
        ? folderMailer(mailDirOf(config), config.mailFrom, clock.now, random.id)
        : await smtpMailer(config.smtpUrl, config.mailFrom, clock.now, random.id),
    passwords: argon2Passwords(),
    storage: chooseStorage(config),
    disk,
    reclaim: createReclaim({ db, disk, background, config }),
    uploadsDir: uploadsDirOf(config),
    background,
    workers: createWorkers({ onError: (error) => logger.error('worker', errorFields(error)) }),
    fingerprintKey: await fingerprintKeyOf(db),
    version: manifest.version,
    consoleFiles: consoleFiles({ distDir, config: pageConfigOf(config) }),
  };
}

/** The key of the fingerprints in the database: made by the first process, read by all. */
export async function fingerprintKeyOf(db: Database): Promise<string> {
  const name = 'fingerprints';
  await db
    .insert(serverSecrets)
    .values({ name, value: randomBytes(32).toString('hex') })
    .onConflictDoNothing();
  const [row] = await db.select().from(serverSecrets).where(eq(serverSecrets.name, name));
  if (!row) throw new Error('the key that was just stored is not there');
  return row.value;
}
