import type { SnapshotFrom } from 'xstate';
import type { recordsScreenMachine } from './records-screen.machine.ts';

export interface RecordsScreenView {
  readonly selected: ReadonlySet<string>;
  /** "3 redirects selected"; null where none is. */
  readonly count: string | null;
}

/** The parts of a record list's screen around its rows. */
export function recordsScreenView(snapshot: SnapshotFrom<typeof recordsScreenMachine>): RecordsScreenView {
  const { selected, resource } = snapshot.context;
  const { one, many } = resource.labels;
  return {
    selected: new Set(selected),
    count: selected.length === 0 ? null : `${selected.length} ${selected.length === 1 ? one : many} selected`,
  };
}
