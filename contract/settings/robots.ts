import { settingsScreen } from './screen.ts';

/** The file that a blank save stores: it forbids all crawling. */
export const disallowAll = 'User-agent: *\nDisallow: /';

export const robots = settingsScreen({
  id: 'robots',
  path: 'marketing/robotss',
  redirectsFrom: ['marketing/robots'],
  title: 'Robots.txt',
  category: 'robots',
  sections: [
    {
      fields: [
        {
          kind: 'multiline',
          key: 'robots_txt',
          label: 'Robots.txt',
          rows: 16,
          help: 'Tells search engines which pages they may crawl.',
          emptyBecomes: { value: disallowAll, note: 'An empty file is saved as one that disallows all crawling.' },
        },
      ],
    },
  ],
  warnings: [{ kind: 'blocksCrawling', key: 'robots_txt', message: 'This file keeps every search engine from every page of the website.' }],
  events: { save: 'updated robots.txt' },
});
