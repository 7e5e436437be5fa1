import { previewAnswerSchema, previewRequestSchema } from '../entities/preview.ts';
import { call } from './define.ts';

export const preview = call({
  name: 'preview',
  method: 'POST',
  path: '/websites/{websiteId}/preview',
  entity: 'preview',
  auth: 'bearer',
  waits: false,
  summary: 'The homepage as the posted settings and blocks would make it; nothing is changed',
  body: previewRequestSchema,
  answer: previewAnswerSchema,
  errors: ['unauthenticated', 'not_found', 'validation_failed', 'payload_too_large'],
});
