import { describe, expect, it } from 'vitest';
import { listPaths, replay } from './machine-paths.ts';

const never = new AbortController().signal;

describe('the paths of a machine', () => {
  it('are listed, and one of them is replayed without any side effect', async () => {
    const paths = await listPaths('connection', never);
    expect(paths.length).toBeGreaterThan(10);
    const steps = await replay({ machineId: 'connection', index: paths.length - 1 }, never);
    expect(steps[0]).toMatchObject({ event: { type: 'xstate.init' }, took: [] });
    expect(steps.length).toBe((paths.at(-1)?.name.split(' > ').length ?? 0) + 1);
    await expect(replay({ machineId: 'connection', index: paths.length }, never)).rejects.toThrow('there is no such path');
    await expect(listPaths('nothing', never)).rejects.toThrow('there is no machine "nothing"');
  });

  it('are generated between the other work of the page, and given up where nobody waits any more', async () => {
    const givenUp = new AbortController();
    let turns = 0;
    const other = setInterval(() => {
      turns += 1;
      if (turns === 3) givenUp.abort(new Error('another machine was opened'));
    });
    await expect(listPaths('palette', givenUp.signal)).rejects.toThrow('another machine was opened');
    clearInterval(other);
    expect((await listPaths('palette', never)).length).toBeGreaterThan(10);
  });
});
