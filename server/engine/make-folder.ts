import { PGlite } from '@electric-sql/pglite';
import { PrivateFolder } from '../private-folder.ts';

// A process of its own, see `openFolder`. Its argument: the folder to make a database in. It ends with the server that started it.
const folder = process.argv[2];
if (folder === undefined) throw new Error('this file is for a process that is given a folder');
process.once('disconnect', () => process.exit(1));
// What migrates loads while the engine compiles.
const [engine, { drizzle }, { migrate }, { migrations }] = await Promise.all([
  PGlite.create({ fs: new PrivateFolder(folder) }),
  import('drizzle-orm/pglite'),
  import('drizzle-orm/pglite/migrator'),
  import('../migrations.ts'),
]);
// The engine's code is warm here: the process that opens the folder would take a second longer for it.
await migrate(drizzle(engine), migrations);
await engine.close();
process.exit(0);
