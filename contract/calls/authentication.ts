import * as v from 'valibot';
import { emailRule, newPasswordRule } from '../rules.ts';
import { userSchema } from '../entities/user.ts';
import { limits } from '../limits.ts';
import { call } from './define.ts';

const email = v.pipe(v.string(), v.maxLength(limits.emailCharacters), v.regex(emailRule));

export const login = call({
  name: 'login',
  method: 'POST',
  path: '/login',
  entity: 'session',
  auth: 'none',
  waits: false,
  summary: 'Sign in with email and password',
  body: v.object({ email, password: v.pipe(v.string(), v.nonEmpty(), v.maxLength(limits.passwordMaxCharacters)) }),
  /** `access_token` may be missing: the console then fails the sign-in with "No token found!". */
  answer: v.object({
    access_token: v.nullish(v.string()),
    user: v.nullish(userSchema),
    /** Ends this one session, and can do nothing else (`revokeSession`). An API without such handles leaves it out. */
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

export const requestPasswordReset = call({
  name: 'requestPasswordReset',
  method: 'POST',
  path: '/password-reset',
  entity: 'session',
  auth: 'none',
  waits: false,
  summary: 'Mail a reset link; the same answer whether or not the address exists',
  body: v.object({ email }),
  answer: v.object({ ok: v.boolean() }),
  errors: ['validation_failed'],
});

export const resetPassword = call({
  name: 'resetPassword',
  method: 'PUT',
  path: '/password-reset',
  entity: 'session',
  auth: 'none',
  waits: false,
  summary: 'Set a new password with a mailed token; revokes all sessions of the user',
  body: v.object({ token: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)), email, new_password: newPasswordRule }),
  answer: v.object({ ok: v.boolean() }),
  errors: ['reset_token_invalid', 'validation_failed'],
});
