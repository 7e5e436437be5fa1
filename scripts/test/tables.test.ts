import { expect, test } from 'vitest';
import { walkedCharts } from './tables.ts';

test('finds the lines of walked screens in what their tests printed, and no other line', () => {
  const line = 'record-form       in Chromium  transitions 81/81 (100.0 %)  on 38 paths of 174 steps';
  const output = `stdout | tests/paths/record-form.browser.test.tsx > record-form in Chromium > takes nearly every transition\n${line}\n of other pages:\n`;
  expect(walkedCharts(`${output}\n······\n${output}`)).toEqual([line, line]);
  expect(walkedCharts('Tests  80 passed')).toEqual([]);
});
