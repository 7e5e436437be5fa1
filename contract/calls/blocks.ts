import * as v from 'valibot';
import {
  blockCreateSchema,
  blockOrderSchema,
  blockSchema,
  blockSettingSchema,
  blockSettingsUpdateSchema,
  blockUpdateSchema,
} from '../entities/block.ts';
import { idSchema } from '../entities/id.ts';
import { call } from './define.ts';

export const listBlocks = call({
  name: 'listBlocks',
  method: 'GET',
  path: '/websites/{websiteId}/blocks',
  entity: 'block',
  auth: 'bearer',
  waits: false,
  summary: 'All blocks of the homepage from the top, footer included, with their settings',
  answer: v.array(blockSchema),
  errors: ['unauthenticated', 'not_found'],
});

export const getBlock = call({
  name: 'getBlock',
  method: 'GET',
  path: '/blocks/{blockId}',
  entity: 'block',
  auth: 'bearer',
  waits: false,
  summary: 'One block with its settings',
  answer: blockSchema,
  errors: ['unauthenticated', 'not_found'],
});

export const updateBlock = call({
  name: 'updateBlock',
  method: 'PATCH',
  path: '/blocks/{blockId}',
  entity: 'block',
  auth: 'bearer',
  waits: true,
  summary: 'Show or hide a block, or set its priority; neither for a static one',
  body: blockUpdateSchema,
  answer: blockSchema,
  errors: ['unauthenticated', 'not_found', 'validation_failed', 'precondition_failed', 'idempotency_key_reused'],
});

export const bulkUpdateBlocks = call({
  name: 'bulkUpdateBlocks',
  method: 'PATCH',
  path: '/websites/{websiteId}/blocks',
  entity: 'block',
  auth: 'bearer',
  waits: true,
  summary: 'Set the order of blocks; those that are gone are passed over, static ones keep their places',
  body: blockOrderSchema,
  /** All blocks in their new state, without their settings. */
  answer: v.array(blockSchema),
  errors: ['unauthenticated', 'not_found', 'validation_failed', 'precondition_failed', 'idempotency_key_reused'],
});

export const createBlock = call({
  name: 'createBlock',
  method: 'POST',
  path: '/websites/{websiteId}/blocks/create',
  entity: 'block',
  auth: 'bearer',
  waits: true,
  success: 201,
  summary: 'Add a block at the end, above the footer, with its default settings; the envelope also says ok',
  body: blockCreateSchema,
  answer: blockSchema,
  errors: ['unauthenticated', 'not_found', 'validation_failed', 'idempotency_key_reused'],
});

export const deleteBlock = call({
  name: 'deleteBlock',
  method: 'DELETE',
  path: '/websites/{websiteId}/blocks/delete',
  entity: 'block',
  auth: 'bearer',
  waits: true,
  summary: 'Delete a block, which must not be static; the envelope also says ok',
  query: v.object({ id: v.pipe(v.string(), v.nonEmpty()) }),
  answer: v.nullable(v.object({ id: idSchema })),
  errors: ['unauthenticated', 'not_found', 'validation_failed', 'idempotency_key_reused'],
});

export const listThemeSettings = call({
  name: 'listThemeSettings',
  method: 'GET',
  path: '/websites/{websiteId}/blocks/{blockId}/themesettings',
  entity: 'block-setting',
  auth: 'bearer',
  waits: false,
  summary: "A block's settings, highest priority first",
  answer: v.array(blockSettingSchema),
  errors: ['unauthenticated', 'not_found'],
});

/** `{settingId}` is the setting's key. */
export const getThemeSetting = call({
  name: 'getThemeSetting',
  method: 'GET',
  path: '/websites/{websiteId}/blocks/{blockId}/themesettings/{settingId}',
  entity: 'block-setting',
  auth: 'bearer',
  waits: false,
  summary: "One of a block's settings",
  answer: blockSettingSchema,
  errors: ['unauthenticated', 'not_found'],
});

export const updateThemeSettings = call({
  name: 'updateThemeSettings',
  method: 'POST',
  path: '/websites/{websiteId}/blocks/{blockId}/theme-settings/update',
  entity: 'block-setting',
  auth: 'bearer',
  waits: true,
  summary: "Save some of a block's settings; those not named are left as they are",
  body: blockSettingsUpdateSchema,
  /** The saved settings in their new state. */
  answer: v.array(blockSettingSchema),
  errors: ['unauthenticated', 'not_found', 'validation_failed', 'precondition_failed', 'idempotency_key_reused', 'payload_too_large'],
});
