import { escapeXml } from '../../machines/export/scxml.ts';
import { textRoom } from '../../machines/export/text-width.ts';
import type { BenchData, FigureOfRevision } from './data.ts';

const font = 12;
const titleFont = 13;
const lineHeight = 15;
const gap = 20;
const padding = 12;
/** Above the plot: the figure's name in two lines and what became of its goal. */
const headHeight = 58;
const plotHeight = 100;
/** Above the highest mark and below the lowest there is room for the two lines of a label. */
const labelRoom = 2 * lineHeight + 10;
/** Below the plot: the labels of the revisions. */
const footHeight = 22;
const panelHeight = padding + headHeight + labelRoom + plotHeight + labelRoom + footHeight + padding;
const legendHeight = 40;
const notMeasured = 'not measured';
/** Three panels in a row. */
const wantedWidth = 1000;
const leastPanelWidth = Math.floor((wantedWidth - 4 * gap) / 3);
/** Where Inter is not installed, another font stands in for it, which may be wider. */
const widest = 1.16;

/**
 * The colours of Okabe and Ito, which people of every colour vision tell apart, each beside a shape and a line of its own. On a background
 * of its own, so that it can be read on any page.
 */
const css = `
  :root { --back: #ffffff; --panel: #f6f7f9; --axis: #8a93a3; --text: #1b2330; --soft: #4a5568; --median: #0072b2; --p95: #d55e00; --goal: #007a5a; }
  @media (prefers-color-scheme: dark) {
    :root { --back: #12161d; --panel: #1a202a; --axis: #66738a; --text: #eef1f6; --soft: #b9c2d0; --median: #56b4e9; --p95: #e69f00; --goal: #2fc39b; }
  }
  .back { fill: var(--back); }
  .panel { fill: var(--panel); }
  .axis { stroke: var(--axis); }
  .median-line { fill: none; stroke: var(--median); stroke-width: 2; }
  .p95-line { fill: none; stroke: var(--p95); stroke-width: 1.5; stroke-dasharray: 2 3; }
  .goal { stroke: var(--goal); stroke-width: 1.5; stroke-dasharray: 8 4; }
  .median { fill: var(--median); stroke: var(--panel); stroke-width: 1.5; }
  .p95 { fill: var(--panel); stroke: var(--p95); stroke-width: 2; }
  text { font-family: Inter, 'Segoe UI', system-ui, sans-serif; font-size: ${font}px; fill: var(--soft); text-anchor: middle; }
  text { paint-order: stroke; stroke: var(--panel); stroke-width: 3px; stroke-linejoin: round; }
  .name, .value { fill: var(--text); font-weight: 600; }
  .name { font-size: ${titleFont}px; }
  .start { text-anchor: start; }
  .legend { stroke: var(--back); }
`;

const digits = (value: number) => (value < 10 ? value.toFixed(value < 1 ? 2 : 1) : value.toFixed(0));
const round = (value: number) => Number(value.toFixed(1));
const withUnit = (value: number, { unit }: FigureOfRevision) => `${digits(value)} ${unit}`;
const p95Text = (p95: number, figure: FigureOfRevision) => `p95 ${withUnit(p95, figure)}`;
const multiple = ({ median, floor, unit }: FigureOfRevision) =>
  floor === null ? null : `${digits((unit === 's' ? median * 1000 : median) / floor)}×`;

interface Text {
  readonly x: number;
  readonly y: number;
  readonly of: string;
  readonly className?: string;
}

const text = ({ x, y, of, className }: Text) =>
  `<text${className ? ` class="${className}"` : ''} x="${round(x)}" y="${round(y)}">${escapeXml(of)}</text>`;

/** Circles are medians, triangles are 95th percentiles. */
const circle = (x: number, y: number) => `<circle class="median" cx="${round(x)}" cy="${round(y)}" r="5"/>`;
const triangle = (x: number, y: number) =>
  `<path class="p95" d="M${round(x)} ${round(y - 6)} ${round(x + 6)} ${round(y + 4)} ${round(x - 6)} ${round(y + 4)}z"/>`;
const polyline = (className: string, points: readonly (readonly [number, number])[]) =>
  points.length < 2 ? '' : `<polyline class="${className}" points="${points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ')}"/>`;

const room = (of: string, isBold = false, size = font) => textRoom(of, size, isBold) * widest;

/** A text on a background of its own, so that no line runs through it. */
function label(x: number, y: number, of: string, className?: string): readonly string[] {
  const width = room(of, className !== undefined);
  return [
    `<rect class="panel" x="${round(x - width / 2)}" y="${round(y - font)}" width="${round(width)}" height="${lineHeight}"/>`,
    text({ x, y, of, ...(className === undefined ? {} : { className }) }),
  ];
}

/** The words in lines that fit. */
function wrapped(of: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of of.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && room(longer, true, titleFont) <= width) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
}

interface Panel {
  readonly name: string;
  /** By revision. */
  readonly figures: readonly (FigureOfRevision | null)[];
}

/** A panel for each figure, in the order of the last revision; those that it does not have any more come last. */
function panelsOf({ revisions }: BenchData): readonly Panel[] {
  const names = new Set(revisions.toReversed().flatMap(({ figures }) => figures.map(({ name }) => name)));
  return [...names].map((name) => ({
    name,
    figures: revisions.map(({ figures }) => figures.find((figure) => figure.name === name) ?? null),
  }));
}

const isMet = ({ median, goal, p95, p95Goal }: FigureOfRevision) => median <= goal && (p95Goal === null || (p95 ?? 0) <= p95Goal);

function goalText(figure: FigureOfRevision): string {
  const p95 = figure.p95Goal === null ? '' : `, p95 ${withUnit(figure.p95Goal, figure)}`;
  return `Goal ${withUnit(figure.goal, figure)}${p95}: ${isMet(figure) ? 'met' : 'missed'}`;
}

/** All panels are as wide as the one that needs most. */
function panelWidth({ revisions }: BenchData, panels: readonly Panel[]): number {
  const values = panels.flatMap(({ figures }) =>
    figures.flatMap((one) => (one ? [room(withUnit(one.median, one), true), room(one.p95 === null ? '' : p95Text(one.p95, one))] : [])),
  );
  const column = Math.max(room(notMeasured), ...revisions.map(({ label: of }) => room(of)), ...values) + 8;
  return Math.ceil(Math.max(leastPanelWidth, column * revisions.length + 2 * padding));
}

interface Plot {
  /** In the middle of a revision's column. */
  readonly xOf: (revision: number) => number;
  readonly yOf: (value: number) => number;
  /** Of zero. */
  readonly bottom: number;
}

function plotOf({ figures }: Panel, x: number, y: number, width: number): Plot {
  const there = figures.flatMap((figure) => (figure ? [figure] : []));
  const highest = Math.max(...there.flatMap(({ median, p95, goal, p95Goal }) => [median, p95 ?? 0, goal, p95Goal ?? 0]));
  // Nothing stands below a median that has no 95th percentile above it.
  const height = there.some(({ p95 }) => p95 !== null) ? plotHeight : plotHeight + labelRoom;
  const bottom = y + labelRoom + height;
  const column = width / figures.length;
  return { xOf: (at) => x + column * (at + 0.5), yOf: (value) => bottom - (highest === 0 ? 0 : value / highest) * height, bottom };
}

function mark(figure: FigureOfRevision | null, x: number, { yOf, bottom }: Plot): readonly string[] {
  if (!figure) return label(x, bottom - 6, notMeasured);
  const { median, p95 } = figure;
  const lines = [withUnit(median, figure), multiple(figure)].flatMap((of) => (of === null ? [] : [of]));
  const first = p95 === null ? yOf(median) - 10 - (lines.length - 1) * lineHeight : yOf(median) + 19;
  return [
    ...lines.flatMap((of, index) => label(x, first + index * lineHeight, of, index === 0 ? 'value' : undefined)),
    ...(p95 === null ? [] : [...label(x, yOf(p95) - 10, p95Text(p95, figure)), triangle(x, yOf(p95))]),
    circle(x, yOf(median)),
  ];
}

function drawn(panel: Panel, { revisions }: BenchData, width: number, left: number, top: number): readonly string[] {
  const { name, figures } = panel;
  const [x, y, inner] = [left + padding, top + padding, width - 2 * padding];
  const plot = plotOf(panel, x, y + headHeight, inner);
  const across = (className: string, at: number) => `<path class="${className}" d="M${x} ${round(at)}h${round(inner)}"/>`;
  const points = (key: 'median' | 'p95') =>
    figures.flatMap((figure, at) => {
      const value = figure?.[key] ?? null;
      return value === null ? [] : [[plot.xOf(at), plot.yOf(value)] as const];
    });
  const title = wrapped(name, inner);
  const last = figures.findLast((figure) => figure !== null) ?? null;
  const spoken = figures.map((figure, at) => `${revisions[at]?.label} ${figure ? withUnit(figure.median, figure) : notMeasured}`);
  return [
    '<g>',
    `<title>${escapeXml(`${name}: ${spoken.join(', ')}`)}</title>`,
    `<rect class="panel" x="${left}" y="${top}" width="${width}" height="${panelHeight}" rx="8"/>`,
    ...title.map((of, line) => text({ x, y: y + 14 + line * (lineHeight + 1), of, className: 'name start' })),
    ...(last ? [text({ x, y: y + 18 + title.length * (lineHeight + 1), of: goalText(last), className: 'start' })] : []),
    across('axis', plot.bottom),
    ...(last ? [last.goal, last.p95Goal].flatMap((goal) => (goal === null ? [] : [across('goal', plot.yOf(goal))])) : []),
    polyline('p95-line', points('p95')),
    polyline('median-line', points('median')),
    ...figures.flatMap((figure, at) => mark(figure, plot.xOf(at), plot)),
    ...revisions.map(({ label: of }, at) => text({ x: plot.xOf(at), y: top + panelHeight - padding, of })),
    '</g>',
  ].filter((part) => part !== '');
}

/** The key of the marks, each beside its word. */
function legend(y: number): { readonly width: number; readonly parts: readonly string[] } {
  const line = (className: string, x: number) => `<path class="${className}" d="M${round(x)} ${y}h24"/>`;
  const entries = [
    { of: 'median, with its multiple of an empty page or a bare input', draw: (x: number) => [line('median-line', x), circle(x + 12, y)] },
    { of: '95th percentile', draw: (x: number) => [line('p95-line', x), triangle(x + 12, y)] },
    { of: 'goal', draw: (x: number) => [line('goal', x)] },
  ];
  let width = gap;
  const parts = entries.flatMap(({ of, draw }) => {
    const at = width;
    width += 32 + room(of) + gap;
    return [...draw(at), text({ x: at + 32, y: y + 4, of, className: 'start legend' })];
  });
  return { width: Math.ceil(width), parts };
}

/** A picture that stands by itself: a panel for each figure, and in it a mark for each revision. */
export function toSvg(data: BenchData): string {
  const panels = panelsOf(data);
  const each = panelWidth(data, panels);
  const columns = Math.max(1, Math.floor((wantedWidth - gap) / (each + gap)));
  const key = legend(legendHeight / 2);
  const width = Math.max(key.width, gap + columns * (each + gap));
  const height = legendHeight + Math.ceil(panels.length / columns) * (panelHeight + gap);
  const labels = data.revisions.map(({ label: of, commit, date }) => `${of} (${commit.slice(0, 8)}, ${date})`);
  const topOf = (at: number) => legendHeight + Math.floor(at / columns) * (panelHeight + gap);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    '<title>Benchmarks by revision</title>',
    `<desc>${escapeXml(`Each panel is a figure, from the left: ${labels.join(', ')}`)}</desc>`,
    `<style>${css}</style>`,
    `<rect class="back" width="${width}" height="${height}"/>`,
    ...key.parts,
    ...panels.flatMap((panel, at) => drawn(panel, data, each, gap + (at % columns) * (each + gap), topOf(at))),
    '</svg>',
    '',
  ].join('\n');
}
