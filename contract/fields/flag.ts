import * as v from 'valibot';
import type { Json } from '../json.ts';
import type { FieldDescriptor } from './descriptor.ts';
import type { CheckboxField, ToggleField } from './field.ts';
import { oneValue } from './stored-value.ts';

/** The values that count as true and as false, in the forms in which APIs store them. */
const truths: ReadonlyMap<Json, boolean> = new Map<Json, boolean>([
  [true, true],
  ['true', true],
  ['1', true],
  [1, true],
  [false, false],
  ['false', false],
  ['0', false],
  [0, false],
  ['', false],
]);

const flag = oneValue<CheckboxField | ToggleField>({
  default: (field) => field.default ?? false,
  validate: ({ label }, value) => (typeof value === 'boolean' ? null : `${label} must be on or off.`),
  read: (raw) => truths.get(raw),
  sample: (_, n) => n % 2 === 1,
  bodySchema: () => v.boolean(),
});

export const checkboxKind: FieldDescriptor<CheckboxField> = flag;
/** Show (true) or Hide (false). */
export const toggleKind: FieldDescriptor<ToggleField> = flag;
