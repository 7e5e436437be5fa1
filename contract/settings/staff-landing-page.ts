import { hideFilter, landingBanner } from './landing-banner.ts';
import { settingsScreen } from './screen.ts';

const prefix = 'staff_landing_page';

export const staffLandingPage = settingsScreen({
  id: 'staff-landing-page',
  path: 'staff-landing-page',
  title: 'Staff Landing Page',
  category: 'staff_landing_page_info',
  sections: [
    { title: 'Banner', fields: landingBanner(prefix) },
    {
      title: 'Filter',
      fields: [
        hideFilter(prefix, 'the staff'),
        {
          kind: 'radio',
          key: `${prefix}_filter_type`,
          label: 'Filter type',
          required: true,
          options: [
            { value: 'location', label: 'Location' },
            { value: 'team', label: 'Team' },
          ],
          default: 'location',
        },
        {
          kind: 'radio',
          key: `${prefix}_filter_sorting`,
          label: 'Filter sorting',
          required: true,
          options: [
            { value: 'default', label: 'Default' },
            { value: 'alphabetical', label: 'Alphabetical' },
          ],
          default: 'default',
        },
      ],
    },
  ],
  events: { save: 'updated staff landing page' },
});
