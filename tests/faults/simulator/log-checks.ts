import { type Json, sameJson } from '#contract/json.ts';
import { localPrefix } from '#contract/resources/local-id.ts';
import { mutationName, type OutboxEntry } from '#contract/outbox-entry.ts';
import type { StoredEntry } from '#db/migrate-entry.ts';
import type { LogRow } from '#db/stores.ts';
import { heldBy, valuesOf } from './carried-checks.ts';
import { contactLabel, contactsRecord, sameValue } from './contacts.ts';
import { type FakeServer, twinPrefix } from './fake-server.ts';
import type { MemoryDisk } from './memory-disk.ts';
import { inModel } from './places.ts';
import { placeOfEntry, readEntry } from './read-entry.ts';
import { recordOf } from './readings.ts';
import type { Violation } from './violation.ts';

/** Mutations whose fields have a base each. */
const byField: ReadonlySet<string> = new Set(['settings.update', 'block-settings.update', 'contact.update']);

interface Deps {
  readonly disk: Pick<MemoryDisk, 'tables' | 'onEnd'>;
  readonly server: FakeServer;
  readonly report: (kind: Violation, what: string) => void;
}

/** The invariants of a log line, checked once the transaction that dequeues its entry is on the disk. */
export class LogChecks {
  private readonly deps: Deps;
  private readonly last = new Map<string, StoredEntry>();
  /** Blocks whose delete is confirmed, by the opId of the delete. */
  private readonly deleted: OutboxEntry[] = [];
  /** Log lines that are written but not committed: the superseding entries may be written after them. */
  private lines: LogRow[] = [];
  /** Entries that are written but not committed, with their previous state. */
  private remembered: { readonly opId: string; readonly before: StoredEntry | undefined }[] = [];
  /** New bases that nobody of the entry's user has written on the server, in a transaction that is not committed. */
  private rebased: { readonly row: OutboxEntry; readonly field: string; readonly value: Json; readonly what: string }[] = [];
  /** Confirmed entries. What one of them asked for may have been on the server already, so that no request of its own had an effect. */
  private readonly confirmed: OutboxEntry[] = [];

  constructor(deps: Deps) {
    this.deps = deps;
    deps.disk.tables.log.onWrite = (row) => void this.lines.push(row);
    deps.disk.onEnd = (isCommitted) => {
      const { lines, remembered, rebased } = this;
      [this.lines, this.remembered, this.rebased] = [[], [], []];
      if (isCommitted) {
        for (const line of lines) this.check(line);
        for (const one of rebased) if (!this.isConfirmed(one)) deps.report('wrong base', one.what);
      }
      // A rolled-back transaction has no effect: each entry gets its previous state back.
      else for (const { opId, before } of remembered.toReversed()) this.remember(opId, before);
    };
  }

  /** Reports entries that still wait for a block which their own user has deleted since. Call it while the simulation is idle. */
  waitingForDeleted(): readonly string[] {
    const { outbox } = this.deps.disk.tables;
    return outbox
      .rows()
      .flatMap(readable)
      .filter(
        (row) =>
          row.status !== 'sending' &&
          this.deleted.some((one) => one.userId === row.userId && one.seq > row.seq && one.target.id === row.target.id),
      )
      .map((row) => `${mutationName(row)} ${JSON.stringify(row.body)} of what is deleted`);
  }

  /** Checks a written entry. Its base stays the same, or is a value that its own user has written since. */
  readonly note = (stored: StoredEntry, before: StoredEntry | undefined): void => {
    const opId = String(stored['opId']);
    this.remembered.push({ opId, before: this.last.get(opId) });
    this.last.set(opId, stored);
    const [row] = readable(stored);
    const [known] = before && before['opId'] === opId ? readable(before) : [];
    if (!row || !known) return;
    const { server, report } = this.deps;
    for (const what of known.body === row.body ? [] : forgottenBy([row], known))
      report('indeterminate state lost', `${what}, which ${mutationName(row)} ${JSON.stringify(known.body)} may have put there`);
    if (known.base === row.base) return;
    for (const [field, value] of Object.entries(row.base)) {
      const from = known.base[field];
      if (from === undefined || sameJson(from, value) || !byField.has(mutationName(row)) || JSON.stringify(from).includes(localPrefix))
        continue;
      // The new base must be a value of the same user, also one that was on the server already, the base of an entry that this one superseded
      // (or of this one itself, for a block by its local id), or a value of somebody else that this entry writes too.
      const atLocalId = Object.entries(known.base).filter(([key]) => key.startsWith(localPrefix) && nameIn(key) === nameIn(field));
      const isOwn =
        atLocalId.some(([, began]) => sameValue(began, value)) ||
        sameValue(valuesOf(row)?.[field] ?? null, value) ||
        server.effects.some((effect) => effect.author === row.userId && effect.field === field && sameValue(effect.value, value)) ||
        [...this.last.values()]
          .flatMap(readable)
          .some((other) => other.opId !== opId && other.userId === row.userId && sameValue(other.base[field] ?? null, value));
      const what = `${field} of ${JSON.stringify(row.body)} began from ${JSON.stringify(from)}, now ${JSON.stringify(value)}`;
      if (!isOwn) this.rebased.push({ row, field, value, what });
    }
  };

  /** Whether a confirmed entry ahead of it has saved the value. */
  private isConfirmed({ row, field, value }: LogChecks['rebased'][number]): boolean {
    const ahead = this.confirmed.filter(({ userId, target, seq }) => userId === row.userId && target.id === row.target.id && seq < row.seq);
    return ahead.some((one) =>
      Object.entries(valuesOf(one) ?? {}).some(
        ([key, own]) => key === field && (sameValue(own, value) || sameValue(one.joined?.[field] ?? null, value)),
      ),
    );
  }

  private remember(opId: string, stored: StoredEntry | undefined): void {
    if (stored) this.last.set(opId, stored);
    else this.last.delete(opId);
  }

  private check({ opId, outcome, by }: LogRow): void {
    const { disk, report } = this.deps;
    const stored = this.last.get(opId);
    const read = stored ? readEntry(stored) : null;
    if (read?.kind !== 'readable') return;
    const { entry: row } = read;
    if (outcome === 'done') this.checkDone(row);
    if (outcome !== 'superseded') return;
    const fields = Object.keys(valuesOf(row) ?? {});
    const rows = disk.tables.outbox.rows();
    const carriers = rows.filter((other) => other['userId'] === row.userId && other['opId'] !== opId && sameRecord(other, row));
    // Entries that wait for a block are dropped when the block is deleted.
    const serverIdOf = (id: string) => inModel(placeOfEntry(row), disk.tables.idMap.get(id)?.serverId ?? null);
    const ids: readonly (string | null)[] = [row.target.id, serverIdOf(row.target.id)];
    const isOfRow = (one: OutboxEntry) => one.userId === row.userId && one.seq > row.seq && ids.includes(one.target.id);
    const isDeleted = by === null ? this.deleted.some(isOfRow) : this.last.get(by)?.['mutation'] === 'delete';
    // An entry that was never sent still names a block by its local id.
    const serverName = (field: string) => {
      const [id = '', ...rest] = field.split('/');
      return [serverIdOf(id) ?? id, ...rest].join('/');
    };
    const carried = new Set(carriers.flatMap((other) => fieldsOf(other)).flatMap((field) => [field, serverName(field)]));
    // An entry that a person has discarded need not be sent.
    const asked = row.status === 'conflict' ? Object.keys(row.lastError?.theirs ?? {}) : [];
    const left = fields.filter((field) => !carried.has(field) && !asked.includes(field));
    if (left.length > 0 && !isDeleted) report('not carried on', `${mutationName(row)} ${JSON.stringify(row.body)}: ${left.join()}`);
    const others = carriers.flatMap(readable);
    const carrier = others.find((other) => other.opId === by);
    // An entry behind the one that carries a field on takes the field's value from it; a field that is not in conflict may be carried on in
    // the place that the original change had.
    const carriersOn = [...(carrier ? [carrier] : []), ...others.filter(({ seq }) => seq === row.seq)];
    const knows = (other: OutboxEntry, field: string) => !carriersOn.some((one) => other.seq > one.seq && fieldsOf(one).includes(field));
    for (const what of isDeleted ? [] : forgottenBy(others, row, knows))
      report('indeterminate state lost', `${what}, which ${mutationName(row)} ${JSON.stringify(row.body)} may have put there`);
  }

  /**
   * Checks a confirmed entry: it had its effect, its record has the server's id, and the entries behind it take its values as their base.
   */
  private checkDone(row: OutboxEntry): void {
    const { disk, server, report } = this.deps;
    const { idMap, outbox } = disk.tables;
    const text = `${mutationName(row)} ${JSON.stringify(row.body)}`;
    if (row.mutation === 'delete') this.deleted.push(row);
    this.confirmed.push(row);
    if (!isDone(row, server)) report('not done', `${text} had no effect`);
    const made = server.effects.find(({ key, kind }) => key === row.opId && (kind === 'created' || kind === 'uploaded'));
    const { localId = '' } = row.body as { readonly localId?: string };
    const label = made?.field ?? '';
    const isOne = server.effects.filter(({ kind, field }) => kind === made?.kind && field === made.field).length === 1;
    const serverId = inModel(placeOfEntry(row), idMap.get(localId)?.serverId ?? null);
    if (made && isOne && !label.startsWith(twinPrefix) && serverId !== made.value)
      report('not done', `${text} is ${String(serverId)}, not ${String(made.value)}`);
    if (!byField.has(mutationName(row))) return;
    const values = valuesOf(row) ?? {};
    const namedNow = (value: Json): Json => (typeof value === 'string' ? (idMap.get(value)?.serverId ?? value) : value);
    const others = outbox.rows().filter((other) => other['userId'] === row.userId && sameRecord(other, row));
    // One that has not seen what its list was joined with begins from the list of this device.
    for (const { base, seq, body, ...other } of others.flatMap(readable))
      for (const field of seq > row.seq ? Object.keys(valuesOf({ ...other, body }) ?? {}) : [])
        if (
          field in values &&
          field in base &&
          ![values[field], row.joined?.[field] ?? values[field]].some((own) =>
            sameValue(namedNow(base[field] ?? null), namedNow(own ?? null)),
          )
        )
          report('wrong base', `${field} begins from ${JSON.stringify(base[field])} behind ${text}`);
  }
}

/** The server has, or has had, what the entry asked for: through its own request, or because the value was there already. */
function isDone(row: OutboxEntry, server: FakeServer): boolean {
  const { effects } = server;
  if (effects.some(({ key }) => key !== null && (key === row.opId || key.startsWith(`${row.opId}:`)))) return true;
  const body = row.body as { readonly blockId?: string; readonly label?: string; readonly name?: string; readonly id?: string };
  switch (mutationName(row)) {
    case 'block.create':
      return effects.some(({ kind, field }) => kind === 'created' && field === body.label);
    case 'file.upload':
      return effects.some(({ kind, field }) => kind === 'uploaded' && field === body.name);
    case 'contact.create':
      return effects.some(
        ({ kind, record, field }) => kind === 'created' && record === contactsRecord && field === contactLabel(body.name),
      );
    case 'contact.delete':
      return !server.contactList().some(({ id }) => id === body.id);
    case 'block.delete':
      return !server.blocksOf(row.websiteId ?? '').some(({ id }) => id === body.blockId);
    // Two orders are compared only by the blocks that both contain, since blocks come and go.
    case 'block.reorder':
      return true;
    default: {
      const record = recordOf(row);
      const held = heldBy(server, row);
      const hadValue = (field: string, value: Json) =>
        sameJson(held.get(field) ?? null, value) ||
        value === null ||
        typeof value === 'boolean' ||
        effects.some((effect) => effect.record === record && effect.field === field && sameJson(effect.value, value));
      return Object.entries(valuesOf(row) ?? {}).every(([field, value]) => hadValue(field, value));
    }
  }
}

/** A field of a block, without the block's id. */
const nameIn = (field: string): string => field.split('/').slice(1).join('/');

/** Values that a superseded entry, or one before it, may have written, and that the entry which carries its field on does not record. */
function forgottenBy(
  carriers: readonly OutboxEntry[],
  row: OutboxEntry,
  hasToKnow: (carrier: OutboxEntry, field: string) => boolean = () => true,
): readonly string[] {
  if (!byField.has(mutationName(row))) return [];
  const values = valuesOf(row) ?? {};
  return carriers.flatMap((carrier) => {
    const own = valuesOf(carrier) ?? {};
    return Object.keys(own)
      .filter((field) => field in values && hasToKnow(carrier, field))
      .flatMap((field) => {
        const sent = row.mayHaveBeenApplied ? [values[field] ?? null] : [];
        const known = [own[field] ?? null, carrier.base[field] ?? null, ...(carrier.maybeOurs[field] ?? [])];
        return [...(row.maybeOurs[field] ?? []), ...sent]
          .filter((value) => !known.some((one) => sameValue(one, value)) && !JSON.stringify(value).includes(localPrefix))
          .map((value) => `${field}: ${JSON.stringify(value)}`);
      });
  });
}

function sameRecord(other: StoredEntry, { target }: OutboxEntry): boolean {
  return readable(other).some((entry) => JSON.stringify(entry.target) === JSON.stringify(target));
}

function readable(stored: StoredEntry): readonly OutboxEntry[] {
  const read = readEntry(stored);
  return read.kind === 'readable' ? [read.entry] : [];
}

/** The values that an entry writes; for a contact that is to be created, the values that its edits have added to the create. */
function fieldsOf(stored: StoredEntry): readonly string[] {
  return readable(stored).flatMap((row) => {
    const made = mutationName(row) === 'contact.create' ? (row.body as { readonly values: object }).values : null;
    return Object.keys(made ?? valuesOf(row) ?? {});
  });
}
