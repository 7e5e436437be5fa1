import type { Call } from '../calls/define.ts';
import type { ChoiceList } from '../entities/lists.ts';
import type { Json } from '../json.ts';

/**
 * A column of the list. `html`: its text without tags; `tick`: a mark where the value is true; `date`: "2 Mar 2026", or as `format` says;
 * `choice`: the name of the chosen record or option; `hours`: seconds, in hours.
 */
export interface Column {
  readonly key: string;
  readonly label: string;
  readonly kind?: 'text' | 'html' | 'tick' | 'date' | 'choice' | 'hours';
  /** Of a date, as dayjs writes it. */
  readonly format?: string;
  /** The text of a cell without a value. */
  readonly none?: string;
  /** The key of the text that stands for an empty one. */
  readonly fallback?: string;
  readonly sortable?: boolean;
  /** False: a search passes over its text. */
  readonly isSearched?: false;
  /** Such as "40%". */
  readonly width?: string;
}

/** A choice above the list that narrows it, kept in the address. Another choice begins at the first page. */
export interface ListFilter {
  /** The field that has the chosen value, which is an id; also the parameter of the list's call and of the address. */
  readonly key: string;
  readonly label: string;
  /** The choice that filters nothing, such as "All Forms". */
  readonly all: string;
  /** The list of the choices. */
  readonly choices: ChoiceList;
  /** Where the list has nothing of the choice. */
  readonly none: string;
}

/** A file that the server generates. It is fetched with the sign-in, and needs a connection. */
export interface ListDownload {
  readonly label: string;
  readonly call: Call;
  readonly fileName: string;
  readonly type: string;
  /** `window`: it opens in a window of its own; `file`: it is saved. */
  readonly opens: 'window' | 'file';
  /** The file is about one choice of a filter, and is offered once that is chosen: the filter's key, and the parameter of the call's path. */
  readonly chosen?: { readonly filter: string; readonly param: string };
}

/**
 * An action of the server on one record, such as "Sync now", offered at its row. It is sent at the click and never stored, so it needs a
 * connection.
 */
export interface RowAction {
  readonly label: string;
  readonly icon: 'sync' | 'send' | 'remove';
  readonly call: Call & { readonly auth: 'bearer' };
  /** The parameters of the call's path. */
  readonly params: (record: Readonly<Record<string, Json>>) => Readonly<Record<string, string>>;
  readonly body?: (record: Readonly<Record<string, Json>>) => Json;
  /** The records that have it; all of them by default. */
  readonly offered?: (record: Readonly<Record<string, Json>>) => boolean;
  /** It goes on after its answer: the row shows `text`, such as "Running…", in the column `until` until that value changes. */
  readonly running?: { readonly until: string; readonly text: string };
  /** Said once the server has begun. */
  readonly started: { readonly title: string; readonly content: string };
}

/** The list of a resource. */
export interface RecordListDefinition {
  readonly columns: readonly Column[];
  readonly isSearchable: boolean;
  /** The key of a number that orders the records, from 1: a row is moved up or down. Those with 0 stand last. */
  readonly order?: string;
  /** `key` or `-key`. */
  readonly defaultSort: string;
  readonly filters?: readonly ListFilter[];
  readonly downloads?: readonly ListDownload[];
  readonly rowActions?: readonly RowAction[];
}
