import * as v from 'valibot';
import { userSessionSchema } from '../entities/user-session.ts';
import { limits } from '../limits.ts';
import { call } from './define.ts';
import { pageQuery } from './paging.ts';

export const listSessions = call({
  name: 'listSessions',
  method: 'GET',
  path: '/user/sessions',
  entity: 'session',
  auth: 'bearer',
  waits: false,
  extension: true,
  summary: 'The sign-ins of this user: the one that asks first, then by when they were last seen',
  query: pageQuery,
  answer: v.array(userSessionSchema),
  paginated: true,
  errors: ['unauthenticated', 'validation_failed'],
});

export const endSession = call({
  name: 'endSession',
  method: 'DELETE',
  path: '/user/sessions/{sessionId}',
  entity: 'session',
  auth: 'bearer',
  waits: false,
  extension: true,
  summary: 'End one of this user’s sign-ins',
  answer: v.object({ ok: v.boolean() }),
  errors: ['unauthenticated', 'not_found'],
});

export const endOtherSessions = call({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/user/sessions',
  entity: 'session',
  auth: 'bearer',
  waits: false,
  extension: true,
  summary: 'End all of this user’s sign-ins but the one that asks',
  answer: v.object({ ok: v.boolean() }),
  errors: ['unauthenticated'],
});

export const revokeSession = call({
  name: 'revokeSession',
  method: 'POST',
  path: '/logout/revoke',
  entity: 'session',
  auth: 'none',
  waits: false,
  extension: true,
  summary: 'End the session of a revoke handle; the same answer whether or not there is one',
  body: v.object({ handle: v.pipe(v.string(), v.nonEmpty(), v.maxLength(limits.revokeHandleCharacters)) }),
  answer: v.object({ ok: v.boolean() }),
  errors: ['validation_failed'],
});
