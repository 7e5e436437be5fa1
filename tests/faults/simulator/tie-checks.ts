import { localPrefix } from '#contract/resources/local-id.ts';
import { mutationName, type OutboxEntry } from '#contract/outbox-entry.ts';
import type { MemoryDisk } from './memory-disk.ts';
import { readEntry } from './read-entry.ts';

/** What entries that are to be sent name, and do not wait for, or what they wait for that is not there. To be asked where nothing goes on. */
export function looseEnds({ tables: { outbox, files, idMap } }: Pick<MemoryDisk, 'tables'>): readonly string[] {
  const stored = outbox.rows();
  const rows = stored.map(readEntry).flatMap((read) => (read.kind === 'row' ? [read.row] : []));
  const present = new Set(stored.map(({ opId }) => String(opId)));
  const makers = new Map(rows.flatMap((row) => (madeBy(row) === null ? [] : [[madeBy(row), row] as const])));
  return rows.flatMap((row) => {
    const text = `${mutationName(row)} ${JSON.stringify(row.body)} (${row.status})`;
    const gone = row.dependsOn.filter((opId) => !present.has(opId));
    if (gone.length > 0) return [`${text} waits for what has left`];
    // When that goes again so does this.
    const isHeld = rows.some(({ opId, status }) => status === 'rejected' && row.dependsOn.includes(opId));
    if (row.status === 'rejected' && row.lastError?.code === 'upload_refused' && !isHeld) return [`${text} is rejected for what is not`];
    const hasFiles = row.fileIds.every((id) => files.get(id) !== undefined);
    const isOpen = row.status === 'pending' || row.status === 'indeterminate';
    if (isOpen && !hasFiles) return [`${text} is without its file`];
    // What is saved of the same thing from now on knows it by the server's id, and would not wait for this.
    if (isOpen && idMap.get(row.target.id)) return [`${text} is still filed under ${row.target.id}, which has the server's id`];
    return namedBy(row).flatMap((id) => {
      const maker = makers.get(id);
      const isTied = maker === undefined || maker.userId !== row.userId || row.dependsOn.includes(maker.opId);
      return isOpen && !isTied && !idMap.get(id) ? [`${text} does not wait for what makes ${id}`] : [];
    });
  });
}

const localIds = new RegExp(`${localPrefix}[0-9a-f-]{36}`, 'gu');

/** The ids of this device in an entry's body, without that of what it makes. */
function namedBy(row: OutboxEntry): readonly string[] {
  return (JSON.stringify(row.body).match(localIds) ?? []).filter((id) => id !== madeBy(row));
}

function madeBy({ mutation, body }: OutboxEntry): string | null {
  const makes = mutation === 'create' || mutation === 'upload';
  return makes ? ((body as { readonly localId?: string }).localId ?? null) : null;
}
