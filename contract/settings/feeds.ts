import { hints } from './hints.ts';
import { settingsScreen } from './screen.ts';

export const feeds = settingsScreen({
  id: 'feeds',
  path: 'marketing/feeds',
  title: 'Feeds',
  category: 'feeds',
  hints,
  sections: [
    {
      title: 'Blog Posts',
      fields: [
        { kind: 'checkbox', key: 'enable_blog_rss_feed', label: 'Enable RSS feed' },
        { kind: 'text', key: 'blog_rss_feed_title', label: 'Custom feed title' },
        { kind: 'multiline', key: 'blog_rss_feed_description', label: 'Custom feed description', rows: 3, maxLength: 1000 },
      ],
    },
  ],
  events: { save: 'updated feeds' },
});
