import type { Light } from './light.ts';
import { oval, rect, shape } from './svg.ts';

export const glazed = (x: number, y: number, width: number, height: number, trim: string, panes = 2) => {
  const bars = Array.from({ length: panes - 1 }, (_, i) => rect(x + ((i + 1) * width) / panes - 2, y, 4, height, trim)).join('');
  return `${rect(x - 7, y - 7, width + 14, height + 14, trim)}${rect(x, y, width, height, 'url(#glass)')}${shape(`M${x} ${y + height} L${x + width * 0.55} ${y} H${x + width * 0.8} L${x + width * 0.25} ${y + height}Z`, '#ffffff', 'opacity=".18"')}${bars}`;
};

export const tree = (x: number, ground: number, size: number, [dark, light]: Light['leaf']) =>
  `${rect(x - size * 0.06, ground - size * 0.7, size * 0.12, size * 0.7, '#6d5544')}${oval(x, ground - size, size * 0.42, size * 0.52, dark)}${oval(x - size * 0.12, ground - size * 1.12, size * 0.26, size * 0.3, light)}`;
export const cypress = (x: number, ground: number, size: number, [dark]: Light['leaf']) =>
  shape(
    `M${x} ${ground - size * 1.5} Q${x + size * 0.26} ${ground - size * 0.5} ${x + size * 0.12} ${ground} H${x - size * 0.12} Q${x - size * 0.26} ${ground - size * 0.5} ${x} ${ground - size * 1.5}Z`,
    dark,
  );
export const hedge = (x: number, ground: number, width: number, [dark, light]: Light['leaf']) =>
  `${rect(x, ground - 46, width, 46, dark, 'rx="18"')}${rect(x + 8, ground - 46, width - 16, 18, light, 'rx="9" opacity=".6"')}`;
