import type { DeleteQuestion, ResourceDefinition } from '#contract/resources/define.ts';
import type { ListedRecord } from '#machines/record-list/record-list.ports.ts';
import { nameOf } from './record-cells.tsx';

/** Why a row can't be deleted; null where it can. */
export function keptReasonOf({ cannotDelete }: ResourceDefinition, asked: DeleteQuestion): (row: ListedRecord) => string | null {
  return ({ id, values, isDeleting }) => (isDeleting ? 'It is being deleted.' : (cannotDelete?.({ ...values, id }, asked) ?? null));
}

/** The rows to delete, and the row that gets the focus then: the next one that remains, else the previous one. */
export function deletionOf(resource: ResourceDefinition, rows: readonly ListedRecord[], records: readonly ListedRecord[]) {
  const ids = new Set(records.map(({ id }) => id));
  const last = rows.findLastIndex(({ id }) => ids.has(id));
  const remains = ({ id, isDeleting }: ListedRecord) => !ids.has(id) && !isDeleting;
  const next = rows.slice(last + 1).find(remains) ?? rows.slice(0, Math.max(last, 0)).findLast(remains);
  const asked = records.map((row) => ({ id: row.id, name: nameOf(resource, row), note: resource.deleteNote?.(row.values) ?? null }));
  return { rows: asked, focusAfter: next?.id ?? null };
}
