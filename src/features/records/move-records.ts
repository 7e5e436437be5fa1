import type { ResourceDefinition } from '#contract/resources/define.ts';
import type { ListedRecord, RecordChange } from '#machines/record-list/record-list.ports.ts';
import { nameOf } from './record-cells.tsx';

type Ordered = Pick<ResourceDefinition, 'list' | 'nameKey' | 'labels'>;

const placeOf = (row: ListedRecord, key: string): number => Number(row.values[key] ?? 0) || Number.POSITIVE_INFINITY;

/** The rows in the order that their pending changes give them. */
export function inOrder({ list: { order } }: Ordered, rows: readonly ListedRecord[]): readonly ListedRecord[] {
  return order === undefined ? rows : rows.toSorted((a, b) => compare(placeOf(a, order), placeOf(b, order)));
}

const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

/** The changes that move a row by one, with the rows in their order: each row gets its place where it has another one. */
export function movesOf(resource: Ordered, rows: readonly ListedRecord[], row: ListedRecord, by: 1 | -1): readonly RecordChange[] {
  const key = resource.list.order;
  const at = rows.findIndex(({ id }) => id === row.id);
  const other = rows[at + by];
  if (key === undefined || at < 0 || !other) return [];
  const next = rows.with(at, other).with(at + by, row);
  return next.flatMap((each, place) => {
    const before = each.values[key] ?? null;
    if (before === place + 1 || each.isDeleting) return [];
    return [{ kind: 'update' as const, id: each.id, name: nameOf(resource, each), values: { [key]: place + 1 }, base: { [key]: before } }];
  });
}
