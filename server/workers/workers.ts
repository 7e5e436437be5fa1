import { availableParallelism } from 'node:os';
import type { inspectFile } from '../files/inspect.ts';
import type { renderBoundedPage } from '../themes/render.ts';
import { createWorkerPool, type WorkerPool } from './worker-pool.ts';

type PoolOf<Job extends (input: never) => unknown> = WorkerPool<Parameters<Job>[0], Awaited<ReturnType<Job>>>;

/** The work beside the thread that answers requests. Two pools, so that slow files do not hold up pages. */
export interface Workers {
  readonly inspectFile: PoolOf<typeof inspectFile>;
  readonly renderPage: PoolOf<typeof renderBoundedPage>;
  readonly close: () => Promise<void>;
}

/** Clients that a full pool refused may retry after this time. */
export const retryAfterSeconds = 5;

/** One core stays free for the thread that answers requests; two files at once limit the memory in use. */
const threads = Math.min(2, Math.max(1, availableParallelism() - 1));

const limits = { threads, maxHeapMb: 256, idleMs: 600_000 } as const;

export interface WorkersOptions {
  /** Called with the error of a thread that has no job. By default Node prints a warning to stderr. */
  readonly onError?: (error: unknown) => void;
  /** For one job of either pool, in milliseconds, instead of the defaults. */
  readonly maxMs?: number;
}

const warn = (error: unknown) => process.emitWarning(error instanceof Error ? error : String(error));

/**
 * Pools without threads; the first job starts them. A job's time limit is many times what the longest allowed job takes; a file has a
 * longer limit, since its thread has low priority and may get a tenth of a core.
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
