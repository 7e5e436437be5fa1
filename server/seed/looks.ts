import type { ThemeKey } from '#contract/entities/website.ts';
import type { LogoLook } from './scenes/logos.ts';

/** What makes one demo agency look unlike another. */
export interface Look {
  readonly theme: ThemeKey;
  /** The first line of its logo and the second. */
  readonly words: readonly [string, string];
  readonly primary: string;
  readonly secondary: string;
  readonly logo: LogoLook['style'];
  /** Which view stands at the top of its page, and which houses it sells first. */
  readonly seed: number;
}

export const looks: Readonly<Record<'versatile' | 'byron' | 'minimal' | 'other', Look>> = {
  versatile: { theme: 'versatile', words: ['North Shore', 'Realty'], primary: '#1d3b53', secondary: '#c98a3c', logo: 'beside', seed: 0 },
  byron: { theme: 'byron', words: ['Byron Coastal', 'Property'], primary: '#22382f', secondary: '#b08d57', logo: 'classic', seed: 1 },
  minimal: { theme: 'minimal', words: ['Minim', 'Residential'], primary: '#1c1c1c', secondary: '#b0603f', logo: 'plain', seed: 2 },
  other: { theme: 'versatile', words: ['Harbour City', 'Homes'], primary: '#5a2340', secondary: '#3f8f8c', logo: 'beside', seed: 3 },
};
