import type { SyncChipState } from '#src/ui/sync-chip.tsx';

export interface ChipInput {
  /** The outbox has been read. Before that nothing is called saved. */
  readonly known: boolean;
  /** Entries that wait for the network. */
  readonly waiting: number;
  /** Entries that wait for a person. */
  readonly attention: number;
  /** Entries that have come to need a person and that their screen may report by itself: nothing is called saved meanwhile. */
  readonly unreported: number;
  /** Offline for long enough to be shown. */
  readonly warned: boolean;
  readonly offline: boolean;
  /** Something is on its way for the first time. */
  readonly sending: boolean;
  /** Something has been tried and waits for its next try, or for a sign-in. */
  readonly held: boolean;
  /** A screen waits for what becomes of a change that it has just handed on. */
  readonly submitting: boolean;
  /** Something is typed on a screen in view, and in no save. */
  readonly unsaved: boolean;
}

export interface ChipView {
  readonly state: SyncChipState;
  readonly label: string;
}

/** The chip in the top bar: the worst that is true of the screen in view and the outbox. */
export function chipView(input: ChipInput): ChipView {
  const { waiting, attention, warned, offline, sending, submitting, unsaved } = input;
  // A short gap is not shown, but pending entries are not called on their way either.
  const isOffline = warned || (offline && waiting > 0 && !sending);
  if (attention > 0) return { state: 'attention', label: isOffline ? `Offline · Needs attention: ${attention}` : 'Needs attention' };
  const stands = standing(input, isOffline);
  if (!isOffline) return stands;
  const rest = unsaved || submitting || waiting > 0 ? ` · ${stands.label}` : '';
  return { state: 'offline', label: `Offline${rest}` };
}

function standing({ known, waiting, sending, held, submitting, unreported, unsaved }: ChipInput, isOffline: boolean): ChipView {
  if (unsaved) return { state: 'unsaved', label: 'Unsaved' };
  if (waiting > 0 && (isOffline || (held && !sending))) return { state: 'onDevice', label: `On this device: ${waiting}` };
  if (sending || submitting || waiting > 0 || unreported > 0) return { state: 'saving', label: 'Saving…' };
  return known ? { state: 'saved', label: 'Saved' } : { state: 'saving', label: 'Checking…' };
}
