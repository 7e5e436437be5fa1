import { landingBanner } from './landing-banner.ts';
import { settingsScreen } from './screen.ts';

export const projectsIndexPage = settingsScreen({
  id: 'projects-index-page',
  path: 'projects-landing-page',
  title: 'Projects Index Page',
  category: 'project_landing_page_info',
  sections: [
    { title: 'Cover Banner', fields: landingBanner('projects_landing_page') },
    {
      title: 'Introduction',
      fields: [
        { kind: 'text', key: 'projects_title', label: 'Title', required: true },
        { kind: 'multiline', key: 'projects_description', label: 'Description', required: true },
      ],
    },
  ],
  events: { page: 'Projects Index Page', save: 'updated projects landing page' },
});
