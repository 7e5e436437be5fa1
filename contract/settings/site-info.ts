import { hints } from './hints.ts';
import { settingsScreen } from './screen.ts';

export const siteInfo = settingsScreen({
  id: 'site-info',
  path: 'design/site-info',
  title: 'Site Info',
  category: 'site_info',
  hints,
  sections: [
    {
      title: 'Identity',
      fields: [
        { kind: 'text', key: 'site_title', label: 'Site title' },
        {
          kind: 'image',
          key: 'favicon',
          label: 'Favicon',
          accept: ['png', 'jpg', 'jpeg', 'ico'],
          help: "The small picture on a browser's tab.",
        },
        {
          kind: 'image',
          key: 'apple_touch_icon',
          label: 'Apple touch icon',
          accept: ['png'],
          help: 'PNG only. Shown when the website is added to the home screen of an Apple device.',
        },
        {
          kind: 'checkbox',
          key: 'disable_ios_phone_number_detection',
          label: 'Disable iOS phone number detection',
          help: 'iPhones then show phone numbers as plain text, and not as links.',
        },
      ],
    },
    {
      title: 'Listings',
      fields: [
        {
          kind: 'select',
          key: 'listing_types',
          label: 'Listing types',
          options: [
            { value: 'sale_and_rental', label: 'Sale & Rental' },
            { value: 'sale', label: 'Sale Only' },
            { value: 'rental', label: 'Rental Only' },
          ],
          default: 'sale_and_rental',
        },
        {
          kind: 'checkbox',
          key: 'mix_contract_available',
          label: 'Mix contract and available',
          help: 'Shows listings under contract among the available ones.',
        },
      ],
    },
    {
      title: 'Region',
      fields: [
        {
          kind: 'select',
          key: 'country',
          label: 'Country',
          options: ['AU', 'UK', 'NZ', 'UAE'].map((value) => ({ value, label: value })),
          default: 'AU',
        },
        {
          kind: 'select',
          key: 'suburb_formatter',
          label: 'Suburb formatter',
          options: [
            { value: 'no_formatting', label: 'No formatting' },
            { value: 'uppercase', label: 'Uppercase' },
            { value: 'capitalise', label: 'Capitalise' },
            { value: 'lowercase', label: 'Lowercase' },
          ],
          default: 'no_formatting',
        },
      ],
    },
  ],
  events: { save: 'updated site info' },
});
