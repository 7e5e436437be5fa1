import { availableParallelism } from 'node:os';
import type { inspectFile } from '../files/inspect.ts';
import type { renderBoundedPage } from '../themes/render.ts';
import { createWorkerPool, type WorkerPool } from './worker-pool.ts';

type PoolOf<Job extends (input: never) => unknown> = WorkerPool<Parameters<Job>[0], Awaited<ReturnType<Job>>>;

/** What runs beside the thread that answers requests. Two pools: files that take long keep no page waiting. */
export interface Workers {
  readonly inspectFile: PoolOf<typeof inspectFile>;
  readonly renderPage: PoolOf<typeof renderBoundedPage>;
  readonly close: () => Promise<void>;
}

/** Clients that a full pool turned away may ask again after this. */
export const retryAfterSeconds = 5;

/** One core is left to whoever answers requests; two files at once limit the memory in use. */
const threads = Math.min(2, Math.max(1, availableParallelism() - 1));

const limits = { threads, maxHeapMb: 256, idleMs: 600_000 } as const;

export interface WorkersOptions {
  /** Called with what goes wrong in a thread that has no job. By default Node warns of it on stderr. */
  readonly onError?: (error: unknown) => void;
  /** For one job of either pool, in milliseconds, instead of the defaults. */
  readonly maxMs?: number;
}

const warn = (error: unknown) => process.emitWarning(error instanceof Error ? error : String(error));

/**
 * Pools without threads, which the first job starts. A job's time is many times what the longest one takes that the
 * limits let through; a file has more of it, since its thread lets others go first and may get a tenth of a core.
 */
export function createWorkers({ onError = warn, maxMs }: WorkersOptions = {}): Workers {
  const files: Workers['inspectFile'] = createWorkerPool({
    ...{ ...limits, onError, maxMs: maxMs ?? 30_000 },
    ...{ module: new URL('../files/inspect.ts', import.meta.url), job: 'inspectFile', maxWaiting: 50, yields: true },
  });
  const pages: Workers['renderPage'] = createWorkerPool({
    ...{ ...limits, onError, maxMs: maxMs ?? 10_000 },
    ...{ module: new URL('../themes/render.ts', import.meta.url), job: 'renderBoundedPage', maxWaiting: 100, yields: false },
  });
  return {
    inspectFile: files,
    renderPage: pages,
    close: async () => {
      await Promise.all([files.close(), pages.close()]);
    },
  };
}
