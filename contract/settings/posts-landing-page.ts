import { hideFilter, landingBanner } from './landing-banner.ts';
import { settingsScreen } from './screen.ts';

const prefix = 'posts_landing_page';

export const postsLandingPage = settingsScreen({
  id: 'posts-landing-page',
  path: 'posts-landing-page',
  title: 'Posts Landing Page',
  category: 'posts_landing_page_info',
  sections: [
    { title: 'Banner', fields: landingBanner(prefix) },
    { title: 'Filter', fields: [hideFilter(prefix, 'the posts')] },
  ],
  events: { save: 'updated posts landing page' },
});
