import type { RecordValues, ResourceDefinition } from '#contract/resources/define.ts';
import type { PageReading, StoredRecordReading as StoredReading } from '#db/records.ts';
import type { RecordRow } from '#db/records-overlay.ts';
import type { ListedRecord, RecordReading, RecordsPage } from '#machines/record-list/record-list.ports.ts';
import { pendingMarkOf } from './pending-reason.ts';

/** A page of the client store as screens show it. `beside`: the records of the other resource that its warnings consider. */
export function recordsPage(
  resource: ResourceDefinition,
  reading: PageReading,
  isFromDevice: boolean,
  beside: readonly RecordValues[] = [],
): RecordsPage {
  const others = staying(reading);
  const { pagination, fetchedAt } = reading;
  return {
    rows: reading.rows.map((row) => listedRecord(resource, row, others, beside)),
    created: reading.created.map((row) => listedRecord(resource, row, others, beside)),
    pagination,
    isFromDevice,
    fetchedAt,
  };
}

/** The records of a reading that stay. */
export const staying = ({ rows, created }: Pick<PageReading, 'rows' | 'created'>): readonly RecordValues[] =>
  [...created, ...rows].filter((row) => !row.isDeleting).map(({ id, values }) => ({ ...values, id }));

function listedRecord(
  resource: ResourceDefinition,
  row: RecordRow,
  others: readonly RecordValues[],
  beside: readonly RecordValues[],
): ListedRecord {
  const { id, values, pending, isDeleting } = row;
  // The server checks all records, and this device its pending changes. The server's warnings of a record with pending changes are outdated.
  const fromServer = pending === null ? row.warnings : [];
  const record = { ...values, id };
  const found = [...(resource.warnings?.(record, others, beside) ?? []), ...(resource.warningsNow?.(record, Date.now()) ?? [])];
  const here = isDeleting ? [] : found;
  return { id, values, mark: pending && pendingMarkOf(pending), isDeleting, warnings: [...new Set([...here, ...fromServer])] };
}

/** Null: this device has nothing of the record. */
export function readingOf({
  id,
  stored,
  values,
  pendingFields,
  confirmedWrites,
  isDeleting,
  fetchedAt,
}: StoredReading): RecordReading | null {
  if (values === null) return null;
  const marks = Object.fromEntries(Object.entries(pendingFields).map(([key, field]) => [key, pendingMarkOf(field)]));
  return { id, stored, values, pendingFields: marks, confirmedWrites, isDeleting, fetchedAt };
}
