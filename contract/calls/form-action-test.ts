import * as v from 'valibot';
import { call } from './define.ts';

/** The mail of an action as it is stored, with sample values for the fields of its form. It is answered once the mail is handed over. */
export const testFormAction = call({
  name: 'testFormAction',
  entity: 'form-action',
  auth: 'bearer',
  extension: true,
  method: 'POST',
  path: '/actions/{id}/test',
  waits: false,
  summary: 'Send the mail of an email action with sample values',
  /** Null: the action sends no mail. */
  answer: v.object({ sent_to: v.nullable(v.string()) }),
  errors: ['unauthenticated', 'not_found', 'validation_failed', 'too_many_requests', 'unavailable'],
});
