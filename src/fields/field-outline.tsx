import type { Field, FieldValue, LinesField, MultilineField } from '#contract/fields/field.ts';
import { FieldSkeleton, type FieldSkeletonShape } from '#src/ui/skeleton.tsx';

/** How many lines a multi-line field shows at once. */
export const rowsOf = (field: MultilineField | LinesField): number => field.rows ?? (field.kind === 'lines' ? 8 : 4);

interface FieldOutlineProps {
  readonly field: Field;
  readonly value: FieldValue;
}

/** Keeps the place of a field whose values or code have not loaded yet. */
export function FieldOutline({ field, value }: FieldOutlineProps) {
  // How a secret is kept takes two further lines.
  return <FieldSkeleton shape={shapeOf(field, value)} help={field.help} helpLines={field.secret ? 2 : field.kind === 'code' ? 1 : 0} />;
}

function shapeOf(field: Field, value: FieldValue): FieldSkeletonShape {
  switch (field.kind) {
    case 'code':
      return 'code';
    case 'checkbox':
    case 'toggle':
      return 'line';
    case 'color':
      return 'color';
    case 'themeColor':
      return 'row';
    case 'image':
      return value === null ? 'file' : 'picture';
    case 'file':
      return 'file';
    case 'radio':
    case 'logo':
      return { options: field.options.length };
    case 'multiline':
    case 'lines':
      return { rows: rowsOf(field) };
    default:
      return 'control';
  }
}
