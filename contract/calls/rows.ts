import { type CallRow, row } from './define.ts';

/**
 * The rest of the table: calls of the spec whose shapes come with the screens that use them. The reference API answers them with
 * `not_implemented`, and says so, until then; a resource's calls take the place of rows by their names. Paths are the spec's,
 * inconsistencies included.
 */
export const declaredCalls: readonly CallRow[] = [
  row('listFormActions', 'GET', '/websites/{websiteId}/forms/{formId}/actions', 'form-action'),
  row('createFormAction', 'POST', '/websites/{websiteId}/forms/{formId}/actions', 'form-action'),
  row('getFormAction', 'GET', '/actions/{actionId}', 'form-action'),
  row('updateFormAction', 'POST', '/actions/{actionId}', 'form-action'),
  row('deleteFormAction', 'DELETE', '/actions/{actionId}', 'form-action'),
];
