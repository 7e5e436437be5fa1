import ELK, { type ElkExtendedEdge, type ElkNode, type ElkPoint } from 'elkjs/lib/elk.bundled.js';
import { type ChartLayout, isLeftOf } from '../../machines/export/chart-layout.ts';
import type { ChartModel, ChartState, ChartTransition } from '../../machines/export/chart.types.ts';
import { boxLines, headerHeight, isDrawnInside, labelLines, sizes } from '../../machines/export/chart-text.ts';
import { textRoom } from '../../machines/export/text-width.ts';

const { padding, title, line, dot } = sizes;

/** Above the margin of the whole picture, for what ELK draws at its border. */
const graphOptions = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.edgeCoords': 'ROOT',
  'elk.json.shapeCoords': 'ROOT',
  'elk.padding': '[top=12,left=12,bottom=12,right=12]',
};

const nodeOptions = {
  'elk.spacing.nodeNode': '28',
  'elk.spacing.edgeNode': '16',
  'elk.spacing.edgeEdge': '12',
  'elk.spacing.edgeLabel': '3',
  'elk.layered.spacing.nodeNodeBetweenLayers': '30',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  // Reading begins at the top: arrows that lead back are those towards a state that comes sooner from the first one.
  'elk.layered.cycleBreaking.strategy': 'BFS_NODE_ORDER',
};

/** Places the states and transitions of a chart. The same chart always gets the same layout. */
export async function layoutOf(chart: ChartModel, hash: string): Promise<ChartLayout> {
  const [root] = chart.states;
  if (!root) throw new Error(`${chart.id} has no states`);
  const arrows = arrowsOf(chart);
  const graph = (widened: ReadonlyMap<string, number>): ElkNode => ({
    id: 'picture',
    layoutOptions: graphOptions,
    children: [elkNode(chart, root, widened)],
    edges: [
      ...arrows.map(({ id, source, target, transitions }) => ({
        id,
        sources: [source],
        targets: [target],
        labels: [labelSize(chart, transitions)],
      })),
      ...chart.states.flatMap(({ id, initial }) =>
        initial === null ? [] : [{ id: `initial ${id}`, sources: [dotId(id)], targets: [initial] }],
      ),
    ],
  });
  const placed = await wideEnough(chart, graph);
  const nodes = new Map(allNodes(placed).map((node) => [node.id, node]));
  const edges = new Map((placed.edges ?? []).map((edge) => [edge.id, edge]));
  const nodeOf = (id: string): Required<Pick<ElkNode, 'x' | 'y' | 'width' | 'height'>> => {
    const { x = 0, y = 0, width = 0, height = 0 } = nodes.get(id) ?? {};
    return { x: Math.round(x), y: Math.round(y), width: Math.ceil(width), height: Math.ceil(height) };
  };
  return {
    hash,
    width: Math.ceil(placed.width ?? 0),
    height: Math.ceil(placed.height ?? 0),
    states: Object.fromEntries(chart.states.map(({ id }) => [id, nodeOf(id)])),
    initials: Object.fromEntries(
      chart.states.flatMap(({ id, initial }) => {
        if (initial === null) return [];
        const { x, y } = nodeOf(dotId(id));
        return [[id, { x, y, points: pointsOf(edges.get(`initial ${id}`)) }]];
      }),
    ),
    transitions: Object.fromEntries([
      ...arrows.flatMap((arrow) => {
        const points = pointsOf(edges.get(arrow.id));
        const outer = chart.states.find(({ id }) => joinsWithin(id, arrow));
        const shown = outer ? belowHeader(points, nodeOf(outer.id).y, headerHeight(chart, outer)) : points;
        return placedLabels(chart, edges.get(arrow.id), shown, arrow.transitions);
      }),
      ...chart.states.flatMap((state) => insideLabels(chart, state, nodeOf(state.id))),
    ]),
  };
}

/** ELK does not always keep to the least width of a box with states inside: such a box gets as much more padding as it lacks. */
async function wideEnough(chart: ChartModel, graph: (widened: ReadonlyMap<string, number>) => ElkNode): Promise<ElkNode> {
  const widened = new Map<string, number>();
  for (;;) {
    const placed = await new ELK().layout(graph(widened));
    const narrow = allNodes(placed).flatMap(({ id, width = 0 }) => {
      const state = chart.states.find((each) => each.id === id);
      const lacks = state ? leastWidth(chart, state) - width : 0;
      return lacks > 0 ? [[id, lacks] as const] : [];
    });
    if (narrow.length === 0) return placed;
    for (const [id, lacks] of narrow) widened.set(id, (widened.get(id) ?? 0) + lacks);
  }
}

interface Arrow {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly transitions: readonly ChartTransition[];
}

/** One arrow for all transitions between the same two states. Of a transition with several targets the first one counts. */
function arrowsOf(chart: ChartModel): readonly Arrow[] {
  const drawn = chart.transitions.filter((transition) => !isDrawnInside(transition));
  const groups = Map.groupBy(drawn, ({ source, targets }) => `${source} to ${targets[0]}`);
  return [...groups].flatMap(([id, transitions]) => {
    const [first] = transitions;
    const target = first?.targets[0];
    return first && target !== undefined ? [{ id, source: first.source, target, transitions }] : [];
  });
}

/** Whether an arrow joins this state to one inside it. */
const joinsWithin = (id: string, { source, target }: Arrow): boolean =>
  (source === id && target.startsWith(`${id}.`)) || (target === id && source.startsWith(`${id}.`));

/** ELK begins and ends such an arrow at the top of the state's box: it would run through what the header says. */
const belowHeader = (points: Points, top: number, header: number): Points =>
  points.map(([x, y]) => [x, y >= top && y < top + header ? top + header : y]);

const dotId = (stateId: string): string => `${stateId} starts`;

/** Of a state's box, by its texts. */
function leastWidth(chart: ChartModel, state: ChartState): number {
  const texts = boxLines(chart, state).map(({ text }) => textRoom(text, line.font));
  return Math.ceil(Math.max(textRoom(state.key, title.font, true), ...texts) + 2 * padding);
}

function elkNode(chart: ChartModel, state: ChartState, widened: ReadonlyMap<string, number>): ElkNode {
  const width = leastWidth(chart, state);
  const header = headerHeight(chart, state);
  const children = chart.states.filter((child) => child.parent === state.id);
  if (children.length === 0) return { id: state.id, width: Math.max(width, sizes.least), height: header + padding / 2 };
  const start = state.initial === null ? [] : [{ id: dotId(state.id), width: dot, height: dot }];
  return {
    id: state.id,
    layoutOptions: {
      ...nodeOptions,
      'elk.padding': `[top=${header + 2 * padding},left=${2 * padding},bottom=${2 * padding},right=${2 * padding + (widened.get(state.id) ?? 0)}]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${width},${header + 2 * padding})`,
    },
    children: [...start, ...children.map((child) => elkNode(chart, child, widened))],
  };
}

const labelHeight = (chart: ChartModel, transition: ChartTransition): number =>
  labelLines(chart, transition).length * line.height + sizes.labelGap;
const labelWidth = (chart: ChartModel, transition: ChartTransition): number =>
  Math.ceil(Math.max(...labelLines(chart, transition).map((text) => textRoom(text, line.font))) + 2 * sizes.labelGap);

function labelSize(chart: ChartModel, transitions: readonly ChartTransition[]): { text: string; width: number; height: number } {
  return {
    text: transitions.map(({ id }) => id).join(' '),
    width: Math.max(...transitions.map((transition) => labelWidth(chart, transition))),
    height: transitions.reduce((sum, transition) => sum + labelHeight(chart, transition), 0),
  };
}

type PlacedTransition = readonly [string, ChartLayout['transitions'][string]];

/** The labels of one arrow, below each other, each of them beside it: left of the arrow, the narrow ones begin further right. */
function placedLabels(
  chart: ChartModel,
  edge: ElkExtendedEdge | undefined,
  points: Points,
  transitions: readonly ChartTransition[],
): readonly PlacedTransition[] {
  const { x = 0, y = 0, width = 0, height = 0 } = edge?.labels?.[0] ?? {};
  const isLeft = isLeftOf({ x, y, width, height }, points);
  let top = Math.round(y);
  return transitions.map((transition) => {
    const own = labelWidth(chart, transition);
    const label = { x: Math.round(isLeft ? x + width - own : x), y: top, width: own, height: labelHeight(chart, transition) };
    top += label.height;
    return [transition.id, { points, label }] as const;
  });
}

/** Where the lines of a box stand that are transitions of its state. */
function insideLabels(chart: ChartModel, state: ChartState, box: { readonly x: number; readonly y: number }): readonly PlacedTransition[] {
  const lines = boxLines(chart, state);
  const own = chart.transitions.filter((transition) => transition.source === state.id && isDrawnInside(transition));
  return own.map((transition) => {
    const first = lines.findIndex(({ transition: id }) => id === transition.id);
    const texts = lines.filter(({ transition: id }) => id === transition.id).map(({ text }) => text);
    const label = {
      x: box.x + padding,
      y: box.y + padding + title.height + first * line.height,
      width: Math.ceil(Math.max(...texts.map((text) => textRoom(text, line.font)))),
      height: texts.length * line.height,
    };
    return [transition.id, { points: [], label }] as const;
  });
}

type Points = ChartLayout['transitions'][string]['points'];

function pointsOf(edge: ElkExtendedEdge | undefined): Points {
  const point = ({ x, y }: ElkPoint): [number, number] => [Math.round(x), Math.round(y)];
  return (edge?.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint].map(point));
}

function allNodes(node: ElkNode): readonly ElkNode[] {
  return [node, ...(node.children ?? []).flatMap(allNodes)];
}
