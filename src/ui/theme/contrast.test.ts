import { describe, expect, it } from 'vitest';
import { colors, type Shade } from './colors.ts';

function channel(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function luminance(hex: string): number {
  const number = Number.parseInt(hex.slice(1), 16);
  return 0.2126 * channel(number >> 16) + 0.7152 * channel((number >> 8) & 255) + 0.0722 * channel(number & 255);
}

/** The contrast ratio of WCAG 2.2 between two colours `#rrggbb`: 1 to 21. */
function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

const { canvas, surface, text, border, accent, info, success, warning, danger, focus } = colors;
const grounds: Readonly<Record<string, Shade>> = {
  canvas: canvas.DEFAULT,
  surface: surface.DEFAULT,
  raised: surface.raised,
  sunken: surface.sunken,
  hover: surface.hover,
};
const statuses = { accent, info, success, warning, danger };

const pairs: [string, Shade, Shade, number][] = [];
for (const [name, ground] of Object.entries(grounds)) {
  pairs.push([`text on ${name}`, text.DEFAULT, ground, 4.5], [`muted text on ${name}`, text.muted, ground, 4.5]);
  pairs.push([`link on ${name}`, accent.text, ground, 4.5], [`error on ${name}`, danger.text, ground, 4.5]);
  pairs.push([`warning on ${name}`, warning.text, ground, 4.5], [`focus ring on ${name}`, focus.DEFAULT, ground, 3]);
}
for (const name of ['canvas', 'surface', 'raised'] as const)
  pairs.push([`control border on ${name}`, border.strong, grounds[name] ?? surface.DEFAULT, 3]);
for (const [name, status] of Object.entries(statuses)) {
  pairs.push([`${name}: text on its solid`, status.on, status.solid, 4.5]);
  pairs.push([`${name}: its text on its subtle`, status.text, status.subtle, 4.5]);
  pairs.push([`${name}: text on its subtle`, text.DEFAULT, status.subtle, 4.5]);
  pairs.push([`${name}: solid on surface`, status.solid, surface.DEFAULT, 3]);
}
pairs.push(['accent: text on hover', accent.on, accent.hover, 4.5], ['danger: text on hover', danger.on, danger.hover, 4.5]);

describe('contrast', () => {
  it('is the ratio that WCAG defines', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });

  it.each(pairs)('%s is enough in both themes', (_name, front, back, least) => {
    expect(contrast(front.light, back.light)).toBeGreaterThanOrEqual(least);
    expect(contrast(front.dark, back.dark)).toBeGreaterThanOrEqual(least);
  });
});
