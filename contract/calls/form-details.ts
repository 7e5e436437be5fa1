import * as v from 'valibot';
import { formDetailsSchema } from '../entities/form-details.ts';
import { call } from './define.ts';

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Where a form is used, and what was sent by it. */
export const formDetails = call({
  name: 'getFormDetails',
  entity: 'form',
  auth: 'bearer',
  extension: true,
  method: 'GET',
  path: '/websites/{websiteId}/forms/{formId}/details',
  waits: false,
  summary: 'Where a form is used, its submissions by week, and the keys that they have values under',
  /** Weeks begin on Monday in this zone, such as Australia/Sydney; in UTC without it. */
  query: v.object({ time_zone: v.optional(v.pipe(v.string(), v.maxLength(100), v.check(isTimeZone, 'That is no time zone.'))) }),
  answer: formDetailsSchema,
  errors: ['unauthenticated', 'not_found', 'validation_failed'],
});
