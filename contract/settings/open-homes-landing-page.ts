import { hideFilter, landingBanner } from './landing-banner.ts';
import { settingsScreen } from './screen.ts';

const prefix = 'openhomes_landing_page';

export const openHomesLandingPage = settingsScreen({
  id: 'open-homes-landing-page',
  path: 'openhomes-landing-page',
  title: 'Open Homes Landing Page',
  category: 'openhomes_landing_page_info',
  sections: [
    { title: 'Open homes', fields: landingBanner(prefix) },
    { title: 'Filter', fields: [hideFilter(prefix, 'the open homes')] },
    {
      title: 'Auctions',
      description: 'The page that lists coming auctions.',
      fields: landingBanner('auctions_landing_page', { of: 'Auctions' }),
    },
  ],
  events: { save: 'updated open homes landing page' },
});
