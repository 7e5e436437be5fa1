import type { StoredEntry } from '#db/migrate-entry.ts';
import {
  type IdMapRow,
  type CacheRow,
  type DraftRow,
  type EpochRow,
  type FileRow,
  type LeaseRow,
  type LogRow,
  type MetaRow,
  type SharedDraftRow,
  tableSchemas,
} from '#db/stores.ts';
import { TableData } from './memory-table-data.ts';

/**
 * `write`: the next write finds no room, which ends its transaction. `commit`: the next transaction that wrote fails as a whole. `broken`:
 * the next write fails with an unknown error.
 */
export type DiskFault = 'write' | 'commit' | 'broken';

/** A tab that has the disk open. */
export interface DiskConnection {
  readonly version: number;
  /** A newer version was opened. */
  versionChanged(): void;
  /** Called when a transaction that wrote to these tables is committed. */
  changed(tables: ReadonlySet<string>): void;
}

export interface LockRequest {
  readonly mode: 'r' | 'rw';
  grant(): void;
}

/** What outlives the tabs of one simulated browser: the rows, and who may write them now. */
export class MemoryDisk {
  readonly tables = {
    resources: new TableData<CacheRow>('resources', tableSchemas.resources),
    outbox: new TableData<StoredEntry>('outbox', tableSchemas.outbox),
    drafts: new TableData<SharedDraftRow>('drafts', tableSchemas.drafts),
    tabDrafts: new TableData<DraftRow>('tabDrafts', tableSchemas.tabDrafts),
    idMap: new TableData<IdMapRow>('idMap', tableSchemas.idMap),
    files: new TableData<FileRow>('files', tableSchemas.files),
    leases: new TableData<LeaseRow>('leases', tableSchemas.leases),
    epochs: new TableData<EpochRow>('epochs', tableSchemas.epochs),
    log: new TableData<LogRow>('log', tableSchemas.log),
    meta: new TableData<MetaRow>('meta', tableSchemas.meta),
  };
  readonly connections = new Set<DiskConnection>();
  private nativeVersion = 0;
  private fault: DiskFault | null = null;
  private lacking = 0;
  private isStalled = false;
  private readonly holders = new Set<LockRequest>();
  private readonly waiting: LockRequest[] = [];
  /** Called when a transaction that wrote has ended, with whether it was committed. */
  onEnd: (isCommitted: boolean) => void = () => undefined;
  /** How many transactions that wrote were committed. */
  commits = 0;
  /** How many transactions were rolled back. */
  aborts = 0;
  /** By entry, the number of the last transaction that wrote or removed it. */
  private readonly committed = new Map<string, number>();

  /** Commits everything that was written since the last time. */
  noteCommit(): void {
    this.commits += 1;
    for (const { opId } of this.tables.outbox.takeWritten()) this.committed.set(String(opId), this.commits);
    this.onEnd(true);
  }

  /** Rolls back everything that was written since the last time. */
  noteAbort(): void {
    this.aborts += 1;
    this.tables.outbox.takeWritten();
    this.onEnd(false);
  }

  /** Whether a transaction that has ended since then has written or removed an entry. */
  wasCommitted(opId: string, since: number): boolean {
    return (this.committed.get(opId) ?? 0) > since;
  }

  /** As IndexedDB counts: ten times the schema's. */
  get version(): number {
    return this.nativeVersion;
  }

  /** A newer version closes the older tabs; an older one opens what is there, as Dexie does. */
  upgrade(version: number): void {
    if (version <= this.nativeVersion) return;
    for (const connection of [...this.connections]) connection.versionChanged();
    this.nativeVersion = version;
  }

  /** The disk fails once. */
  failNext(fault: DiskFault): void {
    this.fault = fault;
  }

  /** The browser removes the store, after the tabs that had it open are gone. */
  removeStore(): void {
    for (const table of Object.values(this.tables)) table.clear();
    this.committed.clear();
  }

  /** No transaction runs, or waits for its tables. */
  get isAtRest(): boolean {
    return this.holders.size === 0 && this.waiting.length === 0;
  }

  /** The browser removes the store while tabs have it open: they close it, open a new one, and read again. Call it at rest. */
  removeUnderTabs(): void {
    for (const table of Object.values(this.tables)) table.clear();
    const all = new Set(Object.keys(this.tables));
    for (const connection of [...this.connections]) connection.changed(all);
  }

  /** The disk is full until so many rows were deleted. */
  fillUntilFreed(rows: number): void {
    this.lacking = rows;
  }

  /** Whether a change that adds or removes this many rows finds room. */
  hasRoomFor(rows: number): boolean {
    if (rows < 0) this.lacking += rows;
    return rows <= 0 || this.lacking <= 0;
  }

  get isFull(): boolean {
    return this.lacking > 0;
  }

  countRows(): number {
    return Object.values(this.tables).reduce((count, table) => count + table.rows().length, 0);
  }

  takeFault(fault: DiskFault): boolean {
    if (this.fault !== fault) return false;
    this.fault = null;
    return true;
  }

  /** First come, first served; read-only transactions share. `grant` is called at once where the lock is free. */
  request(request: LockRequest): void {
    this.waiting.push(request);
    this.grantNext();
  }

  /** Gives back the lock, or the place in the queue. */
  release(request: LockRequest): void {
    const at = this.waiting.indexOf(request);
    if (at >= 0) this.waiting.splice(at, 1);
    else this.holders.delete(request);
    this.grantNext();
  }

  /** Transactions that begin from now on wait, until the disk answers again. */
  stall(isStalled: boolean): void {
    this.isStalled = isStalled;
    if (!isStalled) this.grantNext();
  }

  private grantNext(): void {
    if (this.isStalled) return;
    for (let next = this.waiting[0]; next && this.isFree(next); next = this.waiting[0]) {
      this.waiting.shift();
      this.holders.add(next);
      next.grant();
    }
  }

  private isFree(request: LockRequest): boolean {
    if (this.holders.size === 0) return true;
    const [holder] = this.holders;
    return request.mode === 'r' && holder?.mode === 'r';
  }
}
