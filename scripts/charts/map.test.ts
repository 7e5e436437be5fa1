import { expect, test } from 'vitest';
import { emittedBy, takenBy } from '../../machines/export/machine-map.ts';
import { passings, takers } from '../../machines/export/passings.ts';
import { fileText } from '../import-graph/read.ts';
import { loadMachines } from './files.ts';

const charts = new Map((await loadMachines()).map(({ chart }) => [chart.id, chart]));

test('every event that a machine emits has a line, and every line of a machine is of an event that it emits', () => {
  const emitted = [...charts.values()].flatMap((chart) => [...emittedBy(chart)].map((event) => `${chart.id} ${event}`));
  const isListed = (line: string) =>
    passings.some(({ from, emits }) => line === `${from} ${emits}` || (from === null && line.endsWith(` ${emits}`)));
  expect(emitted.filter((line) => !isListed(line))).toEqual([]);
  const lines = passings.flatMap(({ from, emits }) => (emits === null || from === null ? [] : [`${from} ${emits}`]));
  expect(lines.filter((line) => !emitted.includes(line))).toEqual([]);
});

test('whoever is said to take an event takes it', () => {
  const wrong = passings.flatMap(({ to, as }) => {
    if (to === null) return [];
    const taking = to === takers ? [...charts.values()] : [charts.get(to)];
    return as.filter((event) => !taking.some((chart) => chart && takenBy(chart).has(event))).map((event) => `${to} ${event}`);
  });
  expect(wrong).toEqual([]);
});

test('the file of a line hands the event on', () => {
  const wrong = passings.flatMap(({ emits, to, as, file }) => {
    const text = fileText(file) ?? '';
    const wanted = to === null ? [emits ?? ''] : as;
    return wanted.filter((event) => !text.includes(`'${event}'`)).map((event) => `${event} in ${file}`);
  });
  expect(wrong).toEqual([]);
});
