import * as v from 'valibot';
import { idSchema } from '../entities/id.ts';
import type { FieldDescriptor } from './descriptor.ts';
import type { FileField, FormChoiceField, ImageField, MenuField, RecordField } from './field.ts';
import { oneValue } from './stored-value.ts';

type IdField = ImageField | FileField | MenuField | FormChoiceField | RecordField;

/** The id of one record, or null for none. */
const oneId = oneValue<IdField>({
  default: () => null,
  validate: ({ label }, value) => (isId(value) ? null : `Choose ${label} again.`),
  read(raw) {
    if (raw === '' || raw === false) return null;
    return typeof raw === 'string' || typeof raw === 'number' ? String(raw) : undefined;
  },
  sample: (_, n) => String(n),
  bodySchema: () => v.nullable(idSchema),
});

/** The limit of `idSchema`, in characters. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 100;
}

/** One of the website's menus or forms, which the API distinguishes by the type. */
function choosing(name: 'menu' | 'form'): FieldDescriptor<MenuField | FormChoiceField> {
  return { ...oneId, choiceList: () => name, wireType: ({ untyped }) => (untyped ? null : name) };
}

export const imageKind: FieldDescriptor<ImageField> = { ...oneId, wireType: () => 'image' };
export const fileKind: FieldDescriptor<FileField> = oneId;
export const menuKind: FieldDescriptor<MenuField> = choosing('menu');
export const formKind: FieldDescriptor<FormChoiceField> = choosing('form');
export const recordKind: FieldDescriptor<RecordField> = { ...oneId, choiceList: ({ list }) => list };
