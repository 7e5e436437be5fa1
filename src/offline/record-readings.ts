import type { RecordValues, ResourceDefinition } from '#contract/resources/define.ts';
import type { PageReading, StoredRecordReading as StoredReading } from '#db/records.ts';
import type { RecordRow } from '#db/records-overlay.ts';
import type { ListedRecord, RecordReading, RecordsPage } from '#machines/record-list/record-list.ports.ts';
import { pendingMarkOf } from './pending-reason.ts';

/** A page of the client store as screens show it. */
export function recordsPage(resource: ResourceDefinition, reading: PageReading, isFromDevice: boolean): RecordsPage {
  const all = [...reading.created, ...reading.rows];
  const others = all.filter((row) => !row.isDeleting).map(({ id, values }) => ({ ...values, id }));
  const { pagination, fetchedAt } = reading;
  return {
    rows: reading.rows.map((row) => listedRecord(resource, row, others)),
    created: reading.created.map((row) => listedRecord(resource, row, others)),
    pagination,
    isFromDevice,
    fetchedAt,
  };
}

function listedRecord(resource: ResourceDefinition, row: RecordRow, others: readonly RecordValues[]): ListedRecord {
  const { id, values, pending, isDeleting } = row;
  // The server checks all records, and this device its pending changes. The server's warnings of a record with pending changes are outdated.
  const fromServer = pending === null ? row.warnings : [];
  const record = { ...values, id };
  const here = isDeleting ? [] : [...(resource.warnings?.(record, others) ?? []), ...(resource.warningsNow?.(record, Date.now()) ?? [])];
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
