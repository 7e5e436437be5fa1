import { hideFilter, landingBanner } from './landing-banner.ts';
import { settingsScreen } from './screen.ts';

const prefix = 'testimonials_landing_page';

export const testimonialsLandingPage = settingsScreen({
  id: 'testimonials-landing-page',
  path: 'testimonials-landing-page',
  title: 'Testimonials Landing Page',
  category: 'testimonials_landing_page_info',
  sections: [
    { title: 'Banner', fields: landingBanner(prefix) },
    { title: 'Filter', fields: [hideFilter(prefix, 'the testimonials')] },
  ],
  events: { save: 'updated testimonials landing page' },
});
