import type { ResourceDefinition } from '#contract/resources/define.ts';
import type { ToastEmitted } from '../ports.ts';
import type { RecordUses } from '../record-list/record-list.ports.ts';

/** A row that a delete was asked for. `name`: what people call it. `note`: what the delete causes, where that is special. */
export interface AskedRow {
  readonly id: string;
  readonly name: string;
  readonly note?: string | null;
}

/** `focusAfter`: the row that takes the focus once these are gone. */
export interface AskedDelete {
  readonly rows: readonly AskedRow[];
  readonly focusAfter: string | null;
}

/** The texts of the resource that the chart uses. */
export interface RecordTexts extends Pick<ResourceDefinition, 'confirmDelete'> {
  readonly labels: Pick<ResourceDefinition['labels'], 'one' | 'many'>;
  /** What the records of resources that may name these are called: "redirects". Before a delete it is found out which do. */
  readonly namedBy?: readonly string[];
}

export interface RecordsScreenInput {
  /** Null for records of an account. */
  readonly websiteId: string | null;
  readonly resource: RecordTexts;
}

/** Plain JSON. */
export interface RecordsScreenContext extends RecordsScreenInput {
  /** By id, in the order in which they were selected. */
  readonly selected: readonly string[];
  readonly asked: AskedDelete | null;
  /** What names the asked records; null where nothing can. */
  readonly uses: RecordUses | null;
}

export type RecordsScreenEvent =
  | { readonly type: 'row.toggled'; readonly id: string }
  | { readonly type: 'rows.selected'; readonly ids: readonly string[] }
  /** These rows are visible now; no other can be selected. */
  | { readonly type: 'rows.shown'; readonly ids: readonly string[] }
  | ({ readonly type: 'delete.requested' } & AskedDelete);

/** `rows.deleted`: the rows are deleted, or their delete is pending, and the focus has to move. */
export type RecordsScreenEmitted = ToastEmitted | { readonly type: 'rows.deleted'; readonly focusAfter: string | null };
