import { contrastWarnings } from './contrast-warnings.ts';
import { hints } from './hints.ts';
import { limits } from '../limits.ts';
import type { Condition, Field } from '../fields/field.ts';
import { pictureTypes } from './picture-types.ts';
import { settingsScreen } from './screen.ts';

const classic: Condition = { theme: ['byron'] };
const modern: Condition = { theme: ['versatile', 'minimal'] };
const color = (key: string, label: string, help?: string): Field => ({ kind: 'color', key, label, ...(help ? { help } : {}) });

const logo = (key: string, label: string, when?: Condition): Field => ({
  kind: 'image',
  key,
  label,
  accept: pictureTypes,
  help: 'Max 5 MB.',
  ...(when ? { when } : {}),
});
const logoSize = (key: string, label: string): Field => ({
  kind: 'number',
  key,
  label,
  min: 1,
  max: limits.logoPixels,
  step: 1,
  help: `Width in pixels, at most ${limits.logoPixels}.`,
  when: modern,
});

/** A font is an address: a stylesheet of a cloud service, or a font file, whose file name then names the font. */
const cloudFont = '^https?://(?![^?#]*\\.(?:woff2?|ttf|otf)(?:[?#]|$))';
const font = (part: 'heading' | 'body', label: string): readonly Field[] => [
  {
    kind: 'url',
    accepts: 'any',
    key: `custom_${part}_font`,
    label: `${label} font`,
    help: 'The address of a cloud font (Google Fonts, Adobe Fonts), or of a font file.',
  },
  {
    kind: 'text',
    key: `custom_${part}_font_name`,
    label: `${label} font name`,
    help: 'Required for cloud fonts, otherwise optional.',
    requiredWhen: { field: `custom_${part}_font`, matches: cloudFont },
  },
];

export const companyBranding = settingsScreen({
  id: 'company-branding',
  path: 'design/styles',
  title: 'Company Branding',
  category: 'style',
  preview: true,
  toasts: { saved: 'Theme settings successfully updated', failedTitle: null },
  warnings: contrastWarnings([
    ['primary_font_color', 'primary_color'],
    ['property_banner_text_color', 'property_banner_color'],
  ]),
  hints,
  sections: [
    {
      title: 'Colours',
      fields: [
        color('primary_color', 'Primary colour'),
        color('secondary_color', 'Secondary colour'),
        color('primary_font_color', 'Primary font colour', 'Text that stands on the primary colour.'),
      ],
    },
    {
      title: 'Listings',
      when: modern,
      fields: [
        color('gallery_background_color', 'Gallery background colour'),
        color('property_banner_color', 'Property banner colour'),
        color('property_banner_text_color', 'Property banner text colour'),
      ],
    },
    { title: 'Custom fonts', fields: [...font('heading', 'Heading'), ...font('body', 'Body')] },
    {
      title: 'Logos',
      fields: [
        logo('desktop_logo', 'Primary logo'),
        logoSize('desktop_logo_size', 'Primary logo size'),
        logo('mobile_logo', 'Mobile logo'),
        logoSize('mobile_logo_size', 'Mobile logo size'),
        logo('secondary_logo', 'Secondary logo'),
        logoSize('secondary_logo_size', 'Secondary logo size'),
        logo('tertiary_logo', 'Tertiary logo', modern),
        logoSize('tertiary_logo_size', 'Tertiary logo size'),
        {
          kind: 'text',
          key: 'logo_alt_text',
          label: 'Logo alt text',
          help: 'What screen readers say for the logo. If empty, the site title.',
        },
        { kind: 'checkbox', key: 'boxed_logo', label: 'Boxed logo', help: 'The logo stands in a box of its own.', when: classic },
      ],
    },
  ],
  events: { save: 'updated company branding' },
});
