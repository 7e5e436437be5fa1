import { profilePageSections } from './profile-page.ts';
import { settingsScreen } from './screen.ts';

export const staffPageSettings = settingsScreen({
  id: 'staff-page-settings',
  path: 'staff-page-settings',
  title: 'Staff Page Settings',
  category: 'staff_page_info',
  sections: profilePageSections('staff'),
  events: { save: 'updated staff page settings' },
});
