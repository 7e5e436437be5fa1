import { threadId } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';
import type { runTestJob, TestJob } from '../testing/jobs.ts';
import type { Turn } from './semaphore.ts';
import { createWorkerPool, type WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';

type Answer = ReturnType<typeof runTestJob>;

let pool: WorkerPool<TestJob, Answer> | undefined;
afterEach(() => pool?.close());
const errors: unknown[] = [];
const start = (change: Partial<WorkerPoolOptions> = {}) => {
  const made = createWorkerPool<TestJob, Answer>({
    ...{ module: new URL('../testing/jobs.ts', import.meta.url), job: 'runTestJob' },
    ...{ threads: 1, maxWaiting: 10, maxMs: 60_000, maxHeapMb: 64, yields: false, idleMs: 60_000 },
    ...{ onError: (error: unknown) => void errors.push(error), ...change },
  });
  pool = made;
  return { ...made, run: (job: TestJob, turn: Partial<Turn> = {}) => made.run(job, { owner: 'somebody', ...turn }) };
};
const answer = { kind: 'answer', text: 'here' } as const;

it('does a job in a thread of its own', async () => {
  const done = await start().run(answer);
  expect(done).toMatchObject({ kind: 'done', output: { text: 'here' } });
  expect(done.kind === 'done' && done.output.threadId).not.toBe(threadId);
});

it('ends a job that takes too long; the one behind it still has all of its time', async () => {
  const { run } = start({ maxMs: 10_000 });
  const jobs = await Promise.all([run({ kind: 'forever' }), run(answer)]);
  expect(jobs).toMatchObject([{ kind: 'stopped' }, { kind: 'done', output: { text: 'here' } }]);
});

it('ends a job that fills the memory, and goes on', async () => {
  const { run } = start();
  expect(await run({ kind: 'fill' })).toEqual({ kind: 'stopped' });
  expect(await run(answer)).toMatchObject({ kind: 'done' });
});

it('throws what a job throws, and goes on', async () => {
  const { run } = start();
  await expect(run({ kind: 'throw' })).rejects.toThrow('the job is broken');
  expect(await run(answer)).toMatchObject({ kind: 'done' });
});

it('reports a thread that cannot start, and fails the job at once; the process goes on', async () => {
  errors.length = 0;
  const { run } = start({ module: new URL('../testing/broken-jobs.ts', import.meta.url) });
  for (const count of [1, 2]) {
    await expect(run(answer)).rejects.toThrow('no thread could be started');
    expect(errors).toHaveLength(count);
  }
  expect(errors).toMatchObject([{ message: 'the module is broken' }, { message: 'the module is broken' }]);
});

it('refuses jobs beyond its queue, and accepts as many again once those are done', async () => {
  const { run } = start({ maxWaiting: 1 });
  const latch = new Int32Array(new SharedArrayBuffer(4));
  const taken = [run({ kind: 'wait', latch }), run(answer)];
  expect(await run(answer)).toEqual({ kind: 'busy' });
  Atomics.store(latch, 0, 1);
  Atomics.notify(latch, 0);
  expect(await Promise.all(taken)).toMatchObject([{ output: { text: 'through' } }, { output: { text: 'here' } }]);
  expect(await run(answer)).toMatchObject({ kind: 'done' });
});

it('frees the place of an aborted job, and gives owners turns in rotation', async () => {
  const { run } = start({ maxWaiting: 3 });
  const latch = new Int32Array(new SharedArrayBuffer(4));
  const gone = new AbortController();
  const order: string[] = [];
  const named = async (name: string, turn: Partial<Turn>) => {
    const done = await run(answer, turn);
    order.push(name);
    return done.kind;
  };
  const first = run({ kind: 'wait', latch }, { owner: 'a' });
  const abandoned = named('a1', { owner: 'a', signal: gone.signal });
  const waiting = [named('a2', { owner: 'a' }), named('a3', { owner: 'a' })];
  expect(await run(answer, { owner: 'b' })).toEqual({ kind: 'busy' });
  gone.abort();
  expect(await abandoned).toBe('abandoned');
  waiting.push(named('b1', { owner: 'b' }));
  Atomics.store(latch, 0, 1);
  Atomics.notify(latch, 0);
  expect(await first).toMatchObject({ kind: 'done' });
  expect(await Promise.all(waiting)).toEqual(['done', 'done', 'done']);
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3']);
});

it('ends running jobs when it is closed', async () => {
  const { run, close } = start();
  const running = run({ kind: 'forever' });
  const ended = expect(running).rejects.toThrow();
  await close();
  await ended;
});
