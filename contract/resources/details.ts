import type { Call } from '../calls/define.ts';
import type { recordDetailsSchema } from '../entities/record-details.ts';
import type { Json } from '../json.ts';
import type { ViewEntry } from './view.ts';

type RecordValues = Readonly<Record<string, Json>>;

/**
 * The screen that shows a record at a glance, at `{path}/details/{id}`: its values, what it consists of, its parts, where it is used, and the
 * lists that can be narrowed to it.
 */
export interface RecordDetailsDefinition {
  readonly title: string;
  /** What only the server knows. An API may not have the call. */
  readonly call: Call & { readonly auth: 'bearer'; readonly answer: typeof recordDetailsSchema };
  /** The parameter of the call's path that has the record's id. */
  readonly param: string;
  readonly entries: (record: RecordValues) => readonly ViewEntry[];
  /** What the record consists of, as a table whose first column names each row. */
  readonly contents: {
    readonly title: string;
    readonly columns: readonly string[];
    readonly rows: (record: RecordValues) => readonly (readonly string[])[];
    readonly none: string;
  };
  readonly uses: { readonly title: string; readonly none: string };
  readonly weeks: { readonly title: string; readonly one: string; readonly many: string; readonly none: string };
}
