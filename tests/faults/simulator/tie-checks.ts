import { localPrefix } from '#contract/resources/local-id.ts';
import { mutationName, type OutboxEntry } from '#contract/outbox-entry.ts';
import type { MemoryDisk } from './memory-disk.ts';
import { readEntry } from './read-entry.ts';

/**
 * Entries that name a local record or file without depending on its entry, and dependencies that are not in the outbox. Call it while the
 * simulation is idle.
 */
export function looseEnds({ tables: { outbox, files, idMap } }: Pick<MemoryDisk, 'tables'>): readonly string[] {
  const stored = outbox.rows();
  const entries = stored.map(readEntry).flatMap((read) => (read.kind === 'readable' ? [read.entry] : []));
  const present = new Set(stored.map(({ opId }) => String(opId)));
  const makers = new Map(entries.flatMap((entry) => (madeBy(entry) === null ? [] : [[madeBy(entry), entry] as const])));
  return entries.flatMap((entry) => {
    const text = `${mutationName(entry)} ${JSON.stringify(entry.body)} (${entry.status})`;
    const gone = entry.dependsOn.filter((opId) => !present.has(opId));
    if (gone.length > 0) return [`${text} waits for what has left`];
    // When the rejected entry is retried so is this one.
    const isHeld = entries.some(({ opId, status }) => status === 'rejected' && entry.dependsOn.includes(opId));
    if (entry.status === 'rejected' && entry.lastError?.code === 'upload_refused' && !isHeld)
      return [`${text} is rejected for what is not`];
    const hasFiles = entry.fileIds.every((id) => files.get(id) !== undefined);
    const isOpen = entry.status === 'pending' || entry.status === 'indeterminate';
    if (isOpen && !hasFiles) return [`${text} is without its file`];
    // Later saves of the same record name it by the server's id, and would not wait for this entry.
    if (isOpen && idMap.get(entry.target.id)) return [`${text} is still filed under ${entry.target.id}, which has the server's id`];
    return namedBy(entry).flatMap((id) => {
      const maker = makers.get(id);
      const isTied = maker === undefined || maker.userId !== entry.userId || entry.dependsOn.includes(maker.opId);
      return isOpen && !isTied && !idMap.get(id) ? [`${text} does not wait for what makes ${id}`] : [];
    });
  });
}

const localIds = new RegExp(`${localPrefix}[0-9a-f-]{36}`, 'gu');

/** The local ids in an entry's body, without the id of the record that it creates. */
function namedBy(entry: OutboxEntry): readonly string[] {
  return (JSON.stringify(entry.body).match(localIds) ?? []).filter((id) => id !== madeBy(entry));
}

function madeBy({ mutation, body }: OutboxEntry): string | null {
  const makes = mutation === 'create' || mutation === 'upload';
  return makes ? ((body as { readonly localId?: string }).localId ?? null) : null;
}
