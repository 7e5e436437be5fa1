import type { SyncChipState } from '#src/ui/sync-chip.tsx';

export interface ChipInput {
  /** Rows that wait for the network. */
  readonly waiting: number;
  /** Rows that wait for a person. */
  readonly attention: number;
  /** Offline for long enough to be told. */
  readonly warned: boolean;
  readonly sending: boolean;
}

/** The chip in the top bar: one word for how things stand. */
export function chipView({ waiting, attention, warned, sending }: ChipInput): { readonly state: SyncChipState; readonly label: string } {
  if (attention > 0) return { state: 'attention', label: 'Needs attention' };
  if (warned) return { state: 'offline', label: waiting > 0 ? `Offline, ${waiting} waiting` : 'Offline' };
  if (sending || waiting > 0) return { state: 'saving', label: 'Saving…' };
  return { state: 'saved', label: 'Saved' };
}
