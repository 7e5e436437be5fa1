import { createMachine } from 'xstate';
import { describe, expect, it } from 'vitest';
import { chartJson } from '#machines/export/chart-json.ts';
import { chartModel } from '#machines/export/chart-model.ts';
import { compareCharts } from './compare-charts.ts';

const lamp = (target: string, id = 'lamp') =>
  createMachine({ id, initial: 'off', states: { off: { on: { pressed: target } }, on: {}, broken: {} } });
const fileOf = (json: unknown, name = 'lamp.json') => {
  const text = typeof json === 'string' ? json : JSON.stringify(json);
  return { name, size: text.length, text: () => Promise.resolve(text) };
};
const now = chartModel(lamp('on'));

describe('the comparison of a chart with files', () => {
  it('says what differs from one file to the chart, or between two', async () => {
    const old = fileOf(chartJson(lamp('broken')));
    const one = await compareCharts(now, [old]);
    expect(one).toMatchObject({ kind: 'compared', comparison: { before: 'lamp.json', after: 'this console', hasEffects: true } });
    expect(JSON.stringify(one)).toContain('lamp.off --pressed[0]');
    const same = await compareCharts(now, [old, fileOf(chartJson(lamp('broken')), 'copy.json')]);
    expect(same).toEqual({ kind: 'compared', comparison: { before: 'lamp.json', after: 'copy.json', changes: [], hasEffects: true } });
  });

  it.each([
    ['no JSON', [fileOf('{')], '“lamp.json” is no chart. '],
    ['another JSON', [fileOf({ a: 1 })], '“lamp.json” is no chart. '],
    [
      'an arrow to nowhere',
      [fileOf(JSON.stringify(chartJson(lamp('on'))).replace('"pressed":"on"', '"pressed":"gone"'))],
      '“lamp.json” is no chart. ',
    ],
    ['a huge file', [{ ...fileOf(chartJson(lamp('on'))), size: 1e9 }], '“lamp.json” is no chart. '],
    ['another machine', [fileOf(chartJson(lamp('on', 'fan')))], '“lamp.json” is the chart of “fan”, and not of “lamp”.'],
    ['no file', [], 'Choose one file, to be compared with this chart, or two.'],
    ['three files', [fileOf('1'), fileOf('2'), fileOf('3')], 'Choose one file, to be compared with this chart, or two.'],
  ])('is refused for %s', async (_, files, message) => {
    expect(await compareCharts(now, files)).toEqual({ kind: 'refused', message: expect.stringContaining(message) });
  });
});
