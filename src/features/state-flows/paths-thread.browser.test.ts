import { describe, expect, it, vi } from 'vitest';
import { createPathsThread } from './paths-thread.ts';

const startWorker = () => new Worker(new URL('./paths-worker.ts', import.meta.url), { type: 'module' });
const never = new AbortController().signal;

describe('the thread that generates paths', () => {
  it('lists the paths of a machine, and replays one of them without any side effect', async () => {
    const thread = createPathsThread();
    const paths = await thread.list('connection', never);
    expect(paths.length).toBeGreaterThan(10);
    const steps = await thread.replay({ machineId: 'connection', index: paths.length - 1 }, never);
    expect(steps[0]).toMatchObject({ event: { type: 'xstate.init' }, took: [] });
    expect(steps.length).toBe((paths.at(-1)?.name.split(' > ').length ?? 0) + 1);
    await expect(thread.replay({ machineId: 'connection', index: paths.length }, never)).rejects.toThrow('there is no such path');
    await expect(thread.list('nothing', never)).rejects.toThrow('there is no machine "nothing"');
  });

  it('gives up what nobody waits for any more, and answers the next question', async () => {
    const start = vi.fn(startWorker);
    const thread = createPathsThread(start);
    const givenUp = new AbortController();
    const large = thread.list('palette', givenUp.signal);
    givenUp.abort();
    await expect(large).rejects.toThrow();
    expect((await thread.list('frame', never)).length).toBeGreaterThan(0);
    expect(start).toHaveBeenCalledTimes(2);
  });

  it('goes on for the one who still waits', async () => {
    const start = vi.fn(startWorker);
    const thread = createPathsThread(start);
    const givenUp = new AbortController();
    const [first, second] = [thread.list('frame', givenUp.signal), thread.list('toasts', never)];
    givenUp.abort();
    await expect(first).rejects.toThrow();
    expect((await second).length).toBeGreaterThan(0);
    expect(start).toHaveBeenCalledTimes(1);
  });

  it('ends once no more questions come, and starts again for another', async () => {
    const started: Worker[] = [];
    const ended = vi.spyOn(Worker.prototype, 'terminate');
    const start = () => {
      const worker = startWorker();
      started.push(worker);
      return worker;
    };
    const thread = createPathsThread(start, 0);
    expect((await thread.list('frame', never)).length).toBeGreaterThan(0);
    await expect.poll(() => ended.mock.contexts).toContain(started[0]);
    expect((await thread.list('frame', never)).length).toBeGreaterThan(0);
    expect(started).toHaveLength(2);
    ended.mockRestore();
  });

  it('says that its code did not load, and tries again', async () => {
    let isBroken = true;
    const thread = createPathsThread(() => (isBroken ? new Worker('/no-such-worker.js') : startWorker()));
    await expect(thread.list('frame', never)).rejects.toThrow('the paths could not be generated');
    isBroken = false;
    expect((await thread.list('frame', never)).length).toBeGreaterThan(0);
  });
});
