import type { ReactNode } from 'react';

export interface TableColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly sortable?: boolean;
  readonly align?: 'start' | 'end';
  /** Names the row: a row header, and the title of its card on a small screen. */
  readonly primary?: boolean;
  /** How many lines its cells take; the skeleton has as many. */
  readonly lines?: 1 | 2;
  /** Such as "40%". With widths, columns stay where they are from page to page. */
  readonly width?: string;
  /** Its cells stay in one line, as dates and sizes do. */
  readonly noWrap?: boolean;
  /** A column of buttons: its header is for screen readers only, and in the card of a small screen it is beside the title. */
  readonly quiet?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

/** Checkboxes before the rows, and one in the head for all of them. */
export interface TableSelection<Row> {
  /** By row id. */
  readonly selected: ReadonlySet<string>;
  /** The label of a row's checkbox: "Select /old-page". */
  readonly labelOf: (row: Row) => string;
  readonly isSelectable: (row: Row) => boolean;
  readonly onToggle: (id: string) => void;
  readonly onToggleAll: (select: boolean) => void;
}
