import * as v from 'valibot';
import { idSchema } from '../entities/id.ts';
import type { FieldDescriptor } from './descriptor.ts';
import type { FileField, FormField, ImageField, MenuField, RecordField } from './field.ts';
import { parseOne, toList } from './stored-value.ts';

type IdField = ImageField | FileField | MenuField | FormField | RecordField;

const start = () => null;

/** The id of one thing, or null for none. */
const oneId: FieldDescriptor<IdField> = {
  default: start,
  validate: ({ label }, value) => (isId(value) ? null : `Choose ${label} again.`),
  parse: parseOne(start, (raw) => {
    if (raw === '' || raw === false) return null;
    return typeof raw === 'string' || typeof raw === 'number' ? String(raw) : undefined;
  }),
  serialise: toList,
  sample: (_, n) => String(n),
  bodySchema: () => v.nullable(idSchema),
};

/** As `idSchema` has it, in characters. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 100;
}

export const imageKind: FieldDescriptor<ImageField> = { ...oneId, wireType: () => 'image' };
export const fileKind: FieldDescriptor<FileField> = oneId;
export const menuKind: FieldDescriptor<MenuField> = {
  ...oneId,
  choiceList: () => 'menu',
  wireType: ({ untyped }) => (untyped ? null : 'menu'),
};
export const formKind: FieldDescriptor<FormField> = {
  ...oneId,
  choiceList: () => 'form',
  wireType: ({ untyped }) => (untyped ? null : 'form'),
};
export const recordKind: FieldDescriptor<RecordField> = { ...oneId, choiceList: ({ list }) => list };
