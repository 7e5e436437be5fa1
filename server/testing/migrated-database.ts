import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { connectPglite } from '../connect.ts';

const migrations = fileURLToPath(new URL('../migrations', import.meta.url));
const kept = fileURLToPath(new URL('../../.cache/engine', import.meta.url));

/** The same for as long as the engine and the migrations are. */
function name(): string {
  const hash = createHash('sha256').update(readFileSync(createRequire(import.meta.url).resolve('@electric-sql/pglite')));
  for (const file of readdirSync(migrations, { recursive: true, encoding: 'utf8' }).sort())
    if (file.endsWith('.sql')) hash.update(file).update(readFileSync(join(migrations, file)));
  return hash.digest('hex').slice(0, 16);
}

/**
 * A migrated, empty database in memory. Making one takes the engine two seconds, loading one that it has dumped half a
 * second: the dump is made once and kept in `.cache`.
 */
export async function migratedDatabase(): Promise<PGlite> {
  const file = join(kept, `${name()}.tar`);
  if (!existsSync(file)) {
    const engine = await PGlite.create();
    await connectPglite(engine);
    const dump = await engine.dumpDataDir('none');
    await engine.close();
    mkdirSync(dirname(file), { recursive: true });
    // Moved into place when it is whole: two workers may make it at once.
    const making = `${file}.${randomUUID()}`;
    writeFileSync(making, Buffer.from(await dump.arrayBuffer()));
    renameSync(making, file);
  }
  // Read as a whole: a blob of the file can't be read any more once another worker has moved its own into its place.
  return PGlite.create({ loadDataDir: new Blob([readFileSync(file)]) });
}
