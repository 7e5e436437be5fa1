import { settingsScreen } from './screen.ts';

const network = (key: string, label: string, placeholder: string) => ({ kind: 'url', key, label, placeholder, accepts: 'web' }) as const;

export const socialLinks = settingsScreen({
  id: 'social-links',
  path: 'marketing/social',
  title: 'Social links',
  intro: 'Where visitors find your agency elsewhere. Leave a field empty to hide its icon.',
  category: 'social',
  sections: [
    {
      fields: [
        network('fb_link', 'Facebook URL', 'https://www.facebook.com/your-agency'),
        network('ig_link', 'Instagram URL', 'https://www.instagram.com/your-agency'),
        network('pinterest_link', 'Pinterest URL', 'https://www.pinterest.com/your-agency'),
        network('youtube_link', 'Youtube URL', 'https://www.youtube.com/@your-agency'),
        network('linkedin_link', 'Linkedin URL', 'https://www.linkedin.com/company/your-agency'),
        network('twitter_link', 'Twitter URL', 'https://twitter.com/your-agency'),
      ],
    },
  ],
  events: { save: 'updated social links' },
});
