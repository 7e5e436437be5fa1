import { type Json, sameJson, toJson } from '#contract/json.ts';
import { asksWhetherCreated, isStopped, type OutboxEntry } from '#contract/outbox-entry.ts';
import { bind } from '#contract/resources/bind.ts';
import { normalValue, type RecordValues, type ResourceDefinition, type Values, withDerived } from '#contract/resources/define.ts';
import { isLocalId } from '#contract/resources/local-id.ts';
import { actBodySchema, createBodySchema, updateBodySchema } from '#contract/resources/record-bodies.ts';
import * as v from 'valibot';
import { maybeApplied } from './entry-transitions.ts';
import { theirsOf, triedOf, type PendingField } from './overlay.ts';

/** One record of a list: pending mutations applied to the server state. */
export interface RecordRow {
  /** The server's id, or the local one of a record that only this device has. */
  readonly id: string;
  readonly values: Values;
  /** The server's warnings beside the record in its list. */
  readonly warnings: readonly string[];
  /** Of the last pending mutation. */
  readonly pending: PendingField | null;
  readonly isDeleting: boolean;
}

/** A page, or all that this device has, with pending mutations applied. */
export interface AppliedRows {
  readonly rows: readonly RecordRow[];
  /** Pending creates, newest first. */
  readonly created: readonly RecordRow[];
}

export function applyPending(resource: ResourceDefinition, stored: readonly RecordValues[], entries: readonly OutboxEntry[]): AppliedRows {
  const byId = Map.groupBy(entries, ({ target }) => target.id);
  const creates = entries.filter(({ mutation }) => mutation === 'create');
  // A record that may have been created is on the server's page too. It appears once, as the pending one.
  const isPendingCreate = (record: RecordValues) => creates.some((entry) => looksCreated(resource, record, entry));
  const rows = stored
    .filter((record) => !isPendingCreate(record))
    .map((record) => withEntries(resource, record.id, record, byId.get(record.id) ?? []));
  const created = creates.flatMap(({ target }) => {
    const row = withEntries(resource, target.id, {}, byId.get(target.id) ?? []);
    return row.isDeleting ? [] : [row];
  });
  const applied = (row: RecordRow): RecordRow => ({ ...row, values: withoutTaken(resource, row.id, row.values, entries) });
  return { rows: rows.map(applied), created: created.toReversed().map(applied) };
}

/** The values of a record without the flags of `oneOf` that a pending mutation gives to another record. `entries`: of the whole scope. */
export function withoutTaken(resource: ResourceDefinition, id: string, values: Values, entries: readonly OutboxEntry[]): Values {
  const taken = resource.oneOf.filter((key) => {
    const last = entries.findLast((entry) => !isStopped(entry) && valuesOf(entry)?.[key] === true);
    return values[key] === true && last !== undefined && last.target.id !== id;
  });
  return taken.length === 0 ? values : { ...values, ...Object.fromEntries(taken.map((key) => [key, false])) };
}

function looksCreated(resource: ResourceDefinition, record: RecordValues, entry: OutboxEntry): boolean {
  if (entry.status !== 'sending' && !entry.mayHaveBeenApplied) return false;
  const comparison = bind(entry)?.compare([toJson(record)], maybeApplied(entry));
  return resource.findCreated !== null && comparison?.kind === 'done';
}

export function withEntries(resource: ResourceDefinition, id: string, stored: Values, entries: readonly OutboxEntry[]): RecordRow {
  let values = stored;
  let pending: PendingField | null = null;
  let isDeleting = false;
  for (const entry of entries) {
    const put = valuesOf(entry);
    pending = markOf(entry);
    if (entry.mutation === 'delete') isDeleting = !isStopped(entry);
    else if (put) values = withDerived(resource, { ...values, ...put });
  }
  return { id, values, warnings: [], pending, isDeleting };
}

/** The values that an entry applies to its record; null: none. */
function valuesOf({ mutation, body, status }: OutboxEntry): Values | null {
  switch (mutation) {
    case 'create':
    case 'update': {
      const read = v.safeParse(mutation === 'create' ? createBodySchema : updateBodySchema, body);
      return read.success ? read.output.values : null;
    }
    // An act that was rejected or is in conflict is not applied.
    case 'act': {
      const read = v.safeParse(actBodySchema, body);
      return read.success && !isStopped({ status }) ? read.output.values : null;
    }
    default:
      return null;
  }
}

function markOf(entry: OutboxEntry): PendingField {
  const uncertain = asksWhetherCreated(entry) ? ({ isUncertain: true } as const) : {};
  return { opId: entry.opId, status: entry.status, message: entry.lastError?.message || null, ...uncertain, ...triedOf(entry) };
}

/** By field. Of an entry in conflict only the disputed fields need a choice; its other fields are pending. */
export function fieldMarks(entry: OutboxEntry): Readonly<Record<string, PendingField>> {
  const asked = entry.status === 'conflict' ? entry.lastError?.theirs : undefined;
  const wire = (value: Json) => bind(entry)?.wireOf(value) ?? null;
  const marks = Object.keys(valuesOf(entry) ?? {}).map((field): readonly [string, PendingField] => {
    const mark: PendingField = { ...markOf(entry), message: entry.lastError?.fields[field] ?? null };
    if (asked && field in asked) return [field, { ...mark, theirs: theirsOf(wire(asked[field] ?? null)) }];
    const began = entry.base[field];
    const known = began === undefined || entry.mutation === 'create' ? {} : { began: wire(began) };
    return [field, { ...mark, ...known, ...(asked ? { status: 'pending' as const } : {}) }];
  });
  return Object.fromEntries(marks);
}

/** Ids of the server's records that a new one with these values could not be distinguished from. */
export function lookAlikes(resource: ResourceDefinition, rows: readonly RecordRow[], values: Values): readonly string[] {
  const matching = resource.findCreated?.matching ?? [];
  const looksOf = (of: Values) => matching.map((key) => normalValue(resource, key, of[key]));
  const isAlike = (row: RecordRow) => sameJson(looksOf(row.values), looksOf(values));
  return rows.filter((row) => !isLocalId(row.id) && isAlike(row)).map(({ id }) => id);
}
