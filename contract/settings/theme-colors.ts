import type { ThemeKey } from '../entities/website.ts';
import { contrastRatio } from './contrast.ts';

/** The theme's own colours, for branding without a colour, or with an invalid one. */
export const themeColors = {
  versatile: { primary_color: '#16324f', secondary_color: '#c8843b' },
  byron: { primary_color: '#22382f', secondary_color: '#b08d57' },
  minimal: { primary_color: '#1c1c1c', secondary_color: '#8c6a4f' },
} as const satisfies Record<ThemeKey, unknown>;

/** White or near black, whichever is easier to read on the colour. */
export function readableOn(color: string): string {
  const [white, dark] = ['#ffffff', '#111111'] as const;
  return (contrastRatio(white, color) ?? 0) >= (contrastRatio(dark, color) ?? 0) ? white : dark;
}
