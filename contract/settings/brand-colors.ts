import { rgbOf } from './contrast.ts';
import type { Option } from '../fields/field.ts';

/** The named colours of headers, footers and banners. They are computed from the website's branding. */
export const brandColorOptions: readonly Option[] = [
  { value: 'primary-500', label: 'Primary', brand: { setting: 'primary_color', shade: 'base' } },
  { value: 'primary-600', label: 'Primary Light', brand: { setting: 'primary_color', shade: 'light' } },
  { value: 'primary-400', label: 'Primary Dark', brand: { setting: 'primary_color', shade: 'dark' } },
  { value: 'secondary-500', label: 'Secondary', brand: { setting: 'secondary_color', shade: 'base' } },
  { value: 'secondary-600', label: 'Secondary Light', brand: { setting: 'secondary_color', shade: 'light' } },
  { value: 'secondary-400', label: 'Secondary Dark', brand: { setting: 'secondary_color', shade: 'dark' } },
  { value: 'white', label: 'White', color: '#ffffff', hoverColor: '#e6e6e6' },
  { value: 'dark', label: 'Black', color: '#000000', hoverColor: '#333333' },
];

export interface BrandSwatch {
  /** `#rrggbb` */
  readonly color: string;
  readonly hoverColor: string;
}

const shades = { base: 0, light: 0.2, dark: -0.2 } as const;
const hoverStep = -0.12;

/**
 * The colours of a theme colour, normal and on hover. `brandColor` returns the website's own `#rrggbb` colours; null where the option names
 * one that is not set.
 */
export function swatchOf(option: Option, brandColor: (setting: 'primary_color' | 'secondary_color') => string | null): BrandSwatch | null {
  if (!option.brand) return option.color === undefined ? null : { color: option.color, hoverColor: option.hoverColor ?? option.color };
  const base = brandColor(option.brand.setting);
  const color = base === null ? null : mixed(base, shades[option.brand.shade]);
  const hoverColor = color === null ? null : mixed(color, hoverStep);
  return color === null || hoverColor === null ? null : { color, hoverColor };
}

/** Moves a colour towards white (above 0) or black (below 0), by a share from -1 to 1. */
function mixed(color: string, share: number): string | null {
  const rgb = rgbOf(color);
  if (!rgb) return null;
  const goal = share > 0 ? 255 : 0;
  const parts = rgb.map((part) => Math.round(part + (goal - part) * Math.abs(share)));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
