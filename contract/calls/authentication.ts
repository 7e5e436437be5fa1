import * as v from 'valibot';
import { emailSchema } from '../rules.ts';
import { userSchema } from '../entities/user.ts';
import { limits } from '../limits.ts';
import { call } from './define.ts';

export const login = call({
  name: 'login',
  method: 'POST',
  path: '/login',
  entity: 'session',
  auth: 'none',
  waits: false,
  summary: 'Sign in with email and password',
  body: v.object({ email: emailSchema, password: v.pipe(v.string(), v.nonEmpty(), v.maxLength(limits.passwordMaxCharacters)) }),
  /** `access_token` may be missing: the console then fails the sign-in with "No token found!". */
  answer: v.object({
    access_token: v.nullish(v.string()),
    user: v.nullish(userSchema),
    /** Can end this one session and do nothing else (`revokeSession`). An API without such handles leaves it out. */
    revoke_handle: v.nullish(v.string()),
  }),
  errors: ['invalid_credentials', 'validation_failed'],
});

export const logout = call({
  name: 'logout',
  method: 'POST',
  path: '/logout',
  entity: 'session',
  auth: 'bearer',
  waits: false,
  extension: true,
  summary: 'Revoke the token of this session',
  answer: v.object({ ok: v.boolean() }),
  errors: ['unauthenticated'],
});

export const currentUser = call({
  name: 'currentUser',
  method: 'GET',
  path: '/user',
  entity: 'user',
  auth: 'bearer',
  waits: false,
  summary: 'The user of this session',
  answer: userSchema,
  errors: ['unauthenticated'],
});
