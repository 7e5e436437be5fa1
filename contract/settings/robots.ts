import { toWire } from '../fields/index.ts';
import { blocksAllCrawling } from './crawling.ts';
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
  warnings: {
    keys: ['robots_txt'],
    list({ fields, values }) {
      const field = fields.get('robots_txt');
      // The value that a blank save stores instead counts too.
      const text = field && toWire(field, values['robots_txt'] ?? null)?.[0];
      if (typeof text !== 'string' || !blocksAllCrawling(text)) return [];
      return [{ key: 'robots_txt', message: 'This file keeps every search engine from every page of the website.' }];
    },
  },
  events: { save: 'updated robots.txt' },
});
