import { type ClientDatabase, nativeSchemaVersion } from '#db/stores.ts';
import { Dexie } from 'dexie';
import { currentContext, inContext, outsideOf, runScope, type TransactionScope } from './memory-context.ts';
import type { DiskConnection, MemoryDisk } from './memory-disk.ts';
import { MemoryTable, type Operate } from './memory-table.ts';
import type { Undo } from './memory-table-data.ts';
import { MemoryTransaction, type Mode, type Step } from './memory-transaction.ts';

export interface MemoryDatabaseOptions {
  /** Awaited before each effect: the simulator decides who goes on. Resolves at once by default. */
  readonly turn?: (step: Step) => Promise<void>;
  /** Awaited before each transaction, where there is something to wait for: a frozen tab begins none. */
  readonly begins?: () => Promise<void> | null;
  /** The native version that this tab's code knows: ten times its schema's. */
  readonly version?: number;
  /** Called when another tab opened a newer version; this tab is closed by then. */
  readonly onVersionChange?: () => void;
}

interface Watcher {
  /** The tables that the last run read, and those that the current run has read so far. */
  reads: Set<string>;
  isRunning: boolean;
  isStale: boolean;
  run(): Promise<void>;
}

type ScopeCode<Result> = () => PromiseLike<Result> | Result;

const atOnce = () => Promise.resolve();
/** A promise that never resolves, for a tab that is gone. */
const never = () => new Promise<never>(() => undefined);

/** One tab's connection to a disk in memory, with Dexie's behaviour as far as the store uses it. Takes microtasks only. */
export class MemoryDatabase implements ClientDatabase, DiskConnection {
  readonly version: number;
  readonly resources: ClientDatabase['resources'];
  readonly outbox: ClientDatabase['outbox'];
  readonly drafts: ClientDatabase['drafts'];
  readonly tabDrafts: ClientDatabase['tabDrafts'];
  readonly idMap: ClientDatabase['idMap'];
  readonly files: ClientDatabase['files'];
  readonly leases: ClientDatabase['leases'];
  readonly epochs: ClientDatabase['epochs'];
  readonly log: ClientDatabase['log'];
  readonly meta: ClientDatabase['meta'];
  private readonly disk: MemoryDisk;
  private readonly options: MemoryDatabaseOptions;
  private readonly running = new Set<MemoryTransaction>();
  private readonly watchers = new Set<Watcher>();
  private isClosed = false;
  private isGone = false;

  constructor(disk: MemoryDisk, options: MemoryDatabaseOptions = {}) {
    this.disk = disk;
    this.options = options;
    disk.upgrade(options.version ?? nativeSchemaVersion);
    this.version = disk.version;
    disk.connections.add(this);
    const { tables } = disk;
    const operate: Operate = (table, mode, effect, check) => this.operate(table, mode, effect, check);
    this.resources = new MemoryTable(tables.resources, operate);
    this.outbox = new MemoryTable(tables.outbox, operate);
    this.drafts = new MemoryTable(tables.drafts, operate);
    this.tabDrafts = new MemoryTable(tables.tabDrafts, operate);
    this.idMap = new MemoryTable(tables.idMap, operate);
    this.files = new MemoryTable(tables.files, operate);
    this.leases = new MemoryTable(tables.leases, operate);
    this.epochs = new MemoryTable(tables.epochs, operate);
    this.log = new MemoryTable(tables.log, operate);
    this.meta = new MemoryTable(tables.meta, operate);
  }

  async transaction<Result>(mode: Mode, tables: Parameters<ClientDatabase['transaction']>[1], code: ScopeCode<Result>): Promise<Result> {
    if (this.isGone) await never();
    const names = new Set(tables.map(nameOf));
    const { scope: parent } = currentContext();
    if (parent?.owner === this) return this.nested(parent, mode, names, code);
    const thawed = this.options.begins?.();
    if (thawed) await thawed;
    const root = this.start(mode);
    const scope: TransactionScope = {
      root,
      owner: this,
      mode,
      tables: names,
      reachable: names,
      get isActive() {
        return root.isActive;
      },
    };
    await root.begin();
    try {
      const result = await root.run(() => runScope(scope, code));
      if (this.isGone) await never();
      await root.commit(true);
      if (this.isGone) await never();
      return result;
    } catch (thrown) {
      if (this.isGone) await never();
      root.abort();
      throw thrown;
    }
  }

  watch<Value>(
    query: () => Promise<Value>,
    observer: { readonly next: (value: Value) => void; readonly error: (thrown: unknown) => void },
  ): { unsubscribe(): void } {
    const isWatched = () => this.watchers.has(watcher);
    const watcher: Watcher = {
      reads: new Set(),
      isRunning: false,
      isStale: false,
      async run() {
        this.isRunning = true;
        do {
          this.isStale = false;
          const reads = new Set<string>();
          this.reads = reads;
          try {
            const value = await inContext({ scope: null, reads }, async () => query());
            if (isWatched() && !this.isStale) observer.next(value);
          } catch (thrown) {
            if (isWatched() && !this.isStale) observer.error(thrown);
          }
        } while (isWatched() && this.isStale);
        this.isRunning = false;
      },
    };
    this.watchers.add(watcher);
    // Not at once: the subscriber must get its subscription first.
    void outsideOf(async () => {
      await null;
      if (isWatched()) await watcher.run();
    });
    return { unsubscribe: () => void this.watchers.delete(watcher) };
  }

  nativeVersion(): number {
    return this.version;
  }

  /** Closes the connection for good. Transactions that have begun run to their end. */
  close(): void {
    this.isClosed = true;
    this.disk.connections.delete(this);
    this.watchers.clear();
  }

  /** The tab is gone: its promises never resolve, and its open transactions are rolled back. */
  crash(): void {
    this.isGone = true;
    this.close();
    for (const transaction of [...this.running]) transaction.abort();
  }

  changed(tables: ReadonlySet<string>): void {
    for (const watcher of [...this.watchers]) {
      if (watcher.reads.isDisjointFrom(tables)) continue;
      if (watcher.isRunning) watcher.isStale = true;
      else void outsideOf(() => watcher.run());
    }
  }

  versionChanged(): void {
    this.close();
    this.options.onVersionChange?.();
  }

  private async operate<Result>(table: string, mode: Mode, effect: (undo: Undo[]) => Result, check?: () => void): Promise<Result> {
    const { scope, reads } = currentContext();
    reads?.add(table);
    if (this.isGone) await never();
    if (scope?.owner === this) {
      if (mode === 'rw' && scope.mode === 'r') throw new Dexie.ReadOnlyError('Transaction is readonly');
      if (!scope.isActive) throw new Dexie.TransactionInactiveError();
      check?.();
      if (!scope.reachable.has(table)) throw new Dexie.NotFoundError(`Table ${table} not part of transaction`);
      return scope.root.operate(table, mode, effect);
    }
    check?.();
    const thawed = this.options.begins?.();
    if (thawed) await thawed;
    const transaction = this.start(mode);
    await transaction.begin();
    try {
      return await transaction.operate(table, mode, effect);
    } finally {
      // The rows of a failed bulk write that found room stay.
      if (transaction.isActive) await transaction.commit(false);
      if (this.isGone) await never();
    }
  }

  private async nested<Result>(
    parent: TransactionScope,
    mode: Mode,
    tables: ReadonlySet<string>,
    code: ScopeCode<Result>,
  ): Promise<Result> {
    if (!parent.isActive) throw new Dexie.TransactionInactiveError();
    if (mode === 'rw' && parent.mode === 'r')
      throw new Dexie.SubTransactionError('Cannot enter a sub-transaction with READWRITE mode when parent transaction is READONLY');
    for (const table of tables)
      if (!parent.tables.has(table)) throw new Dexie.SubTransactionError(`Table ${table} not included in parent transaction.`);
    let isOver = false;
    const scope: TransactionScope = {
      root: parent.root,
      owner: this,
      mode,
      tables,
      reachable: parent.reachable,
      get isActive() {
        return !isOver && parent.isActive;
      },
    };
    try {
      return await runScope(scope, code);
    } catch (thrown) {
      if (this.isGone) await never();
      parent.root.abort();
      throw thrown;
    } finally {
      isOver = true;
    }
  }

  private start(mode: Mode): MemoryTransaction {
    if (this.isClosed) throw new Dexie.DatabaseClosedError();
    const transaction: MemoryTransaction = new MemoryTransaction(
      this.disk,
      mode,
      (step) => this.takeTurn(step),
      (ended) => this.running.delete(ended),
    );
    this.running.add(transaction);
    return transaction;
  }

  private async takeTurn(step: Step): Promise<void> {
    await (this.options.turn ?? atOnce)(step);
    if (this.isGone) await never();
  }
}

function nameOf(table: unknown): string {
  if (typeof table === 'string') return table;
  if (table instanceof MemoryTable) return table.name;
  throw new TypeError('Invalid table argument to Dexie.transaction(). Only Table or String are allowed');
}
