import * as v from 'valibot';
import { emailSchema, newPasswordRule } from '../rules.ts';
import { call } from './define.ts';

export const requestPasswordReset = call({
  name: 'requestPasswordReset',
  method: 'POST',
  path: '/password-reset',
  entity: 'session',
  auth: 'none',
  waits: false,
  summary: 'Mail a reset link; the same answer whether or not the address exists',
  body: v.object({ email: emailSchema }),
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
  body: v.object({ token: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)), email: emailSchema, new_password: newPasswordRule }),
  answer: v.object({ ok: v.boolean() }),
  errors: ['reset_token_invalid', 'validation_failed'],
});
