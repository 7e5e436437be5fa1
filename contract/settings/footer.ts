import { contrastWarnings } from './contrast-warnings.ts';
import { withDialWarnings } from './dial-warnings.ts';
import { hints } from './hints.ts';
import { footerBlockKey } from '../blocks/footer-block.ts';
import { limits } from '../limits.ts';
import { brandColorOptions } from './brand-colors.ts';
import type { Condition, Field } from '../fields/field.ts';
import { settingsScreen } from './screen.ts';

const classic: Condition = { theme: ['byron'] };
const modern: Condition = { theme: ['versatile', 'minimal'] };
const text = (key: string, label: string, more: Pick<Field, 'help' | 'when'> = {}): Field => ({ kind: 'text', key, label, ...more });
const menuHelp = `Footer menus are restricted to ${limits.footerMenuItems} items.`;

/** One form for all themes: classic has fewer choices and more about the agency, the others more about the look. */
export const footer = settingsScreen({
  id: 'footer',
  path: 'design/footer',
  title: 'Footer Settings',
  category: 'style',
  preview: { reveal: footerBlockKey },
  toasts: { saved: 'Theme settings successfully updated' },
  warnings: withDialWarnings(['footer_phone'], contrastWarnings([['footer_font_color', 'footer_background_color']])),
  hints,
  sections: [
    {
      title: 'Logo',
      fields: [
        {
          kind: 'logo',
          key: 'unique_footer_logo',
          label: 'Footer logo',
          options: [
            { value: 'desktop_logo', label: 'Primary Logo' },
            { value: 'secondary_logo', label: 'Secondary Logo' },
            { value: 'tertiary_logo', label: 'Tertiary Logo', themes: ['versatile', 'minimal'] },
          ],
          default: 'desktop_logo',
          otherIsDefault: true,
        },
        {
          kind: 'themeColor',
          key: 'footer_background_color',
          label: 'Background colour',
          options: brandColorOptions,
          default: 'primary-500',
          when: modern,
        },
        { kind: 'themeColor', key: 'footer_font_color', label: 'Font colour', options: brandColorOptions, default: 'white', when: modern },
        {
          kind: 'url',
          accepts: 'any',
          key: 'footer_logo_link_url',
          label: 'Logo link URL',
          help: 'A full address, or a path such as /contact-us.',
        },
        {
          kind: 'select',
          key: 'footer_logo_link_target',
          label: 'Logo link target',
          options: [
            { value: '_self', label: 'Same tab (_self)' },
            { value: '_blank', label: 'New tab (_blank)' },
          ],
          default: '_self',
        },
        text('footer_tagline', 'Tagline', { when: modern }),
      ],
    },
    {
      title: 'Contact details',
      fields: [
        { kind: 'checkbox', key: 'hide_agency_details', label: 'Hide agency details', when: classic },
        { kind: 'checkbox', key: 'footer_hide_contact_details', label: 'Hide contact details column', when: modern },
        text('contact_details_title', 'Contact details title', { when: modern }),
        text('footer_address_line_1', 'Address line 1'),
        text('footer_address_line_2', 'Address line 2'),
        { kind: 'text', key: 'footer_postcode', label: 'Postcode', maxLength: limits.postcodeCharacters },
        text('footer_state', 'State'),
        text('footer_country', 'Country', { when: classic }),
        { kind: 'telephone', key: 'footer_phone', label: 'Phone', help: 'Visitors tap a number to call it. Put a comma between two.' },
        { kind: 'telephone', key: 'footer_fax', label: 'Fax', when: classic },
        { kind: 'email', key: 'footer_email', label: 'Email' },
        text('footer_agency_name', 'Agency name', { when: classic }),
        { kind: 'multiline', key: 'footer_agency_opening_hours', label: 'Opening hours', rows: 3, when: classic },
      ],
    },
    {
      title: 'Quick links',
      when: modern,
      fields: [
        text('quick_links_title', 'Quick links title'),
        { kind: 'menu', key: 'quick_links_menu', label: 'Quick links menu', help: menuHelp },
      ],
    },
    {
      title: 'Form',
      fields: [
        { kind: 'form', key: 'footer_form', label: 'Form', help: 'Choose No form to leave it out.' },
        {
          kind: 'checkbox',
          key: 'include_footer_form_inner_pages',
          label: 'Include form block on inner pages',
          help: 'Otherwise it is only on the homepage.',
          when: classic,
        },
      ],
    },
    {
      title: 'Legal',
      fields: [
        text('legal_menu_title', 'Legal menu title', { when: modern }),
        { kind: 'menu', key: 'legal_menu', label: 'Legal menu', help: menuHelp },
        { kind: 'checkbox', key: 'display_terms_and_conditions', label: 'Display terms and conditions', when: classic },
        { kind: 'checkbox', key: 'display_privacy_policy', label: 'Display privacy policy', when: classic },
        { kind: 'multiline', key: 'legal_disclaimer', label: 'Legal disclaimer' },
      ],
    },
  ],
  events: { page: 'Footer behaviour', save: 'updated footer' },
});
