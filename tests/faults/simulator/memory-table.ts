import type { StoreCollection, StoreIndex, StoreTable } from '#db/stores.ts';
import { Dexie } from 'dexie';
import { compareKeys, frozenCopy, isKey, keyAt, type MemoryKey, requireKey } from './memory-rows.ts';
import type { TableData, Undo } from './memory-table-data.ts';
import type { Mode } from './memory-transaction.ts';

/**
 * Runs an effect on a table in the caller's transaction, or in one of its own. `check` throws for invalid requests; as in Dexie, it runs
 * only in a transaction that can be used.
 */
export type Operate = <Result>(table: string, mode: Mode, effect: (undo: Undo[]) => Result, check?: () => void) => Promise<Result>;

/** A table as one tab sees it. Rows are frozen; `Key` is the type of `Row` at the table's key path. */
export class MemoryTable<Row extends object, Key> implements StoreTable<Row, Key> {
  readonly name: string;
  private readonly data: TableData<Row>;
  private readonly operate: Operate;

  constructor(data: TableData<Row>, operate: Operate) {
    this.name = data.name;
    this.data = data;
    this.operate = operate;
  }

  async get(key: Key): Promise<Row | undefined> {
    if (key === undefined || key === null) throw new TypeError('Invalid argument to Table.get()');
    return this.read(() => this.data.get(requireKey(key)));
  }

  bulkGet(keys: Key[]): Promise<(Row | undefined)[]> {
    return this.read(() => keys.map((key) => this.data.get(requireKey(key))));
  }

  toArray(): Promise<Row[]> {
    return this.read(() => this.data.rows());
  }

  toCollection(): StoreCollection<Row, Key> {
    return this.collection(() => this.data.rows());
  }

  where(index: string): StoreIndex<Row, Key> {
    const check = () => void this.data.indexOf(index);
    const found = (wants: () => (key: MemoryKey) => boolean) =>
      this.collection(() => this.data.find(this.data.indexOf(index), wants()), check);
    const compared = (value: unknown, wants: (order: number) => boolean) =>
      found(() => {
        const bound = requireKey(value);
        return (key) => wants(compareKeys(key, bound));
      });
    const among = (values: readonly unknown[], isWanted: boolean) =>
      found(() => {
        const keys = values.map(requireKey);
        return (key) => keys.some((other) => compareKeys(other, key) === 0) === isWanted;
      });
    const between = (lower: unknown, upper: unknown) =>
      found(() => {
        const [from, to] = [requireKey(lower), requireKey(upper)];
        return (key) => compareKeys(key, from) >= 0 && compareKeys(key, to) < 0;
      });
    return {
      equals: (value) => compared(value, (order) => order === 0),
      above: (value) => compared(value, (order) => order > 0),
      below: (value) => compared(value, (order) => order < 0),
      anyOf: (values) => among(values, true),
      noneOf: (values) => among(values, false),
      between,
    };
  }

  add(row: Row): Promise<Key> {
    return this.writeOne(row, 'add');
  }

  put(row: Row): Promise<Key> {
    return this.writeOne(row, 'put');
  }

  async bulkPut(rows: readonly Row[]): Promise<Key> {
    const copies = rows.map(frozenCopy);
    return this.write((undo) => {
      const failures: Error[] = [];
      let last: MemoryKey | undefined;
      for (const row of copies) {
        try {
          last = this.data.write(row, 'put', undo);
        } catch (thrown) {
          failures.push(thrown instanceof Error ? thrown : new Error(String(thrown)));
        }
      }
      // The rows that found room stay, as in Dexie.
      if (failures.length > 0)
        throw new Dexie.BulkError(`${this.name}.bulkPut(): ${failures.length} of ${rows.length} operations failed`, failures);
      return this.asKey(last);
    });
  }

  update(key: Key, changes: Partial<Row>): Promise<number> {
    return this.write((undo) => {
      const row = this.data.get(requireKey(key));
      if (!row) return 0;
      this.data.write(frozenCopy({ ...row, ...changes }), 'put', undo);
      return 1;
    });
  }

  delete(key: Key): Promise<void> {
    return this.write((undo) => this.data.remove(requireKey(key), undo));
  }

  bulkDelete(keys: Key[]): Promise<void> {
    return this.write((undo) => {
      for (const key of keys.map(requireKey)) this.data.remove(key, undo);
    });
  }

  private async writeOne(row: Row, mode: 'add' | 'put'): Promise<Key> {
    // Copied at the call, so that the caller's later changes are not stored.
    const copy = frozenCopy(row);
    const key = await this.write((undo) => this.data.write(copy, mode, undo));
    const { keyPath } = this.data;
    // As Dexie does, this gives a new row its number.
    if (typeof keyPath === 'string' && !Object.isFrozen(row)) Reflect.set(row, keyPath, key);
    return this.asKey(key);
  }

  private collection(find: () => Row[], check?: () => void): StoreCollection<Row, Key> {
    const keyOf = (row: Row) => this.asKey(keyAt(row, this.data.keyPath));
    const read = <Result>(use: (rows: Row[]) => Result) => this.operate(this.name, 'r', () => use(find()), check);
    const remove = (undo: Undo[]) => {
      const keys = find().map((row) => keyAt(row, this.data.keyPath));
      for (const key of keys) if (key !== undefined) this.data.remove(key, undo);
      return keys.length;
    };
    return {
      first: () => read((rows) => rows[0]),
      last: () => read((rows) => rows.at(-1)),
      toArray: () => read((rows) => rows),
      sortBy: (field) => read((rows) => rows.sort((a, b) => compareFields(a, b, field))),
      primaryKeys: () => read((rows) => rows.map(keyOf)),
      count: () => read((rows) => rows.length),
      delete: () => this.operate(this.name, 'rw', remove, check),
      limit: (count) => this.collection(() => find().slice(0, count), check),
    };
  }

  private read<Result>(effect: () => Result): Promise<Result> {
    return this.operate(this.name, 'r', effect);
  }

  private write<Result>(effect: (undo: Undo[]) => Result): Promise<Result> {
    return this.operate(this.name, 'rw', effect);
  }

  /** Every key of this table comes from a row of it, at its key path. */
  private asKey(key: MemoryKey | undefined): Key {
    return key as Key;
  }
}

function compareFields(a: object, b: object, field: string): number {
  const [left, right]: readonly unknown[] = [Reflect.get(a, field), Reflect.get(b, field)];
  return isKey(left) && isKey(right) ? compareKeys(left, right) : 0;
}
