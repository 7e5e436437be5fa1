import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileText } from '../import-graph/read.ts';
import { root } from '../inputs.mjs';
import { chartFiles, docsFolder, exportsFolder, hashOf, layoutsFolder, loadMachines, storedLayout } from './files.ts';

const loaded = await loadMachines();

describe('the generated files of charts', () => {
  const stale = 'out of date: npm run charts';

  test.each(loaded)('a layout is that of the chart: $listed.id', ({ listed, chart }) => {
    expect(storedLayout(listed.id)?.hash, stale).toBe(hashOf(chart));
  });

  test('everything else follows from charts and layouts', () => {
    const all = loaded.flatMap((one) => {
      const layout = storedLayout(one.listed.id);
      return layout ? [{ ...one, layout }] : [];
    });
    const files = chartFiles(all);
    expect(
      [...files].filter(([path, text]) => fileText(path) !== text).map(([path]) => path),
      stale,
    ).toEqual([]);
    const present = [docsFolder, exportsFolder, layoutsFolder].flatMap((folder) =>
      readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
    );
    expect(present.toSorted(), stale).toEqual([...files.keys()].toSorted());
  });
});

describe('a layout', () => {
  test.each(loaded)('has room for everything, each state inside the one around it: $listed.id', ({ listed, chart }) => {
    const layout = storedLayout(listed.id);
    if (!layout) throw new Error(`no layout of ${listed.id}`);
    expect(Object.keys(layout.states).toSorted()).toEqual(chart.states.map(({ id }) => id).toSorted());
    expect(Object.keys(layout.transitions).toSorted()).toEqual(chart.transitions.map(({ id }) => id).toSorted());
    const outside = chart.states.filter(({ id, parent }) => {
      const inner = layout.states[id];
      const outer = parent === null ? { x: 0, y: 0, width: layout.width, height: layout.height } : layout.states[parent];
      if (!inner || !outer) return true;
      const isInside = inner.x >= outer.x && inner.y >= outer.y;
      return !isInside || inner.x + inner.width > outer.x + outer.width || inner.y + inner.height > outer.y + outer.height;
    });
    expect(outside.map(({ id }) => id)).toEqual([]);
  });
});
