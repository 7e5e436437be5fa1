import { describe, expect, it } from 'vitest';
import { listPaths, readPathFile, simulatePath } from './machine-paths.ts';

const never = new AbortController().signal;

describe('the paths of a machine', () => {
  it('are listed, and one of them is gone through without any side effect', async () => {
    const paths = await listPaths('connection', never);
    expect(paths.length).toBeGreaterThan(10);
    const last = paths.at(-1);
    if (!last) throw new Error('there is no path');
    const { steps, fixture } = await simulatePath({ machineId: 'connection', input: last.input, events: last.events });
    expect(steps[0]).toMatchObject({
      event: { type: 'xstate.init' },
      took: ['connection.link.unknown --always[0]', 'connection.warning.silent --link.lost[0]'],
    });
    expect(steps.length).toBe(last.events.length + 1);
    await expect(listPaths('nothing', never)).rejects.toThrow('there is no machine "nothing"');

    const read = readPathFile(JSON.stringify(fixture));
    if (read?.kind !== 'simulation') throw new Error('the file was not read');
    expect((await simulatePath(read.simulation)).steps).toEqual(steps);
  });

  it.each([
    ['{"format": "frontage-flight-recording"}', null],
    ['no JSON', null],
    ['{"format": "frontage-path", "version": 9}', 'This path is damaged, or was written by another version of the console.'],
    [
      JSON.stringify({ format: 'frontage-path', version: 1, machine: 'toaster', input: 0, steps: [] }),
      'This is a path of “toaster”, which this console does not have.',
    ],
  ])('are read from a file: %s', (file, message) => {
    expect(readPathFile(file)).toEqual(message && { kind: 'refused', message });
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
