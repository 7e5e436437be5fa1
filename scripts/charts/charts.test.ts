import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { requirements } from '../../contract/requirements.ts';
import { actionText } from '../../machines/export/action-text.ts';
import type { ChartLayout } from '../../machines/export/chart-layout.ts';
import type { ChartModel } from '../../machines/export/chart.types.ts';
import { boxLines, headerHeight, hasInnerStates, labelLines, sizes } from '../../machines/export/chart-text.ts';
import { labelAt } from '../../machines/export/svg.ts';
import { textRoom } from '../../machines/export/text-width.ts';
import { propertiesByMachine } from '../../machines/testing/property-list.ts';
import { type RequirementCoverage, requirementCoverage } from '../../machines/testing/requirement-coverage.ts';
import { fileText } from '../import-graph/read.ts';
import { root } from '../inputs.mjs';
import {
  chartFiles,
  docsFolder,
  exportsFolder,
  formatFiles,
  hashOf,
  layoutsFolder,
  loadMachines,
  mapFile,
  mapOf,
  requirementsFile,
  storedLayout,
  storedMapLayout,
  testsFile,
} from './files.ts';

const loaded = await loadMachines();

describe('the requirements', () => {
  test('are each met by a transition and proven by a property, which the output says', () => {
    const ids = [...requirements.keys()];
    const coverages = loaded.map(({ chart }) => requirementCoverage(chart));
    const met = ids.filter((id) => coverages.some(({ metBy }) => metBy.has(id)));
    const proven = ids.filter((id) => Object.values(propertiesByMachine).some((properties) => id in properties));
    const sum = (of: (coverage: RequirementCoverage) => number) => coverages.reduce((total, coverage) => total + of(coverage), 0);
    console.log(
      [
        `requirements met by transitions ${met.length}/${ids.length}`,
        `transitions with a requirement ${sum(({ withRequirement }) => withRequirement)}/${sum(({ visible }) => visible)}`,
        `requirements with a property ${proven.length}/${ids.length}`,
      ].join('  '),
    );
    expect(ids.filter((id) => !met.includes(id))).toEqual([]);
    expect(ids.filter((id) => !proven.includes(id))).toEqual([]);
  });

  test('come from decisions that are there', () => {
    const headings = new Set(fileText('docs/decisions.md')?.match(/(?<=^### ).*$/gmu));
    const sources = [...requirements].flatMap(([id, { source }]) => ('decision' in source ? [[id, source.decision] as const] : []));
    expect(sources.filter(([, decision]) => !headings.has(decision))).toEqual([]);
  });
});

describe('the generated files of charts', () => {
  const stale = 'out of date: npm run charts';

  test.each(loaded)('a layout is that of the chart: $listed.id', ({ listed, chart }) => {
    expect(storedLayout(listed.id)?.hash, stale).toBe(hashOf(chart));
  });

  const all = loaded.flatMap((one) => {
    const layout = storedLayout(one.listed.id);
    return layout ? [{ ...one, layout }] : [];
  });

  const mapLayout = () => {
    const layout = storedMapLayout();
    if (layout === null) throw new Error(stale);
    return layout;
  };

  test('the layout of the map is that of the map', () => {
    expect(mapLayout().hash, stale).toBe(hashOf(mapOf(loaded).chart));
  });

  test('everything else follows from charts and layouts', () => {
    const files = chartFiles(all, mapLayout());
    expect(
      [...files].filter(([path, text]) => fileText(path) !== text).map(([path]) => path),
      stale,
    ).toEqual([]);
    const present = [docsFolder, exportsFolder, layoutsFolder].flatMap((folder) =>
      readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
    );
    expect(present.toSorted(), stale).toEqual(
      [...files.keys()].filter((path) => ![requirementsFile, testsFile, mapFile].includes(path)).toSorted(),
    );
  });

  test('what is committed of a machine in the documents is one page and one picture; the rest comes by --to', () => {
    const inDocs = [...chartFiles(all, mapLayout()).keys()].filter((path) => path.startsWith(`${docsFolder}/`));
    expect(inDocs.toSorted()).toEqual(
      [
        `${docsFolder}/README.md`,
        `${docsFolder}/map.svg`,
        ...loaded.flatMap(({ listed }) => ['md', 'svg'].map((end) => `${docsFolder}/${listed.id}.${end}`)),
      ].toSorted(),
    );
    const written = formatFiles(all);
    expect(written.size).toBe(loaded.length * 4);
    expect(JSON.parse(written.get('session.json') ?? '')).toEqual(JSON.parse(fileText(`${exportsFolder}/session.gen.json`) ?? ''));
    expect(written.get('session.svg')).toBe(fileText(`${docsFolder}/session.svg`));
    expect(written.get('session.mmd')).toMatch(/^stateDiagram-v2\n/u);
    expect(written.get('session.scxml')).toContain('<scxml xmlns="http://www.w3.org/2005/07/scxml"');
  });
});

test.each(loaded)(
  'what only static parameters tell apart reads differently, in pictures and in tables: $listed.id',
  ({ listed, chart }) => {
    const actions = chart.transitions.flatMap((transition) => transition.actions.filter(({ params }) => params !== null));
    const page = fileText(`${docsFolder}/${listed.id}.md`) ?? '';
    for (const action of actions) expect(page.replaceAll('\\|', '|')).toContain(`\`${actionText(action)}\``);
    const different = new Set(actions.map((action) => JSON.stringify(action)));
    const drawn = chart.transitions.flatMap((transition) =>
      transition.actions.flatMap((action) =>
        action.params === null
          ? []
          : [labelLines(chart, { ...transition, label: '', guard: null, choice: null, actions: [action] }).join(' ')],
      ),
    );
    expect(new Set(drawn).size).toBe(different.size);
  },
);

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

  test.each(loaded)('hides no text behind another, and none leaves its box: $listed.id', ({ listed, chart }) => {
    const layout = storedLayout(listed.id);
    if (!layout) throw new Error(`no layout of ${listed.id}`);
    const texts = textsOf(chart, layout);
    const boxes = chart.states.filter((state) => !hasInnerStates(chart, state)).map(({ id }) => rectangleOf(layout, id));
    const hidden = texts.flatMap((text, place) =>
      [...texts.slice(place + 1), ...(text.isInside ? [] : boxes)]
        .filter((other) => overlap(text, other))
        .map(({ name }) => `${text.name} and ${name}`),
    );
    expect(hidden).toEqual([]);
    const outside = texts.filter(({ isInside, ...text }) => {
      const box = layout.states[text.state];
      return isInside && (!box || text.x + text.width > box.x + box.width - sizes.padding / 2);
    });
    expect(outside.map(({ name }) => name)).toEqual([]);
  });

  test.each(loaded)('draws no arrow through a text, and bends and ends none in a header: $listed.id', ({ listed, chart }) => {
    const layout = storedLayout(listed.id);
    if (!layout) throw new Error(`no layout of ${listed.id}`);
    const outer = chart.states.filter((state) => hasInnerStates(chart, state));
    const headers = outer.map((state) => ({ ...rectangleOf(layout, state.id), height: headerHeight(chart, state) }));
    const texts = textsOf(chart, layout).filter(({ isInside, state }) => !isInside || !outer.some(({ id }) => id === state));
    const arrows = [...Object.entries(layout.initials), ...Object.entries(layout.transitions)];
    const hidden = arrows.flatMap(([id, { points }]) => [
      ...linesOf(points).flatMap((line) => texts.filter((text) => overlap(line, text)).map(({ name }) => `${id} through ${name}`)),
      ...[...points, ...besideEnds(points)].flatMap((point) =>
        headers.filter((header) => isWithin(point, header)).map(({ name }) => `a corner or an end of ${id} in the header of ${name}`),
      ),
    ]);
    expect(hidden).toEqual([]);
  });

  test.each(loaded)('has the lines of each label beside its own arrow: $listed.id', ({ listed }) => {
    const placed = Object.entries(storedLayout(listed.id)?.transitions ?? {}).filter(([, { points }]) => points.length > 0);
    const apart = placed.filter(([, place]) => {
      const { textAnchor, x } = labelAt(place);
      const { y, height } = place.label;
      const nearest = { x: textAnchor === 'end' ? x : x - farthest, y, width: farthest, height };
      return !linesOf(place.points).some((line) => overlap(line, nearest));
    });
    expect(placed.length).toBeGreaterThan(0);
    expect(apart.map(([id]) => id)).toEqual([]);
  });
});

/** Between a label's lines and its arrow, px. */
const farthest = 12;

type Points = ChartLayout['transitions'][string]['points'];

/** The lines between the corners of an arrow, 1 px smaller on every side: an arrow touches its own label by up to 1 px of rounding. */
const linesOf = (points: Points): readonly Rectangle[] =>
  points.slice(1).map(([x, y], index) => {
    const [beforeX, beforeY] = points[index] ?? [x, y];
    const [left, top] = [Math.min(x, beforeX), Math.min(y, beforeY)];
    return { x: left + 1, y: top + 1, width: Math.abs(x - beforeX) - 2, height: Math.abs(y - beforeY) - 2 };
  });

/** Two points of an arrow: 4 px after its start, and 4 px before its end, in its head. */
const besideEnds = (points: Points): Points =>
  [points, points.toReversed()].flatMap(([from, to]) => {
    if (!from || !to) return [];
    return [[from[0] + 4 * Math.sign(to[0] - from[0]), from[1] + 4 * Math.sign(to[1] - from[1])] as const];
  });

const isWithin = ([x, y]: readonly [number, number], { x: left, y: top, width, height }: Rectangle): boolean =>
  x > left && x < left + width && y > top && y < top + height;

interface PlacedText {
  readonly name: string;
  /** The state whose box it is in, or whose transition it labels. */
  readonly state: string;
  readonly isInside: boolean;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The names of states, the lines in their boxes, and the labels of arrows. */
function textsOf(chart: ChartModel, layout: ChartLayout): readonly PlacedText[] {
  const { padding, title, line } = sizes;
  const inside = chart.states.flatMap((state) => {
    const { x, y } = rectangleOf(layout, state.id);
    const at = { state: state.id, isInside: true, x: x + padding };
    const name = {
      ...at,
      name: `the name of ${state.id}`,
      y: y + padding,
      width: textRoom(state.key, title.font, true),
      height: title.height,
    };
    const lines = boxLines(chart, state).map(({ text }, index) => ({
      ...at,
      name: `"${text}" in ${state.id}`,
      y: y + padding + title.height + index * line.height,
      width: textRoom(text, line.font),
      height: line.height,
    }));
    return [name, ...lines];
  });
  const labels = chart.transitions.flatMap(({ id, source }) => {
    const { points = [], label } = layout.transitions[id] ?? {};
    return label && points.length > 0 ? [{ ...label, name: id, state: source, isInside: false }] : [];
  });
  return [...inside, ...labels];
}

function rectangleOf(layout: ChartLayout, id: string) {
  const place = layout.states[id];
  if (!place) throw new Error(`no place for ${id}`);
  return { ...place, name: `the box of ${id}` };
}

type Rectangle = Pick<PlacedText, 'x' | 'y' | 'width' | 'height'>;

const overlap = (a: Rectangle, b: Rectangle): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
