import { fileURLToPath } from 'node:url';

/** For the migrators: what is not applied yet, of every engine alike. */
export const migrations = { migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)) };
