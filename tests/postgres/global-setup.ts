import type { TestProject } from 'vitest/node';
import { startPostgres } from '../support/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly databaseServer: string;
  }
}

/** One PostgreSQL server for all tests that run on it, each of which has databases of its own there. */
export default async function globalSetup({ provide }: TestProject): Promise<() => PromiseLike<void>> {
  const postgres = await startPostgres();
  provide('databaseServer', postgres.url);
  return () => postgres[Symbol.asyncDispose]();
}
