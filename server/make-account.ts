import { randomBytes, randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { argon2Passwords } from './auth/passwords.ts';
import { readServerConfig } from './config.ts';
import { takeLock } from './lock-file.ts';
import { jsonLogger } from './logger.ts';
import { makeAccount, newAccountSchema } from './seed/account.ts';
import { seedWhenEmpty } from './seed/seed.ts';
import { keepPrivate } from './start/data-folder.ts';
import { openServerDatabase } from './start/database.ts';
import { endLost } from './start/shutdown.ts';
import { chooseStorage } from './storage/choose-storage.ts';

const usage =
  'ACCOUNT_PASSWORD=… node server/make-account.ts --account NAME --email ADDRESS --website NAME --domain DOMAIN [--theme versatile|byron|minimal]';

function stop(...lines: readonly string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(1);
}

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: { account: text, email: text, website: text, domain: text, theme: { ...text, default: 'versatile' } },
});
// From the environment: arguments show in every process list.
const wanted = v.safeParse(newAccountSchema, { ...values, password: process.env['ACCOUNT_PASSWORD'] });
if (!wanted.success) stop(...wanted.issues.map((issue) => `${v.getDotPath(issue) ?? ''}: ${issue.message}`), usage);
const reading = readServerConfig(process.env);
if (!reading.ok) stop(...reading.problems);

const open = keepPrivate(reading.config.dataDir);
if (open !== null) stop(open);
const logger = jsonLogger(
  'warn',
  () => new Date(),
  (line) => process.stderr.write(line),
);
const lock = reading.config.databaseUrl === null ? await takeLock(reading.config.dataDir, endLost) : null;
if (lock?.kind === 'taken') stop(lock.message);
const connection = await openServerDatabase(reading.config, logger, endLost);
const passwords = argon2Passwords();
const random = { token: () => randomBytes(32).toString('base64url'), id: () => randomUUID() };
const storage = chooseStorage(reading.config);
const deps = { db: connection.db, passwords, logger, storage, random, clock: { now: () => new Date() } };
// Inserts the themes, one of which the account's website names, but not the demo.
await connection.alone(() => seedWhenEmpty({ ...deps, config: { seed: 'none' } }));
const result = await makeAccount(deps, wanted.output);
await connection.close();
if (lock?.kind === 'held') lock.release();
if (result.kind === 'taken') stop(`This ${result.what} is taken.`);
process.stdout.write(`${wanted.output.email} can sign in now.\n`);
