import { brandColorVariantOptions } from '#contract/blocks/options.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import { brandColorOptions, swatchOf } from '#contract/settings/brand-colors.ts';
import { contrastRatio } from '#contract/settings/contrast.ts';
import { type ColorName, colorNames, type ColorPair } from '../themes/page-model.ts';
import { type SiteSettings, soundColor } from './site-settings.ts';

/** For branding without a colour, or with an invalid one. */
const ownColors = {
  versatile: { primary_color: '#16324f', secondary_color: '#c8843b' },
  byron: { primary_color: '#22382f', secondary_color: '#b08d57' },
  minimal: { primary_color: '#1c1c1c', secondary_color: '#8c6a4f' },
} as const satisfies Record<ThemeKey, unknown>;

type Colors = Readonly<Record<ColorName, string>>;

export interface BrandPalette {
  readonly colors: Colors;
  readonly on: Colors;
  /** A named colour (`primary-500`) or `#rrggbb`, with its hover colour; null where it is neither. */
  readonly pair: (named: string) => ColorPair | null;
}

/** The colours that follow from a website's branding. */
export function brandColors(settings: SiteSettings, theme: ThemeKey): BrandPalette {
  const base = (setting: 'primary_color' | 'secondary_color') => settings.color(setting) ?? ownColors[theme][setting];
  const colors = byName((name) => {
    const option = brandColorVariantOptions.find(({ value }) => value === name);
    return (option && swatchOf(option, base)?.color) ?? '#000000';
  });
  const onPrimary = settings.color('primary_font_color');
  return {
    colors,
    on: byName((name) => (name === 'primary' && onPrimary ? onPrimary : readableOn(colors[name]))),
    pair: (named) => {
      const own = soundColor(named);
      const option = own === null ? brandColorOptions.find(({ value }) => value === named) : { value: named, label: named, color: own };
      const swatch = option ? swatchOf(option, base) : null;
      return swatch && { color: swatch.color, hover: swatch.hoverColor };
    },
  };
}

function byName(colorOf: (name: ColorName) => string): Colors {
  const [primary, primaryLight, primaryDark, secondary, secondaryLight, secondaryDark, white, black] = colorNames;
  return {
    [primary]: colorOf(primary),
    [primaryLight]: colorOf(primaryLight),
    [primaryDark]: colorOf(primaryDark),
    [secondary]: colorOf(secondary),
    [secondaryLight]: colorOf(secondaryLight),
    [secondaryDark]: colorOf(secondaryDark),
    [white]: colorOf(white),
    [black]: colorOf(black),
  };
}

function readableOn(color: string): string {
  const [white, dark] = ['#ffffff', '#111111'] as const;
  return (contrastRatio(white, color) ?? 0) >= (contrastRatio(dark, color) ?? 0) ? white : dark;
}
