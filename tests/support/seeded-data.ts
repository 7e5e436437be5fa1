import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/inputs.mjs';
import { freePort } from './free-port.ts';
import { serverProcess } from './server-process.ts';

const templates = join(root, '.cache', 'seeds');

/** The folders of tables, migrations and seed; the contract has the settings' defaults. */
function seedHash(checkout: string): string {
  const hash = createHash('sha256');
  for (const folder of ['server', 'contract']) {
    const names = readdirSync(join(checkout, folder), { recursive: true, encoding: 'utf8' }).filter(
      (name) => /\.(ts|sql)$/.test(name) && !name.includes('.test.'),
    );
    for (const name of names.sort()) hash.update(name).update(readFileSync(join(checkout, folder, name)));
  }
  return hash.digest('hex').slice(0, 16);
}

/** The dates in the demo's data count back from the moment when it is created. The processes of one run keep the day on which it began. */
const seedDay = (): string => (process.env['SEED_DAY'] ??= new Date().toISOString().slice(0, 10));

/**
 * Creates the seeded data once a day for each state of the server's code: creating and filling a database takes seconds, copying one does not.
 * The folder is moved into place when it is complete, so that two runs at once never see half of it.
 */
export async function seededTemplate(checkout = root): Promise<string> {
  const template = join(templates, `${seedHash(checkout)}-${seedDay()}`);
  if (existsSync(template)) {
    const now = new Date();
    utimesSync(template, now, now);
    return template;
  }
  mkdirSync(templates, { recursive: true });
  removeOld();
  const making = mkdtempSync(join(templates, 'making-'));
  const server = serverProcess({ port: await freePort(), dataDir: making, checkout });
  await server.start();
  await server.stop();
  if (existsSync(template)) rmSync(making, { recursive: true });
  else renameSync(making, template);
  return template;
}

/** Another run may be creating a template at this moment, or using that of its day: folders stay that were used in the last two hours. */
function removeOld(): void {
  const oldest = Date.now() - 7_200_000;
  for (const name of readdirSync(templates)) {
    const folder = join(templates, name);
    if (statSync(folder).mtimeMs < oldest) rmSync(folder, { recursive: true, force: true });
  }
}

/** A new folder with a copy of the seeded data; another checkout has its own, since its tables may differ. */
export async function seededDataDir(checkout = root): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'frontage-data-'));
  cpSync(await seededTemplate(checkout), dataDir, { recursive: true });
  return dataDir;
}
