import { contrastWarnings } from './contrast-warnings.ts';
import { withDialWarnings } from './dial-warnings.ts';
import { hints } from './hints.ts';
import type { ThemeKey } from '../entities/website.ts';
import { headerPartKey } from '../blocks/footer-block.ts';
import { brandColorOptions } from './brand-colors.ts';
import type { Condition, Field, FieldOf } from '../fields/field.ts';
import { upperFirst } from '../upper-first.ts';
import { headerMenu } from './menu-locations.ts';
import { settingsScreen } from './screen.ts';

const byron: Condition = { theme: ['byron'] };
const minimal: Condition = { theme: ['minimal'] };
const modern: Condition = { theme: ['versatile', 'minimal'] };

/** For every theme where none is named. A colour is always one of the eight; the first choice is the theme's original look. */
const color = (key: string, first: string, ...themes: readonly ThemeKey[]): Field => ({
  kind: 'themeColor',
  key,
  label: upperFirst(key).replaceAll('_', ' ').replace('color', 'colour'),
  options: brandColorOptions,
  default: first,
  required: true,
  ...(themes.length > 0 ? { when: { theme: themes } } : {}),
});

const logo = (key: string, label: string, first: string, help: string): FieldOf<'logo'> => ({
  kind: 'logo',
  key,
  label,
  help,
  options: [
    { value: 'desktop_logo', label: 'Primary Logo' },
    { value: 'secondary_logo', label: 'Secondary Logo' },
  ],
  default: first,
  otherIsDefault: true,
  when: modern,
});

/** One screen with three forms. It shares the menu with Menu Locations and the boxed logo with Company Branding: each is stored once. */
export const header = settingsScreen({
  id: 'header',
  path: 'design/header-behaviour',
  title: 'Header',
  category: 'style',
  preview: { reveal: headerPartKey },
  toasts: { saved: 'Theme settings successfully updated', failed: 'An unknown error has occurred' },
  warnings: withDialWarnings(
    ['header_phone'],
    contrastWarnings([
      ['menu_font_color', 'menu_background_color'],
      ['menu_font_hover_color', 'menu_background_color'],
      ['menu_overlay_font_color', 'menu_background_color'],
      ['header_font_color', 'header_background_color'],
      ['menu_item_hover_color', 'header_background_color'],
      ['menu_dropdown_font_color', 'menu_dropdown_background_color'],
      ['menu_dropdown_font_hover_color', 'menu_dropdown_background_color'],
      ['mobile_menu_font_color', 'mobile_menu_background_color'],
      // Byron's bar belongs to the menu; the others have a separate bar.
      ['contact_details_font_color', 'menu_background_color'],
      ['contact_details_font_color', 'header_background_color'],
    ]),
  ),
  hints,
  sections: [
    {
      title: 'Menu and behaviour',
      fields: [
        { ...headerMenu, category: 'form' },
        {
          kind: 'select',
          key: 'main_menu_style',
          label: 'Main menu style',
          help: 'An overlay opens over the whole page; an extended header shows the menu in the header.',
          options: [
            { value: 'overlay', label: 'Overlay' },
            { value: 'header', label: 'Extended header' },
          ],
          default: 'overlay',
          required: true,
          when: minimal,
        },
        {
          kind: 'select',
          key: 'header_behaviour',
          label: 'Header behaviour',
          help: 'Hide and seek hides the header while visitors scroll down, and shows it again when they scroll up. Full stick always shows it.',
          options: [
            { value: 'hide_and_seek', label: 'Hide and seek' },
            { value: 'full_stick', label: 'Full stick' },
          ],
          default: 'full_stick',
          required: true,
        },
        {
          kind: 'url',
          accepts: 'any',
          key: 'versatile_header_contact_link',
          label: 'Contact link',
          help: 'A path such as /contact-us.',
          placeholder: '/contact-us',
          when: { theme: ['versatile'] },
        },
        {
          kind: 'select',
          key: 'blog_feature_size',
          label: 'Blog feature image size',
          help: 'Cover fills the frame and may crop the image. Contain shows all of the image.',
          options: [
            { value: 'cover', label: 'Cover' },
            { value: 'contain', label: 'Contain' },
          ],
          default: 'cover',
          required: true,
        },
      ],
    },
    {
      title: 'Logo',
      fields: [
        logo('default_header_logo', 'Default header logo', 'desktop_logo', 'On the header’s own background.'),
        logo('transparent_header_logo', 'Transparent header logo', 'secondary_logo', 'Over the cover of the homepage.'),
        { kind: 'checkbox', key: 'boxed_logo', label: 'Boxed logo', help: 'The logo stands in a box of its own.', when: byron },
      ],
    },
    {
      title: 'Header colours',
      fields: [
        color('header_background_color', 'white', 'versatile', 'minimal'),
        color('header_font_color', 'dark', 'versatile', 'minimal'),
        color('menu_item_hover_color', 'primary-500', 'versatile', 'minimal'),
        color('menu_background_color', 'white', 'byron', 'minimal'),
        color('menu_font_color', 'dark', 'byron'),
        color('menu_font_hover_color', 'primary-500', 'byron'),
        color('menu_overlay_font_color', 'dark', 'minimal'),
        color('header_accent_color', 'secondary-500', 'byron'),
      ],
    },
    {
      title: 'Dropdown colours',
      when: { theme: ['byron', 'versatile'] },
      fields: [
        color('menu_dropdown_background_color', 'white'),
        color('menu_dropdown_font_color', 'dark'),
        color('menu_dropdown_font_hover_color', 'primary-500'),
      ],
    },
    {
      title: 'Mobile menu',
      when: { theme: ['versatile'] },
      fields: [color('mobile_menu_background_color', 'primary-500'), color('mobile_menu_font_color', 'white')],
    },
    {
      title: 'Over the cover',
      description: 'On the homepage the header can stand over the cover, without a background, until the page is scrolled.',
      fields: [
        { kind: 'checkbox', key: 'transparent_header', label: 'Transparent header', when: byron },
        { kind: 'checkbox', key: 'disable_transparent_header', label: 'Disable transparent header', when: modern },
        { kind: 'checkbox', key: 'transparent_header_hide_logo', label: 'Hide the logo while the header is transparent' },
        color('transparent_header_font_color', 'white', 'byron', 'versatile'),
        color('homepage_font_color', 'white', 'minimal'),
      ],
    },
    {
      title: 'Contact details',
      fields: [
        { kind: 'checkbox', key: 'show_contact_details', label: 'Show contact details' },
        color('contact_details_font_color', 'dark', 'byron', 'versatile'),
        { kind: 'telephone', key: 'header_phone', label: 'Phone', help: 'Visitors tap a number to call it. Put a comma between two.' },
        { kind: 'email', key: 'header_email', label: 'Email' },
        { kind: 'text', key: 'header_address', label: 'Address' },
      ],
    },
  ],
  events: { page: 'Header behaviour', save: 'updated header' },
});
