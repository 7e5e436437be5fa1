import { describe, expect, it } from 'vitest';
import type { ChartLayout } from './chart-layout.ts';
import { collapseChart, collapsibleStates, shownFor } from './collapse-chart.ts';
import { loadChart } from './load-chart.ts';
import { machines } from './machines.ts';

const loaded = await Promise.all(machines.map(async (machine) => ({ ...(await loadChart(machine)), id: machine.id })));
const nested = loaded.filter(({ model }) => collapsibleStates(model).length > 0);

type Box = ChartLayout['states'][string];
const overlap = (a: Box, b: Box): boolean => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe.each(nested)('a collapsed chart: $id', ({ model, layout }) => {
  const sets = [...collapsibleStates(model).map(({ id }) => new Set([id])), new Set(collapsibleStates(model).map(({ id }) => id))];

  it('has what is outside, and of what is inside only the arrows that leave', () => {
    for (const set of sets) {
      const small = collapseChart({ chart: model, layout }, set);
      expect(small.chart.states.map(({ id }) => id)).toEqual(
        model.states.map(({ id }) => id).filter((id) => shownFor(model, id, set) === id),
      );
      expect(Object.keys(small.layout.states)).toHaveLength(small.chart.states.length);
      const ids = new Set(small.chart.states.map(({ id }) => id));
      for (const { source, targets } of small.chart.transitions) expect([source, ...targets].every((id) => ids.has(id))).toBe(true);
      const outside = model.transitions.filter(({ source, targets }) => [source, ...targets].every((id) => ids.has(id) && !set.has(id)));
      const kept = small.chart.transitions.map(({ id }) => id);
      expect(outside.map(({ id }) => id).filter((id) => !kept.includes(id))).toEqual([]);
    }
  });

  it('is never larger, puts no box upon another, and keeps arrows straight', () => {
    for (const set of sets) {
      const small = collapseChart({ chart: model, layout }, set);
      expect(small.layout.width).toBeLessThanOrEqual(layout.width);
      expect(small.layout.height).toBeLessThanOrEqual(layout.height);
      const leaves = small.chart.states.filter(({ id }) => !small.chart.states.some(({ parent }) => parent === id));
      const boxes = leaves.flatMap(({ id }) => small.layout.states[id] ?? []);
      expect(boxes.filter((box, index) => boxes.slice(index + 1).some((other) => overlap(box, other)))).toEqual([]);
      for (const { points } of Object.values(small.layout.transitions)) {
        const slanted = points.slice(1).filter(([x, y], index) => x !== points[index]?.[0] && y !== points[index]?.[1]);
        expect(slanted).toEqual([]);
      }
    }
  });
});

it('makes a chart with much inside smaller, and leaves one as it is where nothing is collapsed', () => {
  const settings = loaded.find(({ id }) => id === 'settings-screen');
  if (!settings) throw new Error('there is no settings screen');
  const whole = { chart: settings.model, layout: settings.layout };
  expect(collapseChart(whole, new Set())).toEqual(whole);
  const small = collapseChart(whole, new Set(collapsibleStates(settings.model).map(({ id }) => id)));
  expect(small.layout.width * small.layout.height).toBeLessThan((whole.layout.width * whole.layout.height) / 2);
});
