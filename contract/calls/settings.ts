import * as v from 'valibot';
import { settingSchema, settingsUpdateSchema } from '../entities/setting.ts';
import { call } from './define.ts';

/** `{selector}` is a category, which answers its settings, or a setting's key, which answers a list with that setting. */
export const listSettings = call({
  name: 'listSettings',
  method: 'GET',
  path: '/websites/{websiteId}/settings/{selector}',
  entity: 'setting',
  auth: 'bearer',
  waits: false,
  summary: 'The settings of a category, or one setting by its key; ETag is the version of the category',
  answer: v.array(settingSchema),
  errors: ['unauthenticated', 'not_found'],
});

export const updateSettings = call({
  name: 'updateSettings',
  method: 'POST',
  path: '/websites/{websiteId}/settings/update',
  entity: 'setting',
  auth: 'bearer',
  waits: true,
  summary: 'Save settings; those not named are left as they are. If-Match is honoured when all are of one category',
  body: settingsUpdateSchema,
  /** The saved settings in their new state. */
  answer: v.array(settingSchema),
  errors: ['unauthenticated', 'not_found', 'validation_failed', 'precondition_failed', 'idempotency_key_reused', 'payload_too_large'],
});
