import { Dexie } from 'dexie';
import type { LockRequest, MemoryDisk } from './memory-disk.ts';
import type { Undo } from './memory-table-data.ts';

export type Mode = 'r' | 'rw';
/** The next step of a tab; `answer`: the transaction is committed, and its tab is about to be notified. */
export type Step = 'read' | 'write' | 'commit' | 'answer';
/** Lets the simulator decide who goes on; never resolves for a tab that is gone. */
export type TakeTurn = (step: Step) => Promise<void>;

/** As in IndexedDB, a transaction that waits this long (in microtasks) for anything but its tables has ended. */
const idleMicrotasks = 100;

/** One transaction on the disk: its writes are visible in the tables at once, and rolled back where it fails. */
export class MemoryTransaction implements LockRequest {
  readonly mode: Mode;
  private readonly disk: MemoryDisk;
  private readonly takeTurn: TakeTurn;
  private readonly onEnded: (transaction: MemoryTransaction) => void;
  private readonly undo: Undo[] = [];
  private readonly written = new Set<string>();
  private readonly inLine: (() => void)[] = [];
  private granted: () => void = () => undefined;
  private isOver = false;
  private isBusy = false;
  private pending = 0;
  private idleRound = 0;
  private isScopeOver = false;
  private onDrained: (() => void) | null = null;

  constructor(disk: MemoryDisk, mode: Mode, takeTurn: TakeTurn, onEnded: (transaction: MemoryTransaction) => void) {
    this.disk = disk;
    this.mode = mode;
    this.takeTurn = takeTurn;
    this.onEnded = onEnded;
  }

  get isActive(): boolean {
    return !this.isOver;
  }

  grant(): void {
    this.granted();
  }

  /** Resolves when no other transaction holds the tables. */
  begin(): Promise<void> {
    return new Promise((resolve) => {
      this.granted = resolve;
      this.disk.request(this);
    });
  }

  /** Runs one operation, after the earlier ones, when its turn has come. */
  async operate<Result>(table: string, mode: Mode, effect: (undo: Undo[]) => Result): Promise<Result> {
    this.pending += 1;
    this.idleRound += 1;
    if (this.isBusy) await new Promise<void>((resolve) => this.inLine.push(resolve));
    this.isBusy = true;
    await this.takeTurn(mode === 'r' ? 'read' : 'write');
    try {
      if (this.isOver) throw new Dexie.AbortError('Transaction aborted');
      if (mode === 'rw') {
        this.written.add(table);
        if (this.disk.takeFault('write')) {
          this.abort();
          throw new Dexie.QuotaExceededError('The disk is full.');
        }
        if (this.disk.takeFault('broken')) {
          this.abort();
          throw new DOMException('Internal error.', 'UnknownError');
        }
      }
      if (!this.disk.isFull) return effect(this.undo);
      const before = this.disk.countRows();
      const result = effect(this.undo);
      if (this.disk.hasRoomFor(this.disk.countRows() - before)) return result;
      this.abort();
      throw new Dexie.QuotaExceededError('The disk is full.');
    } finally {
      this.isBusy = false;
      this.pending -= 1;
      const next = this.inLine.shift();
      if (next) {
        this.isBusy = true;
        next();
      }
      if (this.pending === 0) this.onIdle();
    }
  }

  /** Runs the code of an explicit transaction; it must not leave the transaction without an operation. */
  async run<Result>(scope: () => PromiseLike<Result> | Result): Promise<Result> {
    this.onIdle();
    try {
      return await scope();
    } finally {
      this.isScopeOver = true;
      this.idleRound += 1;
    }
  }

  /** Waits for operations that nobody awaited, and commits. Rejects where the disk refuses the commit. */
  async commit(isExplicit: boolean): Promise<void> {
    if (this.pending > 0)
      await new Promise<void>((resolve) => {
        this.onDrained = resolve;
      });
    const hasWritten = this.written.size > 0;
    if (hasWritten && isExplicit) await this.takeTurn('commit');
    if (hasWritten && this.disk.takeFault('commit')) {
      this.abort();
      throw new Dexie.AbortError('Transaction aborted', new Dexie.QuotaExceededError('The disk is full.'));
    }
    this.end();
    if (hasWritten) await this.takeTurn('answer');
  }

  /** Rolls back. */
  abort(): void {
    if (this.isOver) return;
    for (const step of this.undo.toReversed()) step();
    if (this.written.size > 0) this.disk.noteAbort();
    this.written.clear();
    this.end();
  }

  private end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.onEnded(this);
    if (this.written.size > 0) this.disk.noteCommit();
    if (this.written.size > 0) for (const connection of [...this.disk.connections]) connection.changed(this.written);
    this.disk.release(this);
  }

  private onIdle(): void {
    if (this.onDrained) this.onDrained();
    else if (!this.isScopeOver && !this.isOver) void this.endWhereIdle();
  }

  private async endWhereIdle(): Promise<void> {
    this.idleRound += 1;
    const round = this.idleRound;
    for (let waited = 0; waited < idleMicrotasks; waited += 1) {
      await null;
      if (round !== this.idleRound || this.isOver) return;
    }
    this.end();
  }
}
