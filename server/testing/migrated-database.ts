import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { connectEngine } from '../connect.ts';
import { extensions } from '../engine/extensions.ts';
import { memoryEngine } from './memory-engine.ts';

const migrations = fileURLToPath(new URL('../migrations', import.meta.url));
const kept = fileURLToPath(new URL('../../.cache/engine', import.meta.url));

/** Unchanged as long as the engine and the migrations are. */
function name(): string {
  const hash = createHash('sha256').update(readFileSync(createRequire(import.meta.url).resolve('@electric-sql/pglite')));
  for (const file of readdirSync(migrations, { recursive: true, encoding: 'utf8' }).sort())
    if (file.endsWith('.sql')) hash.update(file).update(readFileSync(join(migrations, file)));
  return hash.digest('hex').slice(0, 16);
}

/**
 * A migrated, empty database in memory. Creating one takes the engine two seconds, loading a dump half a second: the dump is created once
 * and kept in `.cache`.
 */
export async function migratedDatabase(): Promise<PGlite> {
  const file = join(kept, `${name()}.tar`);
  if (!existsSync(file)) {
    const engine = await PGlite.create({ extensions });
    const connection = await connectEngine(memoryEngine(engine));
    const dump = await engine.dumpDataDir('none');
    await connection.close();
    mkdirSync(dirname(file), { recursive: true });
    // Moved into place when it is complete: two workers may create it at once.
    const making = `${file}.${randomUUID()}`;
    writeFileSync(making, Buffer.from(await dump.arrayBuffer()));
    renameSync(making, file);
  }
  // Read as a whole: a blob of the file can't be read any more once another worker has replaced the file.
  return PGlite.create({ loadDataDir: new Blob([readFileSync(file)]), extensions });
}
