import type { Disconnection } from '#contract/disconnection.ts';
import type { SyncChipState } from '#src/ui/sync-chip.tsx';

export interface ChipInput {
  /** The outbox has been read. Before that the chip never says "Saved". */
  readonly isLoaded: boolean;
  /** How many entries are pending. */
  readonly pending: number;
  /** How many entries need a person. */
  readonly attention: number;
  /** How many more entries need a person, but may still be reported by their own screen. The chip does not say "Saved" meanwhile. */
  readonly unreported: number;
  /** What keeps the console from the server, if anything; `isWarned`: for long enough to be shown. */
  readonly disconnection: Disconnection | null;
  readonly isWarned: boolean;
  /** An entry is being sent for the first time. */
  readonly isSending: boolean;
  /** An entry waits for its next attempt, or for a sign-in. */
  readonly isDelayed: boolean;
  /** A screen awaits the save status of a change that it has just submitted. */
  readonly isSubmitting: boolean;
  /** A screen in view has unsaved changes. */
  readonly isUnsaved: boolean;
  /** What waits is in the memory of this tab. */
  readonly isInTab?: boolean;
}

export interface ChipView {
  readonly state: SyncChipState;
  readonly label: string;
}

/** The chip in the top bar: the worst state of the screen in view and of the outbox. */
export function chipView(input: ChipInput): ChipView {
  const { pending, attention, isWarned, disconnection, isSending, isSubmitting, isUnsaved } = input;
  // A short gap is not shown, but meanwhile the chip must not say that pending entries are being saved.
  const showsOffline = disconnection !== null && (isWarned || (pending > 0 && !isSending));
  const isTrouble = disconnection?.kind === 'trouble';
  const lead = isTrouble ? 'Server trouble' : 'Offline';
  if (attention > 0) return { state: 'attention', label: showsOffline ? `${lead} · Needs attention: ${attention}` : 'Needs attention' };
  const view = saveView(input, showsOffline);
  if (!showsOffline) return view;
  const rest = isUnsaved || isSubmitting || pending > 0 ? ` · ${view.label}` : '';
  return { state: isTrouble ? 'trouble' : 'offline', label: `${lead}${rest}` };
}

function saveView(input: ChipInput, showsOffline: boolean): ChipView {
  const { isLoaded, pending, isSending, isDelayed, isSubmitting, unreported, isUnsaved, isInTab } = input;
  if (isUnsaved) return { state: 'unsaved', label: 'Unsaved' };
  if (pending > 0 && (showsOffline || (isDelayed && !isSending)))
    return { state: 'onDevice', label: `${isInTab ? 'In this tab' : 'On this device'}: ${pending}` };
  if (isSending || isSubmitting || pending > 0 || unreported > 0) return { state: 'saving', label: 'Saving…' };
  return isLoaded ? { state: 'saved', label: 'Saved' } : { state: 'saving', label: 'Checking…' };
}
