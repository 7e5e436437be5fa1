import type { Sequence } from '../state-flows/sequence.ts';
import { escapeXml } from './scxml.ts';
import { textWidth } from './text-width.ts';

/** A sequence as a Mermaid `sequenceDiagram`. */
export function sequenceMermaid({ participants, messages }: Sequence): string {
  const nameOf = new Map(participants.map(({ id }, index) => [id, `p${index + 1}`]));
  return `${[
    'sequenceDiagram',
    ...participants.map(({ id, title }) => `  participant ${nameOf.get(id)} as ${plain(title)}`),
    ...messages.flatMap(({ from, to, text, after }) => [
      `  ${nameOf.get(from)}->>${nameOf.get(to)}: ${plain(text)}`,
      ...(after === '' ? [] : [`  Note over ${nameOf.get(to)}: ${plain(after)}`]),
    ]),
  ].join('\n')}\n`;
}

/** Mermaid ends a text at `;` and `#`, and a line break ends the statement. */
const plain = (text: string): string => text.replaceAll(/[#;\n\r]/gu, (sign) => (sign === '#' ? '#35;' : sign === ';' ? '#59;' : ' '));

/** In px. */
const sizes = { font: 11, row: 40, head: 44, padding: 12, column: 150 };

const css = `
  :root { --back: #ffffff; --box: #f6f7f9; --line: #8a93a3; --text: #1b2330; --soft: #4a5568; }
  @media (prefers-color-scheme: dark) { :root { --back: #12161d; --box: #1a202a; --line: #66738a; --text: #eef1f6; --soft: #b9c2d0; } }
  .back { fill: var(--back); }
  .box { fill: var(--box); stroke: var(--line); }
  .life { stroke: var(--line); stroke-dasharray: 3 4; }
  .arrow { fill: none; stroke: var(--soft); stroke-width: 1.25; }
  .head { fill: var(--soft); }
  text { font-family: Inter, 'Segoe UI', system-ui, sans-serif; font-size: ${sizes.font}px; fill: var(--text); text-anchor: middle;
    paint-order: stroke; stroke: var(--back); stroke-width: 3px; }
  .after { fill: var(--soft); }
`;

/** The same as a picture that stands by itself. `title`: what it is called where it can't be seen. */
export function sequenceSvg({ participants, messages }: Sequence, title: string): string {
  const texts = [...participants.map((each) => each.title), ...messages.flatMap(({ text, after }) => [text, after])];
  const column = Math.max(sizes.column, ...texts.map((text) => Math.ceil(textWidth(text, sizes.font)) + 2 * sizes.padding));
  const middle = new Map(participants.map(({ id }, index) => [id, column * (index + 0.5)]));
  const [width, height] = [column * participants.length, sizes.head + sizes.row * (messages.length + 1)];
  const textAt = (text: string, x: number, y: number, kind = '') => `<text${kind} x="${x}" y="${y}">${escapeXml(text)}</text>`;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escapeXml(title)}</title>`,
    `<style>${css}</style>`,
    '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path class="head" d="M0 0.5 8 4 0 7.5z"/></marker></defs>',
    `<rect class="back" width="${width}" height="${height}"/>`,
    ...participants.flatMap(({ id, title: name }) => {
      const x = middle.get(id) ?? 0;
      return [
        `<path class="life" d="M${x} ${sizes.head}V${height}"/>`,
        `<rect class="box" x="${x - column / 2 + 6}" y="6" width="${column - 12}" height="${sizes.head - 12}" rx="6"/>`,
        textAt(name, x, sizes.head / 2 + 4),
      ];
    }),
    ...messages.flatMap(({ from, to, text, after }, index) => {
      const [start, end, y] = [middle.get(from) ?? 0, middle.get(to) ?? 0, sizes.head + sizes.row * (index + 1) - 14];
      const arrow = start === end ? `M${start} ${y - 6}h26v12h-24` : `M${start} ${y}H${end}`;
      return [
        `<path class="arrow" d="${arrow}" marker-end="url(#head)"/>`,
        textAt(text, (start + end) / 2, y - 5),
        ...(after === '' ? [] : [textAt(`→ ${after}`, end, y + 16, ' class="after"')]),
      ];
    }),
    '</svg>',
  ].join('\n')}\n`;
}
