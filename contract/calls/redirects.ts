import * as v from 'valibot';
import { idSchema } from '../entities/id.ts';
import { redirectCreateSchema, redirectSchema, redirectUpdateSchema } from '../entities/redirect.ts';
import { call } from './define.ts';
import { listQuery } from './paging.ts';

export const listRedirects = call({
  name: 'listRedirects',
  method: 'GET',
  path: '/websites/{websiteId}/redirects',
  entity: 'redirect',
  auth: 'bearer',
  waits: false,
  summary: "The website's redirects; q searches both addresses",
  query: listQuery(['redirects_from', 'redirects_to']),
  answer: v.array(redirectSchema),
  paginated: true,
  errors: ['unauthenticated', 'not_found', 'validation_failed'],
});

export const createRedirect = call({
  name: 'createRedirect',
  method: 'POST',
  path: '/websites/{websiteId}/redirects',
  entity: 'redirect',
  auth: 'bearer',
  waits: true,
  success: 201,
  summary: 'Add a redirect; an address of the website has at most one',
  body: redirectCreateSchema,
  answer: redirectSchema,
  errors: ['unauthenticated', 'not_found', 'validation_failed', 'idempotency_key_reused'],
});

export const getRedirect = call({
  name: 'getRedirect',
  method: 'GET',
  path: '/redirects/{redirectId}',
  entity: 'redirect',
  auth: 'bearer',
  waits: false,
  summary: 'One redirect',
  answer: redirectSchema,
  errors: ['unauthenticated', 'not_found'],
});

export const updateRedirect = call({
  name: 'updateRedirect',
  method: 'PATCH',
  path: '/redirects/{redirectId}',
  entity: 'redirect',
  auth: 'bearer',
  waits: true,
  summary: 'Change a redirect; what is not named stays as it is',
  body: redirectUpdateSchema,
  answer: redirectSchema,
  errors: ['unauthenticated', 'not_found', 'validation_failed', 'precondition_failed', 'idempotency_key_reused'],
});

export const deleteRedirect = call({
  name: 'deleteRedirect',
  method: 'DELETE',
  path: '/websites/{websiteId}/redirects/{redirectId}',
  entity: 'redirect',
  auth: 'bearer',
  waits: true,
  summary: 'Delete a redirect',
  answer: v.object({ id: idSchema }),
  errors: ['unauthenticated', 'not_found', 'idempotency_key_reused'],
});
