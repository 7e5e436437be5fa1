import type { FlowStep, PathInput, PathName } from '#machines/state-flows/state-flows.types.ts';
import type { PathsAnswer, PathsQuestion } from './paths-worker.ts';

/** Generates and replays paths in a thread of its own: for a large chart that takes seconds, in which the page goes on to answer. */
export interface PathsThread {
  readonly list: (machineId: string, signal: AbortSignal) => Promise<readonly PathName[]>;
  readonly replay: (path: PathInput, signal: AbortSignal) => Promise<readonly FlowStep[]>;
}

const startWorker = (): Worker => new Worker(new URL('./paths-worker.ts', import.meta.url), { type: 'module' });

/** How long the thread, with the paths that it keeps, stays for another question. ms. */
const idleMs = 60_000;

/** Its code loads with the first question. The thread keeps the paths that it has generated, until a question is given up or no more come. */
export function createPathsThread(start: () => Worker = startWorker, staysMs = idleMs): PathsThread {
  const waiting = new Map<number, PromiseWithResolvers<PathsAnswer>>();
  let worker: Worker | null = null;
  let last = 0;
  let idle: ReturnType<typeof setTimeout> | undefined;

  function stop(): void {
    clearTimeout(idle);
    worker?.terminate();
    worker = null;
  }

  function running(): Worker {
    if (worker) return worker;
    worker = start();
    worker.addEventListener('message', ({ data }: MessageEvent<PathsAnswer>) => {
      waiting.get(data.number)?.resolve(data);
      waiting.delete(data.number);
      // Also behind an answer that was given up: the time begins again.
      clearTimeout(idle);
      if (waiting.size === 0) idle = setTimeout(stop, staysMs);
    });
    // Its code did not load. The next question tries again.
    worker.addEventListener('error', () => {
      stop();
      for (const { reject } of waiting.values()) reject(new Error('the paths could not be generated'));
      waiting.clear();
    });
    return worker;
  }

  function ask(
    question: { readonly kind: 'list' } | { readonly kind: 'replay'; readonly index: number },
    machineId: string,
    signal: AbortSignal,
  ) {
    signal.throwIfAborted();
    clearTimeout(idle);
    last += 1;
    const number = last;
    const answered = Promise.withResolvers<PathsAnswer>();
    waiting.set(number, answered);
    signal.addEventListener('abort', () => {
      if (!waiting.delete(number)) return;
      answered.reject(signal.reason);
      // Nothing interrupts what a thread works out, so it goes, unless somebody else waits for it.
      if (waiting.size === 0) stop();
    });
    const sent: PathsQuestion = { ...question, number, machineId };
    running().postMessage(sent);
    return answered.promise;
  }

  return {
    async list(machineId, signal) {
      const answer = await ask({ kind: 'list' }, machineId, signal);
      if (answer.kind === 'listed') return answer.paths;
      throw new Error(failureOf(answer));
    },
    async replay({ machineId, index }, signal) {
      const answer = await ask({ kind: 'replay', index }, machineId, signal);
      if (answer.kind === 'replayed') return answer.steps;
      throw new Error(failureOf(answer));
    },
  };
}

const failureOf = (answer: PathsAnswer): string =>
  answer.kind === 'failed' ? answer.message : `not the answer that was asked for: ${answer.kind}`;
