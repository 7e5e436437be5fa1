import type { FormField } from './form-field.ts';

/** Fields in columns beside each other, below what stands over all of them. */
export interface FormRow {
  readonly columns: readonly (readonly FormField[])[];
}

/**
 * The rows of a form: a heading and a text take a row of their own, and the fields between two of these stand in one column, or in as many
 * as columns breaks divide them into. A form of 6 fields with a break after the third has two columns of 3.
 */
export function formRows(fields: readonly FormField[]): readonly FormRow[] {
  const rows: FormField[][][] = [];
  let open: FormField[][] | null = null;
  for (const field of fields) {
    if (field.type === 'heading' || field.type === 'paragraph') {
      rows.push([[field]]);
      open = null;
      continue;
    }
    if (open === null) {
      open = [[]];
      rows.push(open);
    }
    if (field.type === 'columns') open.push([]);
    else open.at(-1)?.push(field);
  }
  // A break with nothing on one side of it divides nothing.
  return rows.map((columns) => ({ columns: columns.filter((column) => column.length > 0) })).filter(({ columns }) => columns.length > 0);
}
