import type { SnapshotFrom } from 'xstate';
import { addableBlocks } from '#contract/blocks/catalogue.ts';
import { type FailureView, failureView } from '../save-messages.ts';
import type { AddErrors, blockAddMachine } from './block-add.machine.ts';

export interface BlockAddView {
  readonly status: 'editing' | 'submitting' | 'error' | 'closed';
  /** The types that the theme offers. */
  readonly types: readonly { readonly value: string; readonly label: string }[];
  readonly key: string;
  readonly name: string;
  /** Where the block will be. */
  readonly place: string;
  readonly errors: AddErrors;
  /** In red: what failed, and why. */
  readonly failure: FailureView | null;
  readonly failedSaves: number;
  readonly busy: boolean;
  /** False while the block is on its way: closing would hide the result. */
  readonly canCancel: boolean;
}

/** What the dialog Add New Block draws. */
export function blockAddView(snapshot: SnapshotFrom<typeof blockAddMachine>): BlockAddView {
  const { theme, key, name, below, errors, message, failedSaves } = snapshot.context;
  const status = snapshot.matches('submitting')
    ? 'submitting'
    : snapshot.matches({ open: 'error' })
      ? 'error'
      : snapshot.matches('closed')
        ? 'closed'
        : 'editing';
  return {
    status,
    types: theme === null ? [] : addableBlocks(theme).map((block) => ({ value: block.key, label: block.label })),
    key,
    name,
    place: below === null ? 'It goes below all other blocks.' : `It goes right below ${below.label}.`,
    errors,
    failure: status === 'error' && message !== null ? failureView(`Failed to create block with key: ${key}`, message) : null,
    failedSaves,
    busy: snapshot.hasTag('busy'),
    canCancel: snapshot.can({ type: 'cancel.requested' }),
  };
}
