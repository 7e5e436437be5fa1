/** Red, green and blue of `#rrggbb`, each 0 to 255; null for anything else. */
export function rgbOf(color: string): readonly [number, number, number] | null {
  const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/iu.exec(color.trim());
  if (!digits) return null;
  const [, red = '', green = '', blue = ''] = digits;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

/** WCAG's contrast of two colours `#rrggbb`, from 1 (the same) to 21 (black on white); null where one is no such colour. */
export function contrastRatio(one: string, other: string): number | null {
  const [a, b] = [luminance(one), luminance(other)];
  return a === null || b === null ? null : (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Relative luminance, 0 to 1, as WCAG 2.2 defines it. */
function luminance(color: string): number | null {
  const rgb = rgbOf(color);
  if (!rgb) return null;
  const [red, green, blue] = rgb.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}
