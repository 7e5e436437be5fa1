import { AsyncLocalStorage } from 'node:async_hooks';
import { Dexie } from 'dexie';
import type { MemoryTransaction, Mode } from './memory-transaction.ts';

/** The part of a transaction that one call of `transaction` opened: the whole, or one inside another. */
export interface TransactionScope {
  readonly root: MemoryTransaction;
  /** The database that the transaction belongs to: calls on another database are no part of it. */
  readonly owner: object;
  readonly mode: Mode;
  /** The tables that it was opened for, from which an inner transaction may choose. */
  readonly tables: ReadonlySet<string>;
  /** The tables of the outermost transaction: as in Dexie, an inner one may use them all. */
  readonly reachable: ReadonlySet<string>;
  readonly isActive: boolean;
}

/** The context of a piece of code: the transaction that its calls belong to, and the live query that reads. */
export interface MemoryContext {
  readonly scope: TransactionScope | null;
  /** The tables that the live query has read so far. */
  readonly reads: Set<string> | null;
}

const outside: MemoryContext = { scope: null, reads: null };
const contexts = new AsyncLocalStorage<MemoryContext>();

/** Follows `await`, as Dexie's zones do in a browser. */
export function currentContext(): MemoryContext {
  return contexts.getStore() ?? outside;
}

/** Runs `work`, and all that it awaits, in a context of its own. */
export function inContext<Result>(context: MemoryContext, work: () => Result): Result {
  return contexts.run(context, work);
}

/** Runs `work` in no transaction, whoever calls. */
export function outsideOf<Result>(work: () => Result): Result {
  return contexts.run(outside, work);
}

/** Whether the calling code runs in a transaction that has not ended: a fetch or a timer there is a defect. */
export function isInTransaction(): boolean {
  return currentContext().scope?.isActive === true;
}

/** Runs `code` in a scope, whose calls belong to its transaction. As Dexie: rejects where the transaction ended before it did. */
export async function runScope<Result>(scope: TransactionScope, code: () => PromiseLike<Result> | Result): Promise<Result> {
  const { reads } = currentContext();
  const result = await inContext({ scope, reads }, async () => code());
  if (!scope.isActive) throw new Dexie.PrematureCommitError('Transaction committed too early.');
  return result;
}
