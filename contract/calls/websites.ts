import * as v from 'valibot';
import { websiteSchema } from '../entities/website.ts';
import { call } from './define.ts';
import { listQuery } from './paging.ts';

export const listWebsites = call({
  name: 'listWebsites',
  method: 'GET',
  path: '/websites',
  entity: 'website',
  auth: 'bearer',
  waits: false,
  summary: 'The websites of the account, with their domains; q searches names and domains',
  query: listQuery(['name', 'account', 'created_at']),
  answer: v.array(websiteSchema),
  paginated: true,
  errors: ['unauthenticated', 'validation_failed'],
});

export const getWebsite = call({
  name: 'getWebsite',
  method: 'GET',
  path: '/websites/{websiteId}',
  entity: 'website',
  auth: 'bearer',
  waits: false,
  summary: 'One website',
  answer: websiteSchema,
  errors: ['unauthenticated', 'not_found'],
});

export const clearCache = call({
  name: 'clearCache',
  method: 'GET',
  path: '/websites/{websiteId}/cache',
  entity: 'cache',
  auth: 'bearer',
  waits: false,
  summary: "Empty the cache of the website's rendered pages",
  answer: v.object({ cleared: v.boolean() }),
  errors: ['unauthenticated', 'not_found'],
});
