import type { StoreFactory } from './store-factory.ts';
import { openExisting } from './open-native.ts';
import { NewerStoreError } from './store-error.ts';
import { isNewerSchema } from './stores.ts';
import type { DexieDatabase } from './dexie-database.ts';

/** Opens the database. Rejects with `NewerStoreError` where a newer version upgraded it; nothing is written then. */
export async function openDatabase(db: DexieDatabase, stores: StoreFactory): Promise<DexieDatabase> {
  try {
    await db.open();
  } catch (thrown) {
    if (!isVersionError(thrown)) throw thrown;
    const found = await nativeVersionOf(db.name);
    if (isNewerSchema(found)) throw new NewerStoreError();
    stores.setVersion(found);
    await db.open();
  }
  return db;
}

function isVersionError(thrown: unknown): boolean {
  return thrown instanceof Error && (thrown.name === 'VersionError' || isVersionError(thrown.cause));
}

/** The native version of an existing store. */
async function nativeVersionOf(name: string): Promise<number> {
  const connection = await openExisting(name);
  connection?.close();
  return connection?.version ?? 0;
}
