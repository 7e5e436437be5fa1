import * as v from 'valibot';
import { call } from './define.ts';

/** The same text as on the public site. */
export const sitemap = call({
  name: 'sitemap',
  method: 'GET',
  path: '/websites/{websiteId}/sitemap',
  entity: 'sitemap',
  auth: 'bearer',
  waits: false,
  summary: "The website's pages for search engines, as a sitemap",
  answer: v.string(),
  raw: 'application/xml',
  errors: ['unauthenticated', 'not_found'],
});
