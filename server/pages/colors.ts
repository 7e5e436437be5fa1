import { brandColorVariantOptions } from '#contract/blocks/options.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import { brandColorOptions, swatchOf } from '#contract/settings/brand-colors.ts';
import { readableOn, themeColors } from '#contract/settings/theme-colors.ts';
import { type ColorName, colorNames, type ColorPair } from '../themes/page-model.ts';
import { type SiteSettings, soundColor } from './site-settings.ts';

type Colors = Readonly<Record<ColorName, string>>;

export interface BrandPalette {
  readonly colors: Colors;
  readonly on: Colors;
  /** A named colour (`primary-500`) or `#rrggbb`, with its hover colour; null where it is neither. */
  readonly pair: (named: string) => ColorPair | null;
}

/** The colours that follow from a website's branding. */
export function brandColors(settings: SiteSettings, theme: ThemeKey): BrandPalette {
  const base = (setting: 'primary_color' | 'secondary_color') => settings.color(setting) ?? themeColors[theme][setting];
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
