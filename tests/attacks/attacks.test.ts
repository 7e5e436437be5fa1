import { createServer } from 'node:http';
import { listening } from '#server/testing/listening.ts';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/inputs.mjs';
import { observe, refusedText, slowest } from './observe.ts';
import { attackNames, readOptions } from './options.ts';
import { isBroken, type Row, tableOf } from './rows.ts';
import { runAttack } from './run.ts';
import { type Attack, becomes, createScene } from './scene.ts';
import { type Round, rowsOf } from './start.ts';

describe('the command line', () => {
  it('asks for all attacks on this server where it says nothing', () => {
    expect(readOptions([])).toEqual({ ok: true, options: { names: attackNames, checkout: null, scale: 1 } });
  });

  it('takes those that are named, in their own order', () => {
    expect(readOptions(['full-disk', 'start', '--checkout', '../old', '--scale', '0.1'])).toEqual({
      ok: true,
      options: { names: ['start', 'full-disk'], checkout: '../old', scale: 0.1 },
    });
  });

  it.each([['flood'], ['--scale', '2'], ['--scale', '0'], ['--scale', 'much'], ['--checkout', ''], ['--forever']])(
    'refuses %s %s',
    (...args) => {
      expect(readOptions(args)).toMatchObject({ ok: false });
    },
  );
});

describe('a bound', () => {
  const row = (cells: Partial<Row>): Row => ({ name: 'memory', unit: 'MB', ...cells });
  it.each([
    ['of what was measured meanwhile', row({ during: 11, bound: { of: 'during', atMost: 10 } })],
    ['of what was left', row({ during: 1, after: 11, bound: { of: 'after', atMost: 10 } })],
    ['of what came on top', row({ before: 100, during: 111, bound: { of: 'growth', atMost: 10 } })],
    ['from below', row({ during: 9, bound: { of: 'during', atLeast: 10 } })],
    ['by what never came', row({ during: Number.POSITIVE_INFINITY, bound: { of: 'during', atMost: 10 } })],
    ['by what is no number', row({ during: Number.NaN, bound: { of: 'during', atMost: 10 } })],
  ])('%s is broken', (_, broken) => {
    expect(isBroken(broken)).toBe(true);
    expect(tableOf([broken])).toContain('**broken**');
  });

  it.each([
    ['that is kept', row({ before: 100, during: 110, bound: { of: 'growth', atMost: 10 } })],
    ['of what could not be known', row({ before: null, during: 5, bound: { of: 'growth', atMost: 1 } })],
  ])('%s is not broken', (_, kept) => {
    expect(isBroken(kept)).toBe(false);
    expect(tableOf([kept])).not.toContain('broken');
  });
});

it('prints a table that a document can hold', () => {
  const rows: readonly Row[] = [
    { name: 'memory', unit: 'MB', before: 400, during: 455.25, after: null, bound: { of: 'growth', atMost: 60 } },
    { name: 'answered', unit: '', during: Number.POSITIVE_INFINITY },
  ];
  expect(tableOf(rows)).toBe(
    [
      '| figure     | before | during |     after | bound                  |',
      '|------------|-------:|-------:|----------:|------------------------|',
      '| memory, MB |    400 |    455 | not known | at most 60 more: holds |',
      '| answered   |        |  never |           |                        |',
    ].join('\n'),
  );
});

describe('a start', () => {
  const round = (startedMs: number, restMb: number | null): Round => ({
    empty: { startedMs: startedMs * 2, restMb },
    existing: { startedMs, restMb },
  });
  const brokenOf = (own: readonly Round[], other: readonly Round[] | null) =>
    rowsOf(own, other)
      .filter(isBroken)
      .map(({ name }) => name);

  it('breaks a bound where it takes long, more memory than it may, or never comes', () => {
    expect(brokenOf([round(2000, 500), round(2000, 500), round(90_000, 500)], null)).toEqual([]);
    expect(brokenOf([round(2800, 900)], null)).toEqual([
      'this: start without one',
      'this: at rest, started with a database',
      'this: at rest, started without one',
    ]);
    expect(brokenOf([round(Number.POSITIVE_INFINITY, null)], null)).toEqual(['this: start with a database', 'this: start without one']);
  });

  it('is compared with the figures of another checkout', () => {
    expect(brokenOf([round(2000, 520)], [round(2000, 500)])).toEqual([]);
    // Slightly longer is within a machine's normal variation; a new visitor's start must not become slower at all.
    expect(brokenOf([round(2100, 520)], [round(2000, 500)])).toEqual(['this / other: start without one']);
    expect(brokenOf([round(2100, 560)], [round(1800, 500)])).toEqual([
      'this / other: start with a database',
      'this / other: start without one',
      'this / other: at rest, started with a database',
      'this / other: at rest, started without one',
    ]);
  });
});

describe('a run', () => {
  const ran = (run: Attack['run'], signal = new AbortController().signal, deadlineMs = 50) =>
    runAttack(
      { title: 'A trial', deadlineMs, run },
      (atEnd) => createScene({ checkout: root, scale: 1, template: '/nowhere', atEnd }),
      signal,
    );

  it('counts the bounds that are broken, and cleans up in reverse', async () => {
    const cleaned: string[] = [];
    const { broken } = await ran(async ({ atEnd }) => {
      atEnd(() => void cleaned.push('first'));
      atEnd(async () => void cleaned.push('second'));
      return { rows: [{ name: '', unit: '', during: 2, bound: { of: 'during', atMost: 1 } }] };
    });
    expect([broken, cleaned]).toEqual([1, ['second', 'first']]);
  });

  it('is aborted at its deadline, and its processes are ended', async () => {
    const ended = Promise.withResolvers<void>();
    const { broken, result } = await ran(async ({ atEnd }) => {
      atEnd(ended.resolve);
      return new Promise(() => undefined);
    });
    await ended.promise;
    expect([broken, result.notes]).toEqual([1, ['Broken off: it was not at its end after 0.05 s.']]);
  });

  it('is aborted by a signal, and its processes are ended', async () => {
    const [ended, stop] = [Promise.withResolvers<void>(), new AbortController()];
    const running = ({ atEnd }: Parameters<Attack['run']>[0]) => {
      atEnd(ended.resolve);
      stop.abort();
      return new Promise<never>(() => undefined);
    };
    const { broken, result } = await ran(running, stop.signal, 60_000);
    await ended.promise;
    expect([broken, result.notes]).toEqual([1, ['Broken off by whoever started it.']]);
  });

  it('that fails reports the error', async () => {
    const { broken, result } = await ran(() => Promise.reject(new Error('no server')));
    expect([broken, result.notes]).toEqual([1, ['It could not go on: no server']]);
  });
});

it('records answers and failures from a separate process', async () => {
  let asked = 0;
  const server = createServer((_, answer) => {
    asked += 1;
    if (asked === 2) answer.socket?.destroy();
    else answer.writeHead(asked === 3 ? 503 : 200).end('here');
  });
  const origin = `http://127.0.0.1:${await listening(server)}`;
  using observation = await observe({ origin, path: '/', everyMs: 5, localAddress: null, pid: process.pid });
  expect(await becomes(() => asked > 5, 60_000, 5)).toBe(true);
  const observed = await observation.end();
  server.close();
  expect(observed.times.length).toBeGreaterThan(1);
  expect(slowest(observed)).toBeGreaterThan(0);
  expect(refusedText(observed)).toBe('503: 1, none: 1');
});
