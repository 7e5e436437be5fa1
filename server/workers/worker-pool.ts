import { Piscina } from 'piscina';
import { type Abandoned, type Busy, createSemaphore, type Turn } from './semaphore.ts';

/** What became of a job. Where the job itself throws, or no thread can be started for it, so does whoever gave it. */
export type JobResult<Output> = { readonly kind: 'done'; readonly output: Output } | UnfinishedJob;

export type UnfinishedJob =
  /** It took more time or memory than a job may, and its worker was ended. */
  | { readonly kind: 'stopped' }
  /** Too many are waiting already. */
  | Busy
  /** Whoever asked for it has gone, or has waited too long, before a thread was free. */
  | Abandoned;

export interface WorkerPool<Input, Output> {
  readonly run: (input: Input, turn: Turn) => Promise<JobResult<Output>>;
  /** Ends its threads, with what they are doing. */
  readonly close: () => Promise<void>;
}

export interface WorkerPoolOptions {
  /** The module with the job. Node runs it as it is, so it imports nothing that has to be built. */
  readonly module: URL;
  /** Its export: takes one argument; that and the answer are plain data, which is copied. */
  readonly job: string;
  readonly threads: number;
  /** Jobs that may wait for a thread. */
  readonly maxWaiting: number;
  /** For one job, from when a thread takes it; the start of a thread included. */
  readonly maxMs: number;
  /** Of one thread's heap, in megabytes. */
  readonly maxHeapMb: number;
  /** Whether whoever answers requests goes first where all cores are busy. */
  readonly yields: boolean;
  /** After which a thread that has nothing to do ends. */
  readonly idleMs: number;
  /** Called with what goes wrong in a thread that has no job: it can't start, or breaks while it is ended. */
  readonly onError: (error: unknown) => void;
}

/** Threads beside the one that answers requests, for work that would keep it from answering. None is started before the first job. */
export function createWorkerPool<Input, Output>(options: WorkerPoolOptions): WorkerPool<Input, Output> {
  const { threads, maxWaiting, maxMs } = options;
  const pool = new Piscina<Input, Output>({
    filename: options.module.href,
    name: options.job,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: options.idleMs,
    // Elsewhere than on Linux it is not the thread's priority but the process's.
    niceIncrement: options.yields && process.platform === 'linux' ? 10 : 0,
    resourceLimits: { maxOldGenerationSizeMb: options.maxHeapMb },
    recordTiming: false,
  });
  const underWay = new Set<AbortController>();
  // An error that nobody listens to would end the process.
  pool.on('error', (error: unknown) => {
    options.onError(error);
    // Where no thread is left, none will come for the jobs that wait for one to start.
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
