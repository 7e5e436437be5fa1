import { landingBanner } from './landing-banner.ts';
import { settingsScreen } from './screen.ts';

export const listingsLandingPage = settingsScreen({
  id: 'listings-landing-page',
  path: 'listings-landing-page',
  title: 'Listings Landing Page',
  category: 'listings_landing_page_info',
  sections: [{ title: 'Banner', fields: landingBanner('listings_landing_page', { subtitle: false }) }],
  events: { save: 'updated listings landing page' },
});
