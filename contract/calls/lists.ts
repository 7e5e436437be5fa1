import * as v from 'valibot';
import { agencySchema, listItemSchema, listNames, menuSchema, pageSchema, themeSchema } from '../entities/lists.ts';
import { call } from './define.ts';
import { listQuery } from './paging.ts';

export const listThemes = call({
  name: 'listThemes',
  method: 'GET',
  path: '/themes',
  entity: 'theme',
  auth: 'bearer',
  waits: false,
  summary: 'The themes',
  answer: v.array(themeSchema),
  paginated: true,
  query: listQuery(['name']),
  errors: ['unauthenticated', 'validation_failed'],
});

export const getTheme = call({
  name: 'getTheme',
  method: 'GET',
  path: '/themes/{themeId}',
  entity: 'theme',
  auth: 'bearer',
  waits: false,
  summary: 'One theme',
  answer: themeSchema,
  errors: ['unauthenticated', 'not_found'],
});

export const listMenus = call({
  name: 'listMenus',
  method: 'GET',
  path: '/websites/{websiteId}/menus',
  entity: 'menu',
  auth: 'bearer',
  waits: false,
  summary: "The website's menus",
  answer: v.array(menuSchema),
  paginated: true,
  query: listQuery(['name']),
  errors: ['unauthenticated', 'not_found', 'validation_failed'],
});

export const listPages = call({
  name: 'listPages',
  method: 'GET',
  path: '/websites/{websiteId}/pages',
  entity: 'page',
  auth: 'bearer',
  waits: false,
  summary: "The website's pages",
  answer: v.array(pageSchema),
  paginated: true,
  query: listQuery(['title']),
  errors: ['unauthenticated', 'not_found', 'validation_failed'],
});

export const listAgencies = call({
  name: 'listAgencies',
  method: 'GET',
  path: '/websites/{websiteId}/agencies',
  entity: 'agency',
  auth: 'bearer',
  waits: false,
  summary: "The offices of the website's agency; q searches their names",
  answer: v.array(agencySchema),
  paginated: true,
  query: listQuery(['name']),
  errors: ['unauthenticated', 'not_found', 'validation_failed'],
});

export const getList = call({
  name: 'getList',
  method: 'GET',
  path: '/lists/{name}',
  entity: 'list',
  auth: 'bearer',
  waits: false,
  summary: `Choices for a select; name is one of ${listNames.join(', ')}`,
  query: v.object({ ...listQuery(['label']).entries, website_id: v.optional(v.string()) }),
  answer: v.array(listItemSchema),
  paginated: true,
  errors: ['unauthenticated', 'not_found', 'validation_failed'],
});
