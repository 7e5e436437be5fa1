import type { SnapshotFrom } from 'xstate';
import type { paletteMachine } from './palette.machine.ts';
import type { MarkedRange, PaletteEntry, PaletteResult } from './palette.types.ts';

export interface PaletteOption extends PaletteEntry {
  readonly marks: readonly MarkedRange[];
  readonly isActive: boolean;
}

export interface PaletteGroup {
  readonly id: PaletteResult['group'];
  readonly title: string;
  readonly options: readonly PaletteOption[];
}

export interface PaletteView {
  readonly status: 'closed' | 'loading' | 'ready' | 'error' | 'shortcuts';
  readonly query: string;
  readonly groups: readonly PaletteGroup[];
  readonly activeId: string | null;
  /** For screen readers, and where there is nothing to show for everybody. */
  readonly announcement: string;
  readonly isEmpty: boolean;
  /** Why the active entry can't be chosen; null where nobody tried. */
  readonly reason: string | null;
}

const titles: Readonly<Record<PaletteResult['group'], string>> = {
  recent: 'Recent',
  website: 'Websites',
  action: 'Actions',
  screen: 'Screens',
  field: 'Settings',
  block: 'Homepage blocks',
};

/** What the palette draws. */
export function paletteView(snapshot: SnapshotFrom<typeof paletteMachine>): PaletteView {
  const { query, results, activeId, reason, entries } = snapshot.context;
  const status = statusOf(snapshot);
  const isEmpty = status === 'ready' && results.length === 0;
  return {
    status,
    query,
    groups: status === 'ready' ? groupsOf(results, entries, activeId) : [],
    activeId: status === 'ready' ? activeId : null,
    announcement: reason ?? (isEmpty ? `Nothing matches “${query.trim()}”.` : status === 'ready' ? counted(results.length) : ''),
    isEmpty,
    reason,
  };
}

function statusOf(snapshot: SnapshotFrom<typeof paletteMachine>): PaletteView['status'] {
  if (snapshot.matches('shortcuts')) return 'shortcuts';
  if (snapshot.matches({ open: 'loading' })) return 'loading';
  if (snapshot.matches({ open: 'error' })) return 'error';
  return snapshot.matches('open') ? 'ready' : 'closed';
}

const counted = (count: number): string => (count === 1 ? '1 result' : `${count} results`);

function groupsOf(results: readonly PaletteResult[], entries: readonly PaletteEntry[], activeId: string | null): readonly PaletteGroup[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return [...Map.groupBy(results, ({ group }) => group)].map(([group, ofGroup]) => ({
    id: group,
    title: titles[group],
    options: ofGroup.flatMap(({ id, marks }) => {
      const entry = byId.get(id);
      return entry ? [{ ...entry, marks, isActive: id === activeId }] : [];
    }),
  }));
}
