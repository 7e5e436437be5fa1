import { facebookPixel, siteVerification, tagManager } from '../fields/text-format.ts';
import { bareCodeWarnings } from './custom-javascript.ts';
import { settingsScreen } from './screen.ts';

export const trackingCodes = settingsScreen({
  id: 'tracking-codes',
  path: 'marketing/tracking',
  title: 'Tracking codes',
  category: 'tracking',
  warnings: bareCodeWarnings(['tracking_snippets_code']),
  sections: [
    {
      title: 'Containers and codes',
      fields: [
        {
          kind: 'text',
          key: 'gtm_code',
          label: 'GTM container ID',
          placeholder: 'GTM-XXXXXXX',
          help: 'Google Tag Manager, your own container: its ID, or its whole code.',
          format: tagManager,
          maxLength: 100,
        },
        {
          kind: 'text',
          key: 'spoke_gtm_code',
          label: 'Marketing GTM container ID',
          placeholder: 'GTM-XXXXXXX',
          help: "A second container, for your provider's marketing product.",
          format: tagManager,
          maxLength: 100,
        },
        {
          kind: 'text',
          key: 'google_verification_code',
          label: 'Google verification code',
          help: 'The content of the google-site-verification tag, or the whole tag: its code is taken from it.',
          format: siteVerification,
          maxLength: 500,
        },
        {
          kind: 'text',
          key: 'fb_pixel_code',
          label: 'Facebook pixel',
          help: 'The digits of the pixel ID, or the whole code: its ID is taken from it.',
          format: facebookPixel,
          maxLength: 100,
        },
      ],
    },
    {
      title: 'Custom tracking snippets',
      fields: [
        {
          kind: 'code',
          language: 'html',
          key: 'tracking_snippets_code',
          label: 'Custom tracking snippets',
          help: 'Put on every page as it is. Include the script tags.',
        },
      ],
    },
  ],
  events: { save: 'updated tracking codes' },
});
