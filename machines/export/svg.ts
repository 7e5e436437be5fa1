import { type ChartLayout, isLeftOf } from './chart-layout.ts';
import type { ChartModel, ChartState } from './chart.types.ts';
import { boxLines, headerHeight, hasInnerStates, labelLines, sizes } from './chart-text.ts';
import { escapeXml } from './scxml.ts';
import { textWidth } from './text-width.ts';

/** Its own colours for light and dark, and a background, so that it can be read on any page. */
const css = `
  :root { --back: #ffffff; --box: #f6f7f9; --inner: #ffffff; --line: #8a93a3; --text: #1b2330; --soft: #4a5568; --arrow: #5b6677; }
  @media (prefers-color-scheme: dark) {
    :root { --back: #12161d; --box: #1a202a; --inner: #232b37; --line: #66738a; --text: #eef1f6; --soft: #b9c2d0; --arrow: #93a0b5; }
  }
  .back { fill: var(--back); }
  .state { fill: var(--inner); stroke: var(--line); }
  .around { fill: var(--box); }
  .region { stroke-dasharray: 5 4; }
  .header { fill: var(--box); }
  .divider, .end { fill: none; stroke: var(--line); }
  .arrow { fill: none; stroke: var(--arrow); stroke-width: 1.25; }
  .dot, .head { fill: var(--arrow); }
  text { font-family: Inter, 'Segoe UI', system-ui, sans-serif; font-size: ${sizes.line.font}px; fill: var(--soft); }
  .name { font-size: ${sizes.title.font}px; font-weight: 600; fill: var(--text); }
  text { paint-order: stroke; stroke: var(--inner); stroke-width: 3px; stroke-linejoin: round; }
  .outside, .label { stroke: var(--box); }
  .event { fill: var(--text); font-weight: 500; }
`;

/** A picture of the chart that stands by itself. `title`: what it is called where it can't be seen. */
export function toSvg(chart: ChartModel, layout: ChartLayout, title: string): string {
  const { width, height } = layout;
  const arrows = new Map(
    Object.values(layout.transitions).flatMap(({ points }) => (points.length > 0 ? [[pathOf(points), points] as const] : [])),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escapeXml(title)}</title>`,
    `<desc>${escapeXml(chart.description)}</desc>`,
    `<style>${css}</style>`,
    '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path class="head" d="M0 0.5 8 4 0 7.5z"/></marker></defs>',
    `<rect class="back" width="${width}" height="${height}"/>`,
    ...chart.states.flatMap((state) => box(chart, layout, state)),
    ...Object.values(layout.initials).flatMap(({ x, y, points }) => [
      `<circle class="dot" cx="${x + sizes.dot / 2}" cy="${y + sizes.dot / 2}" r="${sizes.dot / 2}"/>`,
      arrow(pathOf(points)),
    ]),
    ...[...arrows.keys()].map(arrow),
    // Above the arrows: those that lead into a state pass below what its box says.
    ...chart.states.flatMap((state) => boxTexts(chart, layout, state)),
    ...chart.transitions.flatMap((transition) => {
      const place = layout.transitions[transition.id];
      if (!place || place.points.length === 0) return [];
      const { textAnchor, x } = labelAt(place);
      return labelLines(chart, transition).map((text, index) => {
        const y = place.label.y + (index + 1) * sizes.line.height - 3;
        return textAt(text, sizes.line.font, { class: `label${index === 0 ? ' event' : ''}`, 'text-anchor': textAnchor, x, y });
      });
    }),
    '</svg>',
    '',
  ].join('\n');
}

function box(chart: ChartModel, layout: ChartLayout, state: ChartState): readonly string[] {
  const place = layout.states[state.id];
  if (!place) return [];
  const { x, y, width, height } = place;
  const parent = chart.states.find(({ id }) => id === state.parent);
  const kinds = ['state', hasInnerStates(chart, state) && 'around', parent?.type === 'parallel' && 'region'];
  return [
    `<rect class="${kinds.filter(Boolean).join(' ')}" x="${x}" y="${y}" width="${width}" height="${height}" rx="8"/>`,
    ...(state.type === 'final' ? [`<rect class="end" x="${x + 3}" y="${y + 3}" width="${width - 6}" height="${height - 6}" rx="6"/>`] : []),
  ];
}

function boxTexts(chart: ChartModel, layout: ChartLayout, state: ChartState): readonly string[] {
  const place = layout.states[state.id];
  if (!place) return [];
  const textX = place.x + sizes.padding;
  const firstLine = place.y + sizes.padding + sizes.title.height;
  const hasInner = hasInnerStates(chart, state);
  const around = hasInner ? ' outside' : '';
  return [
    ...(hasInner ? header(place, headerHeight(chart, state)) : []),
    textAt(state.key, sizes.title.font, { class: `name${around}`, x: textX, y: firstLine - 5 }),
    ...boxLines(chart, state).map(({ text }, index) =>
      textAt(text, sizes.line.font, { class: `line${around}`, x: textX, y: firstLine + (index + 1) * sizes.line.height - 4 }),
    ),
  ];
}

/** Drawn over the arrows that lead into the box: none crosses its texts, and each is seen again below it. */
function header({ x, y, width }: ChartLayout['states'][string], height: number): readonly string[] {
  return [
    `<rect class="header" x="${x + 1}" y="${y + 1}" width="${width - 2}" height="${height - 1}" rx="7"/>`,
    `<path class="divider" d="M${x} ${y + height}h${width}"/>`,
  ];
}

/** As wide as in the console's font: where another one stands in for it, as on a device without it, no text leaves its box. */
function textAt(text: string, fontSize: number, attributes: Readonly<Record<string, string | number>>): string {
  const width = round(textWidth(text, fontSize, fontSize === sizes.title.font));
  const all = Object.entries({ ...attributes, textLength: width, lengthAdjust: 'spacingAndGlyphs' });
  return `<text ${all.map(([name, value]) => `${name}="${value}"`).join(' ')}>${escapeXml(text)}</text>`;
}

/** Where the lines of a label begin, or end. */
export function labelAt({ points, label }: ChartLayout['transitions'][string]): {
  readonly textAnchor: 'start' | 'end';
  readonly x: number;
} {
  if (!isLeftOf(label, points)) return { textAnchor: 'start', x: label.x + sizes.labelGap };
  return { textAnchor: 'end', x: label.x + label.width - sizes.labelGap };
}

function arrow(path: string): string {
  return `<path class="arrow" d="${path}" marker-end="url(#head)"/>`;
}

/** An arrow through these corners, with the corners rounded. */
export function pathOf(points: ChartLayout['transitions'][string]['points']): string {
  return points
    .map(([x, y], index) => {
      const before = points[index - 1];
      const after = points[index + 1];
      if (!before) return `M${x} ${y}`;
      if (!after) return `L${x} ${y}`;
      const near = (to: readonly [number, number]): string => {
        const length = Math.hypot(to[0] - x, to[1] - y);
        const share = length === 0 ? 0 : Math.min(6, length / 2) / length;
        return `${round(x + (to[0] - x) * share)} ${round(y + (to[1] - y) * share)}`;
      };
      return `L${near(before)}Q${x} ${y} ${near(after)}`;
    })
    .join('');
}

const round = (value: number): number => Math.round(value * 10) / 10;
