import type { Json } from '#contract/json.ts';
import type { RecordValues, ResourceDefinition, Values } from '#contract/resources/define.ts';
import type { ListQuery, PendingChange } from '#machines/ports.ts';
import type {
  ListedRecord,
  RecordReading,
  RecordSubmission,
  RecordSaveResult,
  RecordsPage,
} from '#machines/record-list/record-list.ports.ts';
import type { RecordsSource } from '#src/offline/records-source.ts';

/** A source with its records in memory. Its server can be offline, and refuses or fails what a test chooses. */
export interface FakeRecords extends RecordsSource {
  readonly asked: ListQuery[];
  readonly submitted: RecordSubmission['change'][];
  /** What was sent by itself: the id of its record, and the secrets. */
  readonly secrets: (readonly [string, Values])[];
  /** The records on the server, by id. */
  readonly stored: Map<string, RecordValues>;
  setOnline(online: boolean): void;
  /** Answers the next submission with `submitted`, and does not apply it. */
  refuseNext(submitted: RecordSaveResult): void;
  /** Fails the next reading of a page. */
  failNext(message: string): void;
  /** Delays all answers until `release`. */
  hold(): void;
  release(): void;
  /** Marks a record as pending, in conflict, or rejected. */
  mark(id: string, mark: PendingChange | null): void;
  warn(id: string, ...warnings: readonly string[]): void;
  /** Sends all pending changes; a record that was created here gets the server's id. */
  drain(): void;
}

const pendingMark: PendingChange = { status: 'pending', message: null };

export function fakeRecords({ list, nameKey }: ResourceDefinition, rows: readonly RecordValues[]): FakeRecords {
  const stored = new Map(rows.map((row) => [row.id, row]));
  const created = new Map<string, Values>();
  const edited = new Map<string, Values>();
  const deleting = new Set<string>();
  const marks = new Map<string, PendingChange>();
  const warnings = new Map<string, readonly string[]>();
  const idMap = new Map<string, string>();
  const listeners = new Set<() => void>();
  const fetched = new Map<string, readonly string[]>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  let online = true;
  let refusal: RecordSaveResult | null = null;
  let failure: string | null = null;
  let answering = Promise.resolve();
  let release: () => void = () => undefined;
  let next = 1000;

  const valuesOf = (id: string): Values => ({ ...stored.get(id), ...edited.get(id) });
  function listed(id: string, values: Values): ListedRecord {
    const mark = marks.get(id) ?? (created.has(id) || edited.has(id) || deleting.has(id) ? pendingMark : null);
    return { id, values, mark, isDeleting: deleting.has(id), warnings: warnings.get(id) ?? [] };
  }
  /** The ids that match a query. */
  function matchingIds({ q, sort }: ListQuery): readonly string[] {
    const key = (sort ?? list.defaultSort).replace(/^-/, '');
    const direction = (sort ?? list.defaultSort).startsWith('-') ? -1 : 1;
    return [...stored.values()]
      .filter((row) => String(row[nameKey] ?? '').includes(q))
      .toSorted((a, b) => direction * String(a[key] ?? '').localeCompare(String(b[key] ?? '')))
      .map(({ id }) => id);
  }
  function pageOf(query: ListQuery): RecordsPage | null {
    const ids = fetched.get(JSON.stringify(query));
    if (ids === undefined && fetched.size === 0) return null;
    const all = ids ?? matchingIds(query);
    const first = query.page * query.perPage;
    return {
      rows: all.slice(first, first + query.perPage).flatMap((id) => (stored.has(id) ? [listed(id, valuesOf(id))] : [])),
      created: query.page === 0 ? [...created].map(([id, values]) => listed(id, values)).toReversed() : [],
      pagination: ids
        ? {
            page: query.page,
            per_page: query.perPage,
            total: all.length,
            last_page: Math.max(0, Math.ceil(all.length / query.perPage) - 1),
          }
        : null,
      isFromDevice: ids === undefined,
      fetchedAt: 1_764_000_000_000,
    };
  }
  function readingOf(asked: string): RecordReading | null {
    const id = idMap.get(asked) ?? asked;
    const values = created.get(id) ?? (stored.has(id) ? valuesOf(id) : null);
    if (values === null) return null;
    const mark = marks.get(id);
    const pending = Object.keys(edited.get(id) ?? created.get(id) ?? {});
    return {
      id,
      stored: stored.get(id) ?? null,
      values,
      pendingFields: Object.fromEntries(pending.map((key) => [key, mark ?? pendingMark])),
      confirmedWrites: {},
      isDeleting: deleting.has(id),
      fetchedAt: 1_764_000_000_000,
    };
  }
  function apply(change: RecordSubmission['change']): string {
    switch (change.kind) {
      case 'create': {
        next += 1;
        const id = online ? String(next) : `local:${next}`;
        if (online) stored.set(id, { ...change.values, id });
        else created.set(id, change.values);
        return id;
      }
      case 'update': {
        const id = idMap.get(change.id) ?? change.id;
        const local = created.get(id);
        if (local) created.set(id, { ...local, ...change.values });
        else if (online) stored.set(id, { ...valuesOf(id), ...change.values, id });
        else edited.set(id, { ...edited.get(id), ...change.values });
        return id;
      }
      case 'delete':
        if (online) stored.delete(change.id);
        else if (!created.delete(change.id)) deleting.add(change.id);
        return change.id;
      default:
        return change.id;
    }
  }

  const fake: FakeRecords = {
    asked: [],
    submitted: [],
    secrets: [],
    stored,
    watch(query, callback) {
      const notify = () => callback(pageOf(query));
      listeners.add(notify);
      queueMicrotask(notify);
      return () => listeners.delete(notify);
    },
    async find(about) {
      const isIt = (values: Values) => Object.entries(about).every(([key, value]) => values[key] === value);
      const found = [...created, ...stored].find(([, values]) => isIt(values));
      return { kind: 'found', id: found?.[0] ?? null };
    },
    async fetchPage(query) {
      fake.asked.push(query);
      await answering;
      if (!online) return { kind: 'offline' };
      const message = failure;
      failure = null;
      if (message !== null) return { kind: 'failed', message };
      fetched.set(JSON.stringify(query), matchingIds(query));
      changed();
      return { kind: 'fetched' };
    },
    prefetch: () => Promise.resolve(null),
    async read(id) {
      await answering;
      const reading = readingOf(id);
      return reading ? { kind: 'read', reading } : { kind: 'failed', code: 'notFound', message: 'This is no longer there.' };
    },
    watchRecord(id, callback) {
      const notify = () => {
        const reading = readingOf(id);
        if (reading) callback(reading);
      };
      listeners.add(notify);
      queueMicrotask(notify);
      return () => listeners.delete(notify);
    },
    async submit({ change, onEnqueued }) {
      fake.submitted.push(change);
      onEnqueued?.();
      await answering;
      const refused = refusal;
      refusal = null;
      if (refused) return refused;
      const id = apply(change);
      changed();
      return online ? { kind: 'saved', id } : { kind: 'pending', id, reason: { kind: 'offline' } };
    },
    findUses: () => Promise.resolve({ uses: [], isWhole: true }),
    async submitSecrets(id, secrets) {
      fake.secrets.push([id, secrets]);
      await answering;
      return online ? { kind: 'saved' } : { kind: 'failed', message: 'Not offline.', fields: {} };
    },
    setOnline(value) {
      online = value;
    },
    refuseNext(submitted) {
      refusal = submitted;
    },
    failNext(message) {
      failure = message;
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      answering = promise;
      release = resolve;
    },
    release: () => release(),
    mark(id, mark) {
      if (mark === null) marks.delete(id);
      else marks.set(id, mark);
      changed();
    },
    warn(id, ...texts) {
      warnings.set(id, texts);
      changed();
    },
    drain() {
      for (const [id, values] of created) {
        next += 1;
        stored.set(String(next), { ...values, id: String(next) });
        idMap.set(id, String(next));
      }
      for (const [id, values] of edited) stored.set(id, { ...stored.get(id), ...values, id });
      for (const id of deleting) stored.delete(id);
      for (const pending of [created, edited, deleting, marks]) pending.clear();
      changed();
    },
  };
  return fake;
}

/** Redirects, `/old-01` to `/new-01` and on. */
export function someRedirects(count: number): readonly RecordValues[] {
  return Array.from({ length: count }, (_, at) => redirect(String(at + 1), `/old-${String(at + 1).padStart(2, '0')}`));
}

export function redirect(id: string, from: string, more: Readonly<Record<string, Json>> = {}): RecordValues {
  return { id, redirects_from: from, redirects_to: from.replace('old', 'new'), rewrite: false, redirect_to_rewrite: false, ...more };
}
