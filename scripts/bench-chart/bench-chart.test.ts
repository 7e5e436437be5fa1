import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeXml } from '../../machines/export/scxml.ts';
import { fileText } from '../import-graph/read.ts';
import { type BenchData, dataFile, type FigureOfRevision, readData, svgFile, withRevisions } from './data.ts';
import { toSvg } from './draw.ts';

it('the picture is that of the figures', () => {
  expect(fileText(svgFile), 'out of date: npm run bench:chart').toBe(toSvg(readData(fileText(dataFile))));
});

const figure: FigureOfRevision = { name: 'Reload', unit: 'ms', median: 150, p95: null, floor: 75, goal: 75, p95Goal: null };
const revision = { label: 'now', commit: '72ac6bf9', date: '2026-11-26', machine: 'one', figures: [figure] };
const read = (data: unknown) => readData(JSON.stringify(data));

const words = fc.stringMatching(/^[\w<>&"' -]{1,20}$/u).filter((text) => text.trim() !== '');
const value = fc.double({ min: 0, max: 100_000, noNaN: true, noDefaultInfinity: true });
const figures = fc.uniqueArray(
  fc.record({
    name: words,
    unit: fc.constant<FigureOfRevision['unit']>('ms'),
    median: value,
    p95: fc.option(value),
    floor: fc.option(value.filter((ms) => ms >= 0.001)),
    goal: value,
    p95Goal: fc.option(value),
  }),
  { minLength: 1, maxLength: 6, selector: ({ name }) => name.trim() },
);
const anyData = fc
  .uniqueArray(fc.record({ label: words, figures }), { minLength: 1, maxLength: 5, selector: ({ label }) => label.trim() })
  .map((revisions) => read({ revisions: revisions.map((one) => ({ ...revision, ...one })) }));

const numbersOf = (svg: string, shape: RegExp) => [...svg.matchAll(shape)].map((found) => Number(found[1]));

describe('the picture', () => {
  it('has a mark and a label for every figure of every revision, and all of it inside', () => {
    fc.assert(
      fc.property(anyData, (data) => {
        const svg = toSvg(data);
        const all = data.revisions.flatMap((one) => one.figures);
        const panels = new Set(all.map(({ name }) => name)).size;
        const missing = panels * data.revisions.length - all.length;
        const count = (part: RegExp) => [...svg.matchAll(part)].length;
        // The legend has one of each as well.
        expect(count(/<circle class="median"/gu)).toBe(all.length + 1);
        expect(count(/<text class="value"[^>]*>[\d.]+ ms</gu)).toBe(all.length);
        expect(count(/<path class="p95"/gu)).toBe(all.filter(({ p95 }) => p95 !== null).length + 1);
        expect(count(/>p95 [\d.]+ ms</gu)).toBe(all.filter(({ p95 }) => p95 !== null).length);
        expect(count(/>[\d.]+×</gu)).toBe(all.filter(({ floor }) => floor !== null).length);
        expect(count(/<text[^>]*>not measured</gu)).toBe(missing);
        for (const { label } of data.revisions) expect(svg.split(`>${escapeXml(label)}</text>`).length - 1).toBeGreaterThanOrEqual(panels);
        const [, width = Number.NaN, height = Number.NaN] = /viewBox="0 0 (\d+) (\d+)"/u.exec(svg)?.map(Number) ?? [];
        expect(svg).not.toMatch(/NaN|Infinity|undefined/u);
        for (const x of numbersOf(svg, / c?x="(-?[\d.]+)"/gu)) expect(x >= 0 && x <= width).toBe(true);
        for (const y of numbersOf(svg, / c?y="(-?[\d.]+)"/gu)) expect(y >= 0 && y <= height).toBe(true);
      }),
    );
  });

  it('escapes what a label or a name has', () => {
    const hostile = '</text><script>"&';
    const svg = toSvg(read({ revisions: [{ ...revision, label: hostile, figures: [{ ...figure, name: hostile }] }] }));
    expect(svg).not.toContain('<script');
    expect(svg).toContain('&lt;/text&gt;&lt;script&gt;&quot;&amp;');
  });

  it('has no text below 12 px, and one goal line for each goal', () => {
    const svg = toSvg(read({ revisions: [{ ...revision, figures: [{ ...figure, p95: 200, p95Goal: 100 }] }] }));
    const sizes = [...svg.matchAll(/font-size: ([\d.]+)px/gu)].map(([, size]) => Number(size));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(12);
    expect([...svg.matchAll(/<path class="goal"/gu)]).toHaveLength(3);
    expect(svg).toContain('>Goal 75 ms, p95 100 ms: missed<');
  });
});

describe('the figures', () => {
  it.each<[string, unknown, string]>([
    ['nothing', {}, 'revisions'],
    ['no revision', { revisions: [] }, 'revisions are missing'],
    ['no figure', { revisions: [{ ...revision, figures: [] }] }, 'revisions.0.figures are missing'],
    [
      'a time below zero',
      { revisions: [{ ...revision, figures: [{ ...figure, median: -1 }] }] },
      'revisions.0.figures.0.median is negative',
    ],
    ['a text for a time', { revisions: [{ ...revision, figures: [{ ...figure, median: '1' }] }] }, 'revisions.0.figures.0.median'],
    ['a floor of nothing', { revisions: [{ ...revision, figures: [{ ...figure, floor: 0 }] }] }, 'figures.0.floor is below a microsecond'],
    ['another unit', { revisions: [{ ...revision, figures: [{ ...figure, unit: 'h' }] }] }, 'figures.0.unit is not ms, s, kB or MB'],
    ['a figure twice', { revisions: [{ ...revision, figures: [figure, figure] }] }, 'revisions.0.figures have a name twice'],
    ['a label twice', { revisions: [revision, revision] }, 'revisions have a label twice'],
    ['a label without room', { revisions: [{ ...revision, label: 'x'.repeat(25) }] }, 'revisions.0.label is longer than 24 characters'],
    ['a label of two lines', { revisions: [{ ...revision, label: 'a\nb' }] }, 'revisions.0.label has a control character'],
    ['no commit', { revisions: [{ ...revision, commit: 'main' }] }, 'revisions.0.commit is not a commit'],
    ['no date', { revisions: [{ ...revision, date: 'yesterday' }] }, 'revisions.0.date is not a date'],
    ['more than there is', { revisions: [{ ...revision, color: 'red' }] }, 'revisions.0.color'],
    [
      'two units of one figure',
      { revisions: [revision, { ...revision, label: 'then', figures: [{ ...figure, unit: 's' }] }] },
      'revisions have a figure in two units',
    ],
  ])('are refused with %s', (_, data, problem) => {
    expect(() => read(data)).toThrow(problem);
  });

  it('are refused where they are no JSON', () => {
    expect(() => readData('{')).toThrow('docs/benchmarks.json is not JSON');
    expect(() => readData('{"revisions": [1e999]}')).toThrow('docs/benchmarks.json: revisions.0');
  });

  it('take the place of those with the same label, and stand at the right with a new one', () => {
    const data: BenchData = read({ revisions: [{ ...revision, label: 'before' }, revision] });
    const again = { ...revision, commit: 'abcdef0' };
    const later = { ...revision, label: 'later' };
    expect(withRevisions(data, [again, later]).revisions.map(({ label, commit }) => [label, commit])).toEqual([
      ['before', '72ac6bf9'],
      ['now', 'abcdef0'],
      ['later', '72ac6bf9'],
    ]);
  });
});
