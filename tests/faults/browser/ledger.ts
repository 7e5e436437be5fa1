/** `none`: the screen has reported nothing yet; `device`: "Saved on this device"; `server`: "Saved". */
export type Promised = 'none' | 'device' | 'server';

/** The subject of a change; two changes of the same subject follow each other. */
export type Change =
  | { readonly kind: 'setting'; readonly category: string; readonly key: string; readonly value: string }
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'create'; readonly label: string }
  | { readonly kind: 'delete'; readonly label: string }
  | { readonly kind: 'title'; readonly label: string; readonly value: string }
  | { readonly kind: 'show'; readonly label: string; readonly enabled: boolean }
  | { readonly kind: 'order'; readonly labels: readonly string[] };

export interface Entry {
  readonly n: number;
  readonly change: Change;
  /** ms since the start of the run. */
  readonly at: number;
  readonly tab: string;
  promised: Promised;
  /** The screen rejected the change or asked about it: nothing is promised, and the change must not have its effect. */
  said: string;
}

/** What a person did, and what the screen reported. */
export class Ledger {
  private readonly startedAt = performance.now();
  readonly entries: Entry[] = [];

  write(tab: string, change: Change): Entry {
    const entry: Entry = { n: this.entries.length + 1, change, at: this.now(), tab, promised: 'none', said: '' };
    this.entries.push(entry);
    return entry;
  }

  now(): number {
    return Math.round(performance.now() - this.startedAt);
  }

  /** `at` as `performance.now()` gives it. */
  sinceStart(at: number): number {
    return at - this.startedAt;
  }

  of<Kind extends Change['kind']>(kind: Kind): readonly (Entry & { readonly change: Extract<Change, { readonly kind: Kind }> })[] {
    return this.entries.filter(
      (entry): entry is Entry & { readonly change: Extract<Change, { readonly kind: Kind }> } => entry.change.kind === kind,
    );
  }
}

/** The entries by their subject, in their order. */
export function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  return Map.groupBy(items, keyOf);
}

/** The last promised change, and the unpromised ones after it, any of which may have won. */
export function lastPromised<Item extends { readonly promised: Promised }>(
  entries: readonly Item[],
): { readonly last: Item | null; readonly later: readonly Item[] } {
  const at = entries.findLastIndex(({ promised }) => promised !== 'none');
  return { last: entries[at] ?? null, later: entries.slice(at + 1) };
}
