import { profilePageSections } from './profile-page.ts';
import { settingsScreen } from './screen.ts';

export const agencyPageSettings = settingsScreen({
  id: 'agency-page-settings',
  path: 'agency-landing-page',
  title: 'Agency Page Settings',
  category: 'agency_landing_page_info',
  sections: profilePageSections('agency'),
  events: { save: 'updated agency page settings' },
});
