import { Dexie } from 'dexie';
import { compareKeys, type KeyPath, keyAt, type MemoryKey, requireKey } from './memory-rows.ts';

interface Entry<Row> {
  readonly key: MemoryKey;
  readonly row: Row;
}

/** An index: how rows can be found other than by their primary keys. */
export interface Index {
  readonly path: KeyPath;
  readonly isUnique: boolean;
  /** Each item of a list is a key. */
  readonly isMulti: boolean;
}

/** The steps that undo a change. */
export type Undo = () => void;

/** The position of the first wanted item in a list. */
function itemAt(row: object, path: KeyPath, wants: (key: MemoryKey) => boolean): MemoryKey | undefined {
  const list = keyAt(row, path);
  return Array.isArray(list) ? list.find(wants) : undefined;
}

function pathOf(text: string): KeyPath {
  return text.startsWith('[') ? text.slice(1, -1).split('+') : text;
}

/** The stored rows of one table, in the order of their keys. `schema` as Dexie writes it, the primary key first. */
export class TableData<Row extends object> {
  readonly name: string;
  readonly keyPath: KeyPath;
  private readonly isNumbered: boolean;
  private readonly indexes: ReadonlyMap<string, Index>;
  private readonly unique: readonly Index[];
  private readonly entries: Entry<Row>[] = [];
  private lastNumber = 0;
  private changed: Row[] = [];
  /** Called inside the transaction before each write, so that checks see the state that the write sees. */
  onWrite: (row: Row, before: Row | undefined) => void = () => undefined;

  constructor(name: string, schema: string) {
    this.name = name;
    const [primary = '', ...others] = schema.split(',').map((part) => part.trim());
    this.isNumbered = primary.startsWith('++');
    const keyText = primary.replace('++', '');
    this.keyPath = pathOf(keyText);
    const ofKey: Index = { path: this.keyPath, isUnique: true, isMulti: false };
    const indexes = others.map((text): [string, Index] => {
      const plain = text.replace(/^[&*]/u, '');
      return [plain, { path: pathOf(plain), isUnique: text.startsWith('&'), isMulti: text.startsWith('*') }];
    });
    this.indexes = new Map([...indexes, [keyText, ofKey], [':id', ofKey]]);
    this.unique = indexes.map(([, index]) => index).filter(({ isUnique }) => isUnique);
  }

  get(key: MemoryKey): Row | undefined {
    const at = this.placeOf(key);
    return at >= 0 ? this.entries[at]?.row : undefined;
  }

  /** In the order of their keys. */
  rows(): Row[] {
    return this.entries.map(({ row }) => row);
  }

  /** Throws `SchemaError` where there is no such index. */
  indexOf(name: string): Index {
    const index = this.indexes.get(name);
    if (!index) throw new Dexie.SchemaError(`KeyPath ${name} on object store ${this.name} is not indexed`);
    return index;
  }

  /** The rows whose key in the index matches, in the index's order. */
  find(index: Index, wants: (key: MemoryKey) => boolean): Row[] {
    const found: Entry<Row>[] = [];
    let isSorted = true;
    for (const { row } of this.entries) {
      const key = index.isMulti ? itemAt(row, index.path, wants) : keyAt(row, index.path);
      if (key === undefined || !wants(key)) continue;
      const before = found.at(-1);
      isSorted &&= before === undefined || compareKeys(before.key, key) <= 0;
      found.push({ key, row });
    }
    // Stable: rows of one index key stay in the order of their primary keys.
    if (!isSorted) found.sort((a, b) => compareKeys(a.key, b.key));
    return found.map(({ row }) => row);
  }

  /**
   * Writes a row, which must be a frozen copy, and returns its key. Throws `ConstraintError` where a key is taken, `DataError` where it is
   * invalid.
   */
  write(row: Row, mode: 'add' | 'put', undo: Undo[]): MemoryKey {
    const numbered = this.numbered(row);
    const key = requireKey(keyAt(numbered, this.keyPath));
    const at = this.placeOf(key);
    if (at >= 0 && mode === 'add') throw new Dexie.ConstraintError(`${this.name} has a row of this key already`);
    for (const { path } of this.unique) this.refuseTaken(numbered, key, path);
    const before = at >= 0 ? this.entries[at] : undefined;
    this.onWrite(numbered, before?.row);
    this.changed.push(numbered);
    if (before) this.entries[at] = { key, row: numbered };
    else this.entries.splice(-at - 1, 0, { key, row: numbered });
    undo.push(() => this.restore(key, before));
    if (this.isNumbered && typeof key === 'number') this.countUpTo(Math.floor(key), undo);
    return key;
  }

  /** Returns the rows that were written or removed since the last call. */
  takeWritten(): readonly Row[] {
    const { changed } = this;
    this.changed = [];
    return changed;
  }

  /** The table is made anew, and numbers its rows from the first again. */
  clear(): void {
    this.entries.length = 0;
    this.changed = [];
    this.lastNumber = 0;
  }

  remove(key: MemoryKey, undo: Undo[]): void {
    const at = this.placeOf(key);
    if (at < 0) return;
    const [before] = this.entries.splice(at, 1);
    if (before) this.changed.push(before.row);
    undo.push(() => this.restore(key, before));
  }

  private restore(key: MemoryKey, before: Entry<Row> | undefined): void {
    const at = this.placeOf(key);
    const place = at >= 0 ? at : -at - 1;
    this.entries.splice(place, at >= 0 ? 1 : 0, ...(before ? [before] : []));
  }

  /** The row, with the next number as its key where it has none. */
  private numbered(row: Row): Row {
    const needsNumber = this.isNumbered && typeof this.keyPath === 'string' && Reflect.get(row, this.keyPath) === undefined;
    return needsNumber ? Object.freeze({ ...row, [String(this.keyPath)]: this.lastNumber + 1 }) : row;
  }

  /** No number is given twice, unless the write that used it was rolled back. */
  private countUpTo(number: number, undo: Undo[]): void {
    const before = this.lastNumber;
    if (number <= before) return;
    this.lastNumber = number;
    undo.push(() => {
      this.lastNumber = before;
    });
  }

  private refuseTaken(row: Row, key: MemoryKey, path: KeyPath): void {
    const value = keyAt(row, path);
    if (value === undefined) return;
    for (const other of this.entries) {
      const taken = keyAt(other.row, path);
      if (taken !== undefined && compareKeys(taken, value) === 0 && compareKeys(other.key, key) !== 0)
        throw new Dexie.ConstraintError(`${this.name} has a row with this ${String(path)} already`);
    }
  }

  /** The position of the key; where it is missing, -(its position) - 1. */
  private placeOf(key: MemoryKey): number {
    let [low, high] = [0, this.entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const entry = this.entries[middle];
      const order = entry ? compareKeys(entry.key, key) : 1;
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return -low - 1;
  }
}
