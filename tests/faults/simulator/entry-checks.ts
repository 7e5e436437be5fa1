import { troublesForAttention, mutationName } from '#contract/outbox-entry.ts';
import { blocksKey } from '#contract/cache-keys.ts';
import type { StoredEntry } from '#db/migrate-entry.ts';
import type { Json } from '#contract/json.ts';
import { normal } from './contacts.ts';
import type { MemoryDisk } from './memory-disk.ts';
import { readEntry } from './read-entry.ts';
import type { Violation } from './violation.ts';

interface Deps {
  readonly disk: Pick<MemoryDisk, 'tables'>;
  /** Requests that are indeterminate for this device, by the id of their entry. */
  readonly isUnknown: (opId: string) => boolean;
  /** Whether an entry, or a part of it, has had an effect on the server. */
  readonly isEffective: (opId: string) => boolean;
  /** Called when an entry is marked as sending. */
  readonly onClaim: (opId: string) => void;
  readonly onWrite: (row: StoredEntry, before: StoredEntry | undefined) => void;
  readonly report: (kind: Violation, what: string) => void;
}

/** The invariants of an outbox entry, checked when it is written. */
export function checkEntries({ disk: { tables }, isUnknown, isEffective, onClaim, onWrite, report }: Deps): void {
  tables.outbox.onWrite = (row, before) => {
    const opId = String(row['opId']);
    onWrite(row, before);
    if (before?.['mayHaveBeenApplied'] === true && before['opId'] === row['opId'] && row['mayHaveBeenApplied'] !== true)
      report('indeterminate state lost', `${text(row)} may have been applied`);
    if (row['status'] === 'sending') {
      if (before?.['status'] === 'sending') return;
      onClaim(opId);
      for (const what of unnoted(tables, row)) report('not looked for', what);
      for (const what of [...outOfOrder(tables, row), ...outOfLane(tables, row)]) report('out of order', what);
      const sending = tables.outbox.rows().filter((other) => other['status'] === 'sending' && other['userId'] === row['userId']);
      const others = sending.filter((other) => other['opId'] !== opId);
      if (others.length >= mostAtOnce) report('out of order', 'more than six are sent at once');
      const uploads = others.filter((row) => mutationName(row) === 'file.upload');
      if (mutationName(row) === 'file.upload' && uploads.length >= mostUploads)
        report('out of order', 'more than four uploads are sent at once');
    } else if (isUnknown(opId) && row['mayHaveBeenApplied'] !== true)
      report('indeterminate state lost', `${text(row)} was sent, and not answered`);
    else if (isEffective(opId) && row['mayHaveBeenApplied'] !== true) report('indeterminate state lost', `${text(row)} had an effect`);
  };
}

/** The blocks that this device knew before it created one: a later search for the created block must exclude them. */
function unnoted(tables: MemoryDisk['tables'], { resource, mutation, attempts, base, userId, websiteId }: StoredEntry): readonly string[] {
  if (resource !== 'block' || mutation !== 'create' || attempts !== 1) return [];
  const cached = tables.resources.get([String(userId), blocksKey(String(websiteId))])?.data;
  const known: readonly unknown[] =
    base !== null && typeof base === 'object' && 'known' in base && Array.isArray(base.known) ? base.known : [];
  const blocks = (cached ?? []) as unknown as readonly { readonly id: string }[];
  return blocks.flatMap(({ id }) => (known.includes(id) ? [] : [`${id} is not noted before another block is made`]));
}

/** Upper bound for the entries of one user that are in flight at once. */
const mostAtOnce = 6;
const mostUploads = 4;

/** Why an entry must not be sent yet: entries of one record go one after the other, and after the entries that they depend on. */
function outOfOrder(tables: MemoryDisk['tables'], entry: StoredEntry): readonly string[] {
  const rows = tables.outbox.rows().filter((other) => other['userId'] === entry['userId'] && other['opId'] !== entry['opId']);
  const record = recordOf(tables, entry);
  const ahead = rows.filter((other) => Number(other['seq']) < Number(entry['seq']) && recordOf(tables, other) === record);
  const beside = rows.filter((other) => other['status'] === 'sending' && recordOf(tables, other) === record);
  // Another entry may wait behind a change that a person is to decide about; one that shares no field with either need not.
  const isAsked = ahead.some((other) => other['status'] === 'conflict');
  // An unreadable entry does not hold back others.
  const isPending = (other: StoredEntry) =>
    (other['status'] === 'pending' || other['status'] === 'indeterminate') && readEntry(other).kind === 'readable';
  const isDelete = entry['mutation'] === 'delete';
  // A delete that overtook a rejected entry is sent before that entry is retried.
  const goesAgain = isDelete && entry['mayHaveBeenApplied'] === true;
  const overtaken = goesAgain
    ? []
    : isAsked
      ? ahead.filter((other) => !isDelete && (isPending(other) || other['status'] === 'conflict') && sharesField(other, entry))
      : ahead.filter(isPending);
  const dependsOn: unknown = entry['dependsOn'];
  const missing = rows.filter((other) => Array.isArray(dependsOn) && dependsOn.includes(other['opId']));
  return [
    ...beside.map((other) => `${text(entry)} is sent beside ${text(other)}`),
    ...overtaken.map((other) => `${text(entry)} is sent before ${text(other)}`),
    ...missing.map((other) => `${text(entry)} is sent before ${text(other)}, on which it depends`),
  ];
}

/**
 * Why a block or a contact must not be created yet: creates of one website go one after the other, and only those that need attention are
 * overtaken.
 */
function outOfLane(tables: MemoryDisk['tables'], entry: StoredEntry): readonly string[] {
  if (entry['mutation'] !== 'create') return [];
  const others = tables.outbox
    .rows()
    .filter((other) => mutationName(other) === mutationName(entry) && other['opId'] !== entry['opId'])
    .filter((other) => other['userId'] === entry['userId'] && other['websiteId'] === entry['websiteId']);
  // A create that looks like a rejected one waits for it: the two could not be distinguished.
  const inVain = others.filter((other) => Number(other['troubles']) >= troublesForAttention);
  // An entry that a person has just retried or edited may be overtaken by one that was picked the moment before.
  const isFirst = (other: StoredEntry) =>
    (other['status'] === 'pending' || other['status'] === 'indeterminate') &&
    (other['attempts'] === 0 || Number(other['troubles']) > 0) &&
    Number(other['troubles']) < troublesForAttention &&
    Number(other['seq']) < Number(entry['seq']) &&
    Number(other['createdAt']) <= Number(entry['createdAt']) &&
    !inVain.some((one) => labelOf(one) === labelOf(other)) &&
    readEntry(other).kind === 'readable';
  return [
    ...others.filter((other) => other['status'] === 'sending').map((other) => `${text(entry)} is sent beside ${text(other)}`),
    ...others.filter(isFirst).map((other) => `${text(entry)} is sent before ${text(other)}`),
  ];
}

/** The values that identify a new record. */
function labelOf({ body }: StoredEntry): unknown {
  if (typeof body !== 'object' || body === null) return null;
  return 'label' in body ? body.label : 'values' in body ? normal((body.values as Readonly<Record<string, Json>>)['name'] ?? null) : null;
}

/** For two changes of one record: whether they write a common field, or one of them writes the whole record. */
function sharesField(a: StoredEntry, b: StoredEntry): boolean {
  const [own, others] = [keysIn(a), keysIn(b)];
  return own.length === 0 || others.length === 0 || own.some((key) => others.includes(key));
}

function keysIn({ body }: StoredEntry): readonly unknown[] {
  if (typeof body === 'object' && body !== null && 'act' in body) return [];
  if (typeof body === 'object' && body !== null && 'values' in body) return Object.keys(body.values as object);
  if (typeof body !== 'object' || body === null || !('settings' in body) || !Array.isArray(body.settings)) return [];
  return body.settings.map((write: unknown) => (typeof write === 'object' && write !== null && 'key' in write ? write.key : null));
}

/** The same for a record that was created here and has the server's id by now. */
function recordOf({ idMap }: MemoryDisk['tables'], { target, websiteId }: StoredEntry): string {
  if (typeof target !== 'object' || target === null || !('entity' in target) || !('id' in target)) return '';
  const id = String(target.id);
  return `${String(websiteId)} ${String(target.entity)} ${idMap.get(id)?.serverId ?? id}`;
}

const text = (row: StoredEntry): string => `${mutationName(row)} ${JSON.stringify(row['body'])} (${String(row['status'])})`;
