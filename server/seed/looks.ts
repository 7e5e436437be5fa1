import type { ThemeKey } from '#contract/entities/website.ts';
import type { LogoLook } from './scenes/logos.ts';

/** The differences between the demo agencies. */
export interface Look {
  readonly theme: ThemeKey;
  /** The first line of its logo and the second. */
  readonly name: readonly [string, string];
  readonly primary: string;
  readonly secondary: string;
  readonly logo: LogoLook['style'];
  /** The view at the top of its page, and the first houses that it sells. */
  readonly seed: number;
}

export const looks: Readonly<Record<'versatile' | 'byron' | 'minimal' | 'other', Look>> = {
  versatile: { theme: 'versatile', name: ['North Shore', 'Realty'], primary: '#1d3b53', secondary: '#c98a3c', logo: 'beside', seed: 0 },
  byron: { theme: 'byron', name: ['Byron Coastal', 'Property'], primary: '#22382f', secondary: '#b08d57', logo: 'classic', seed: 1 },
  minimal: { theme: 'minimal', name: ['Minim', 'Residential'], primary: '#1c1c1c', secondary: '#b0603f', logo: 'plain', seed: 2 },
  other: { theme: 'versatile', name: ['Harbour City', 'Homes'], primary: '#5a2340', secondary: '#3f8f8c', logo: 'beside', seed: 3 },
};
