import type * as v from 'valibot';
import type { Call } from '../calls/define.ts';
import type { usesEntries } from '../entities/use.ts';
import type { Json } from '../json.ts';
import type { ViewEntry } from './view.ts';

type RecordValues = Readonly<Record<string, Json>>;

/** What only the server knows of a record: where it is used, and more that the definition of its resource reads. */
export type RecordDetails = v.InferOutput<v.ObjectSchema<typeof usesEntries, undefined>>;

/** How many there were in each of the last weeks, the oldest first, each by its Monday, and in all. What the API does not tell is missing. */
export interface WeekCounts {
  readonly weeks?: readonly { readonly week: string; readonly count: number }[] | undefined;
  readonly total?: number | undefined;
}

/**
 * The screen that shows a record at a glance, at `{path}/details/{id}`: its values, what it consists of, its parts, where it is used, and the
 * lists that can be narrowed to it.
 */
export interface RecordDetailsDefinition {
  readonly title: string;
  /** Answers what only the server knows. An API may not have the call. */
  readonly call: Call & { readonly auth: 'bearer'; readonly answer: v.GenericSchema<unknown, RecordDetails> };
  /** The parameter of the call's path that has the record's id. */
  readonly param: string;
  /** The details of a record that no API has yet. */
  readonly ofNew: RecordDetails;
  readonly entries: (record: RecordValues) => readonly ViewEntry[];
  /** What the record consists of, as a table whose first column names each row. */
  readonly contents: {
    readonly title: string;
    readonly columns: readonly string[];
    readonly rows: (record: RecordValues) => readonly (readonly string[])[];
    readonly none: string;
  };
  readonly uses: { readonly title: string; readonly none: string };
  /** What there is of a record week by week, such as the submissions of a form. */
  readonly weeks: {
    readonly title: string;
    readonly one: string;
    readonly many: string;
    readonly none: string;
    readonly counts: (details: RecordDetails) => WeekCounts;
  };
}
