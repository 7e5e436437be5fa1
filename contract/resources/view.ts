import type { Json } from '../json.ts';

/** An entry of a record's view. A value is shown as text, whatever it contains; `date` formats it, as dayjs does. */
export interface ViewEntry {
  /** Its own among the entries of a record. */
  readonly key: string;
  readonly label: string;
  readonly value: string;
  readonly date?: string;
}

/** The dialog that shows a record, at `{path}/{id}`. */
export interface RecordViewDefinition {
  readonly title: string;
  readonly width: '40rem' | '80rem' | '80%';
  readonly entries: (record: Readonly<Record<string, Json>>) => readonly ViewEntry[];
}
