import { Piscina } from 'piscina';
import { type Abandoned, type Busy, createSemaphore, type Turn } from './semaphore.ts';

/** The result of a job. Where the job itself throws, or no thread can be started for it, the call throws. */
export type JobResult<Output> = { readonly kind: 'done'; readonly output: Output } | UnfinishedJob;

export type UnfinishedJob =
  /** It took more time or memory than a job may, and its worker was ended. */
  | { readonly kind: 'stopped' }
  /** Too many are waiting already. */
  | Busy
  /** The client has disconnected, or has waited too long, before a thread was free. */
  | Abandoned;

export interface WorkerPool<Input, Output> {
  readonly run: (input: Input, turn: Turn) => Promise<JobResult<Output>>;
  /** Ends its threads, with their running jobs. */
  readonly close: () => Promise<void>;
}

export interface WorkerPoolOptions {
  /** The module with the job. Node runs it without a build, so it must not import anything that has to be built. */
  readonly module: URL;
  /** Its export: takes one argument; that and the result are plain data, which is copied. */
  readonly job: string;
  readonly threads: number;
  /** Jobs that may wait for a thread. */
  readonly maxWaiting: number;
  /** The time for one job, from when a thread takes it; includes the start of a thread. */
  readonly maxMs: number;
  /** The heap limit of one thread, in megabytes. */
  readonly maxHeapMb: number;
  /** Whether the thread that answers requests has priority where all cores are busy. */
  readonly yields: boolean;
  /** A thread without work ends after this time. */
  readonly idleMs: number;
  /** Called with the error of a thread that has no job: it can't start, or fails while it is ended. */
  readonly onError: (error: unknown) => void;
}

/** Threads beside the one that answers requests, for work that would block it. None is started before the first job. */
export function createWorkerPool<Input, Output>(options: WorkerPoolOptions): WorkerPool<Input, Output> {
  const { threads, maxWaiting, maxMs } = options;
  const pool = new Piscina<Input, Output>({
    filename: options.module.href,
    name: options.job,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: options.idleMs,
    // Only on Linux is this the thread's priority; elsewhere it is the process's.
    niceIncrement: options.yields && process.platform === 'linux' ? 10 : 0,
    resourceLimits: { maxOldGenerationSizeMb: options.maxHeapMb },
    recordTiming: false,
  });
  const underWay = new Set<AbortController>();
  // Without a listener an error would end the process.
  pool.on('error', (error: unknown) => {
    options.onError(error);
    // Where no thread is left, none will start for the waiting jobs.
    if (pool.threads.length === 0) for (const ending of underWay) ending.abort(new NoThread(error));
  });
  // Jobs wait here and not in the pool's own queue, so that a job's time does not run while others have the threads.
  const through = createSemaphore(threads, maxWaiting);

  async function runNow(input: Input): Promise<JobResult<Output>> {
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(), maxMs);
    underWay.add(ending);
    try {
      return { kind: 'done', output: await pool.run(input, { signal: ending.signal }) };
    } catch (error) {
      const reason: unknown = ending.signal.reason;
      if (reason instanceof NoThread) throw reason;
      if (ending.signal.aborted || isOutOfMemory(error)) return { kind: 'stopped' };
      throw error;
    } finally {
      clearTimeout(timer);
      underWay.delete(ending);
    }
  }

  return {
    run: (input, turn) => through(turn, () => runNow(input)),
    close: () => pool.destroy(),
  };
}

class NoThread extends Error {
  constructor(cause: unknown) {
    super('no thread could be started for the job', { cause });
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
