import { expect, test } from 'vitest';
import { chartCoverage } from './tables.ts';

test('finds the lines of charts in what their tests printed, and no other line', () => {
  const inNode = 'session           in Node      transitions 121/121 (100.0 %)  outcomes of guards 96/96  on 150 paths';
  const line = 'record-form       in Chromium  transitions 81/81 (100.0 %)  on 38 paths of 174 steps';
  const output = `stdout | tests/paths/record-form.browser.test.tsx > record-form in Chromium > takes nearly every transition\n${line}\n of other pages:\n`;
  expect(chartCoverage(`${output}\n······\n${output}`)).toEqual([line, line]);
  expect(chartCoverage(`· ·\n${inNode}\n`)).toEqual([inNode]);
  expect(chartCoverage('Tests  80 passed')).toEqual([]);
});
