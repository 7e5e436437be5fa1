import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { figureResult, printed } from './figures.ts';
import { homepages } from './homepage.ts';
import { emptyPage, loads } from './loads.ts';
import { type Figure, type Samples, type Taken, takeInTurns } from './measure.ts';
import { readOptions } from './options.ts';
import { screens } from './screens.ts';

const folder = mkdtempSync(join(tmpdir(), 'frontage-bench-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A folder that has these parts of an installed and built checkout. */
function checkoutWith(name: string, ...parts: string[]): string {
  const made = join(folder, name);
  mkdirSync(join(made, 'dist'), { recursive: true });
  for (const part of parts) writeFileSync(join(made, part), '');
  return made;
}

describe('the command line', () => {
  it('measures everything once where it says nothing', () => {
    expect(readOptions([])).toEqual({
      ok: true,
      options: { only: [], compare: null, rounds: null, json: null, record: null, recordOld: null, trace: null },
    });
  });

  it('takes words apart at commas and spaces', () => {
    expect(readOptions(['--only', 'Save, key', '--only', 'reload'])).toMatchObject({ options: { only: ['save', 'key', 'reload'] } });
  });

  it('compares with a checkout that is installed and built', () => {
    const compare = checkoutWith('whole', 'package.json', 'node_modules', 'dist/index.html');
    const labels = ['--record', 'after', '--record-old', 'before'];
    expect(readOptions(['--compare', compare, '--rounds', '3', '--json', join(folder, 'out.json'), ...labels])).toEqual({
      ok: true,
      options: { only: [], compare, rounds: 3, json: join(folder, 'out.json'), record: 'after', recordOld: 'before', trace: null },
    });
  });

  it('traces steps, with details and into the documentation where it says so', () => {
    expect(readOptions(['--trace', '--only', 'save'])).toMatchObject({
      options: { only: ['save'], trace: { verbose: false, write: false } },
    });
    expect(readOptions(['--trace', '--verbose', '--write'])).toMatchObject({ options: { trace: { verbose: true, write: true } } });
  });

  it.each([
    ['a folder that is not there', ['--compare', join(folder, 'none')], '--compare: is not a folder'],
    ['a folder that is something else', ['--compare', checkoutWith('other')], 'is no checkout of the project'],
    ['what is not installed', ['--compare', checkoutWith('bare', 'package.json')], 'is not installed: run "npm ci" there'],
    ['what is not built', ['--compare', checkoutWith('raw', 'package.json', 'node_modules')], 'is not built: run "npm run build" there'],
    ['no words', ['--only', ' , '], '--only: is empty'],
    ['no rounds', ['--rounds', '0'], '--rounds: is below 1'],
    ['part of a round', ['--rounds', '1.5'], '--rounds: is not a whole number'],
    ['a file in no folder', ['--json', join(folder, 'none', 'out.json')], '--json: is in a folder that is not there'],
    ['a folder for a file', ['--json', folder], '--json: is a folder'],
    ['a label of some figures', ['--record', 'now', '--only', 'key'], '--record: it keeps every figure'],
    ['a label of nothing', ['--record-old', 'before'], '--record-old: it goes with --record and --compare'],
    ['a label that has no room', ['--record', 'x'.repeat(25)], '--record: is longer than 24 characters'],
    ['an unknown flag', ['--fast'], "Unknown option '--fast'"],
    ['details of figures', ['--verbose'], '--verbose: belongs to --trace'],
    ['figures of a trace', ['--trace', '--json', join(folder, 'out.json')], '--trace: has no figures'],
    ['a word too many', ['key'], 'Unexpected argument'],
  ])('refuses %s', (_, args, problem) => {
    expect(readOptions(args)).toEqual({ ok: false, problem: expect.stringContaining(problem) });
  });
});

const ms: Figure = { name: 'Something', unit: 'ms', goal: 10 };

describe('rounds', () => {
  it('are taken in turns, each side first as often, and the first does not count', async () => {
    const order: string[] = [];
    async function* take(side: string): AsyncGenerator<Samples<'it'>, void> {
      for (let round = 0; ; round += 1) {
        order.push(`${side}${round}`);
        yield { it: [round] };
      }
    }
    let ended = 0;
    const end = async () => {
      ended += 1;
    };
    const [taken] = await takeInTurns({ figures: { it: ms }, rounds: 2, take }, ['new', 'old'], end);
    expect(order).toEqual(['old0', 'new0', 'new1', 'old1', 'old2', 'new2']);
    expect(taken?.rounds).toEqual([
      [[1], [1]],
      [[2], [2]],
    ]);
    expect(ended).toBe(1);
  });

  it('of several sides begin with the next one each time, and take none twice in a row', async () => {
    const order: string[] = [];
    async function* take(side: string): AsyncGenerator<Samples<'it'>, void> {
      for (;;) {
        order.push(side);
        yield { it: [1] };
      }
    }
    await takeInTurns({ figures: { it: ms }, rounds: 3, take }, ['a', 'b', 'c'], async () => undefined);
    expect(order.join('')).toBe('bcacababcbca');
  });

  it('end when the measure does, and a figure has those in which both sides have it', async () => {
    async function* take(side: number): AsyncGenerator<Samples<'one' | 'two'>, void> {
      yield {};
      yield { one: [side] };
      yield side === 0 ? { two: [1] } : {};
    }
    const taken = await takeInTurns({ figures: { one: ms, two: ms }, rounds: 9, take }, [0, 1], async () => undefined);
    expect(taken.map(({ rounds }) => rounds)).toEqual([[[[0], [1]]], []]);
  });

  it('close what is open when one fails', async () => {
    let isEnded = false;
    async function* take(): AsyncGenerator<Samples<'it'>, void> {
      yield {};
      throw new Error('no such button');
    }
    const end = async () => {
      isEnded = true;
    };
    await expect(takeInTurns({ figures: { it: ms }, rounds: 1, take }, [0], end)).rejects.toThrow('no such button');
    expect(isEnded).toBe(true);
  });
});

it('each floor is one figure', () => {
  const figures = [emptyPage, ...loads, ...screens, ...homepages].flatMap((measure): readonly Figure[] => Object.values(measure.figures));
  const floors = figures.filter(({ isFloor }) => isFloor).map(({ floor = 'empty page' }) => floor);
  expect(floors).toEqual(['empty page', 'bare input']);
});

describe('a figure', () => {
  const noisy: Taken = {
    figure: { ...ms, withP95: true },
    // The machine is ten times as slow in the second round.
    rounds: [
      [[5], [10]],
      [[60], [100]],
      [[4], [10]],
    ],
  };

  it('compares two revisions round by round', () => {
    const { own, other, ratio, multiple } = figureResult(noisy, [2.5, 5]);
    expect([own.median, other?.median, multiple]).toEqual([5, 10, 2]);
    expect(ratio).toEqual({ median: 0.5, lower: 3, rounds: 3 });
    expect(printed(figureResult(noisy, [2.5, 5])).replace(/ +/gu, ' ')).toBe(
      'Something 5.00 ms 10.0 ms 0.50 3 of 3 goal 10 ms met 2.0x p95 60.0, old 100 (n=3)',
    );
  });

  it('has the mean of both middle ratios of an even number, which favours neither revision', () => {
    const rounds = [1, 3, 2, 4].map((own) => [[own], [1]]);
    expect(figureResult({ figure: ms, rounds }, []).ratio?.median).toBe(2.5);
  });

  it('misses its goal by the median or by the 95th percentile', () => {
    const [rounds] = [noisy.rounds.map(([own = []]) => [own])];
    expect(figureResult({ figure: ms, rounds }, [])).toMatchObject({ isMet: true, other: null, ratio: null, multiple: null });
    expect(figureResult({ figure: { ...ms, goal: 4 }, rounds }, []).isMet).toBe(false);
    expect(figureResult({ figure: { ...ms, p95Goal: 59 }, rounds }, []).isMet).toBe(false);
    expect(figureResult({ figure: { ...ms, p95Goal: 60 }, rounds }, []).isMet).toBe(true);
  });

  it('of size is no multiple of a time; one in seconds is', () => {
    expect(figureResult({ figure: { ...ms, unit: 'kB' }, rounds: [[[100]]] }, [50]).multiple).toBeNull();
    expect(figureResult({ figure: { ...ms, unit: 's' }, rounds: [[[1]]] }, [50]).multiple).toBe(20);
  });
});
