import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loads } from '../loads.ts';
import { screens } from '../screens.ts';
import { detailsOf } from './details.ts';
import { type Fields, traceEvents } from './events.ts';
import { windowsIn } from './record.ts';
import { placesFrom } from './sources.ts';
import { type Span, spanOfFile } from './spans.ts';
import { steps, stepsOf } from './steps.ts';
import { breakdownOf, middleHalf, type Run } from './summary.ts';
import { tableOf, withTable } from './table.ts';

const thread = { pid: 1, tid: 1 };

/** A run in which each span takes so many ms, one after the other. */
function run(spans: Partial<Record<Span, number>>): Run {
  let at = 0;
  const pieces = Object.entries(spans).map(([span, ms]) => {
    const from = at;
    at += ms * 1000;
    return { from, to: at, span: span as Span, what: `src/${span}.ts doIt:1` };
  });
  return { pieces, waits: [], events: [], window: { from: 0, to: at, thread, inPage: at / 2 } };
}

describe('the runs of a step', () => {
  it('count without the fastest and the slowest quarter', () => {
    const runs = [9, 1, 5, 4, 100].map((react) => run({ react }));
    expect(middleHalf(runs).map(({ window }) => window.to / 1000)).toEqual([4, 5, 9]);
    expect(middleHalf(runs.slice(0, 1))).toHaveLength(1);
  });

  it('are not slower because the machine did something else', () => {
    const runs = [run({ react: 5, processor: 90 }), run({ react: 1 }), run({ react: 6 }), run({ react: 20 }), run({ react: 7 })];
    expect(middleHalf(runs)).toContain(runs[0]);
  });

  it('have rows that sum up to the mean of the whole', () => {
    const breakdown = breakdownOf([run({ react: 2, store: 3 }), run({ react: 4, idle: 1 })]);
    expect(Object.fromEntries(breakdown)).toEqual({ react: 3, store: 1.5, idle: 0.5 });
  });
});

describe('the table', () => {
  const columns = [
    { title: 'load', breakdown: breakdownOf([run({ react: 2, processor: 3 })]), untraced: 4.2 },
    { title: 'save', breakdown: breakdownOf([run({ store: 1.25, idle: 0.01 })]), untraced: 1 },
  ];

  it('has a row for each span that takes time, and their sum', () => {
    expect(tableOf(columns).split('\n')).toEqual([
      '| ms | load | save |',
      '| --- | ---: | ---: |',
      '| store |  | 1.3 |',
      '| React | 2.0 |  |',
      '| wait for a processor | 3.0 |  |',
      '| **sum** | 5.0 | 1.3 |',
      '| without *wait for a processor* | 2.0 | 1.3 |',
      '| median of the same without a trace | 4.2 | 1.0 |',
    ]);
  });

  it('replaces what stood between its marks, and nothing else', () => {
    const marks = ['<!-- trace: written by "npm run bench -- --trace --write" -->', '<!-- end of trace -->'] as const;
    const page = (text: string) => `before\n${marks[0]}\n\n${text}\n\n${marks[1]}\nafter\n`;
    expect(withTable(page('old\ntable'), 'new')).toBe(page('new'));
    expect(() => withTable('before\nafter\n', 'new')).toThrow('no place for the table');
  });
});

describe('the details', () => {
  it('name the heaviest files and functions, and leave out what nobody can mend', () => {
    const details = detailsOf('save', [run({ store: 2, processor: 50, react: 3 })]);
    expect(details).toMatch(/3\.00 {2}React: src\/react\.ts\n.*2\.00 {2}store: src\/store\.ts\n/);
    expect(details).toContain('in the page after 27.5 ms');
    expect(details).not.toContain('50.00');
  });
});

describe('the stopwatch in a trace', () => {
  const event = (name: string, ph: string, ts: number, fields: Fields = {}) => ({ name, ph, ts, ...thread, args: {}, ...fields });

  it('gives each measurement of a name its page, its end and when the element was there', () => {
    const events = [
      event('stopwatch opening', 'b', 10, { id2: { local: '0x1' } }),
      event('stopwatch in the page', 'I', 15),
      event('stopwatch opening', 'e', 20, { id2: { local: '0x1' } }),
      event('stopwatch load', 'b', 21, { id2: { local: '0x2' } }),
      event('stopwatch load', 'e', 22, { id2: { local: '0x2' } }),
      event('stopwatch opening', 'b', 30, { id2: { local: '0x1' }, pid: 4 }),
      event('stopwatch opening', 'e', 44, { id2: { local: '0x1' }, pid: 4 }),
    ];
    expect(windowsIn(traceEvents(JSON.stringify({ traceEvents: events })), 'opening')).toEqual([
      { from: 10, to: 20, thread, inPage: 15 },
      { from: 30, to: 44, thread: { pid: 4, tid: 1 }, inPage: null },
    ]);
  });
});

describe('the steps', () => {
  it('are figures of the benchmark', () => {
    expect(stepsOf([...loads, ...screens]).map(({ step }) => step)).toEqual(steps);
  });
});

const folder = mkdtempSync(join(tmpdir(), 'frontage-maps-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('source files', () => {
  it('are found by the maps of the build, and named from the project or as packages', () => {
    mkdirSync(join(folder, 'assets'));
    const sources = ['../../../../src/ui/button.tsx?tsr-split=component', '../../../../node_modules/a/node_modules/dexie/dist/dexie.mjs'];
    // Line 1, column 0 is line 3 of the first source, column 10 is line 1 of the second; line 2 has no source.
    writeFileSync(join(folder, 'assets/app.js.map'), JSON.stringify({ version: 3, sources, names: ['save'], mappings: 'AAEAA,UCFA;A' }));
    const placeOf = placesFrom(folder);
    expect(placeOf('http://host/assets/app.js', 0, 4)).toEqual({ file: 'src/ui/button.tsx', line: 3, name: 'save' });
    expect(placeOf('http://host/assets/app.js', 0, 12)).toMatchObject({ file: 'node_modules/dexie/dist/dexie.mjs', line: 1 });
    expect(placeOf('http://host/assets/app.js', 1, 0)).toBeNull();
    expect(placeOf('http://host/assets/other.js', 0, 0)).toBeNull();
    expect(placeOf('', 0, 0)).toBeNull();
  });

  it.each([
    ['machines/session/session.machine.ts', 'machines'],
    ['node_modules/@xstate/react/dist/index.js', 'machines'],
    ['db/outbox.ts', 'store'],
    ['node_modules/react-dom/client.js', 'react'],
    ['node_modules/@tanstack/history/dist/index.js', 'router'],
    ['node_modules/@zag-js/core/dist/index.mjs', 'ui'],
    ['src/ui/button.tsx', 'ui'],
    ['src/features/sign-in/auth-form.tsx', 'console'],
    ['contract/limits.ts', 'console'],
  ])('%s belongs to %s', (file, span) => {
    expect(spanOfFile(file)).toBe(span);
  });
});
