import { brandColorOptions } from './brand-colors.ts';
import type { Field } from '../fields/field.ts';
import { opacityHint } from '../fields/number.ts';
import { pictureTypes } from './picture-types.ts';

interface BannerOptions {
  /** False for the one page without a subtitle. */
  readonly subtitle?: boolean;
  /** Prefix of the labels where a screen has two banners. */
  readonly of?: string;
}

/** The banner group of a landing page, by the prefix of its keys. Everything but the picture is required. */
export function landingBanner(prefix: string, { subtitle = true, of }: BannerOptions = {}): readonly Field[] {
  const named = (label: string): string => (of === undefined ? label : `${of} ${label.charAt(0).toLowerCase()}${label.slice(1)}`);
  const subtitleField: Field = { kind: 'text', key: `${prefix}_subtitle`, label: named('Subtitle'), required: true };
  return [
    { kind: 'text', key: `${prefix}_banner_title`, label: named('Banner title'), required: true },
    ...(subtitle ? [subtitleField] : []),
    { kind: 'image', key: `${prefix}_cover_image`, label: named('Cover image'), accept: pictureTypes },
    {
      kind: 'themeColor',
      key: `${prefix}_banner_color`,
      label: named('Banner colour'),
      required: true,
      options: brandColorOptions,
      default: 'primary-500',
      help: 'Behind the title, and laid over the cover image.',
    },
    {
      kind: 'opacity',
      key: `${prefix}_banner_color_tint`,
      label: named('Banner colour tint'),
      required: true,
      default: 0.3,
      help: opacityHint,
    },
  ];
}

export function hideFilter(prefix: string, what: string): Field {
  return { kind: 'checkbox', key: `${prefix}_hide_filter`, label: 'Hide filter', help: `Visitors then can't filter ${what}.` };
}
