import type { SyncChipState } from '#src/ui/sync-chip.tsx';

export interface ChipInput {
  /** Rows that wait for the network. */
  readonly waiting: number;
  /** Rows that wait for a person. */
  readonly attention: number;
  /** Offline for long enough to be told. */
  readonly warned: boolean;
  readonly offline: boolean;
  readonly sending: boolean;
}

/** The chip in the top bar: one word for how things stand. */
export function chipView({ waiting, attention, warned, offline, sending }: ChipInput): {
  readonly state: SyncChipState;
  readonly label: string;
} {
  if (attention > 0) return { state: 'attention', label: 'Needs attention' };
  // A short gap is not told, but what waits is not said to be on its way.
  if (warned || (offline && waiting > 0 && !sending))
    return { state: 'offline', label: waiting > 0 ? `Offline, ${waiting} waiting` : 'Offline' };
  if (sending || waiting > 0) return { state: 'saving', label: 'Saving…' };
  return { state: 'saved', label: 'Saved' };
}
