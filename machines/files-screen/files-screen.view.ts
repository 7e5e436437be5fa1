import type { SnapshotFrom } from 'xstate';
import { countText, sizeText } from '#contract/sizes.ts';
import type { filesScreenMachine } from './files-screen.machine.ts';

export interface FilesScreenView {
  /** "1.2 GB of 2 GB, 312 of 20,000 files"; null while it is not known. */
  readonly usage: string | null;
  /** Nothing more can be stored: bytes or files have come to their limit. */
  readonly isFull: boolean;
  /** Why no file can be deleted now; stands at the buttons. Null where they can. */
  readonly whyNoDelete: string | null;
}

/** What stands around the list of files. */
export function filesScreenView({ context }: SnapshotFrom<typeof filesScreenMachine>): FilesScreenView {
  const { usage, online } = context;
  return {
    usage: usage && `${share(usage.bytes, usage.bytes_allowed, sizeText)}, ${share(usage.files, usage.files_allowed, countText)} files`,
    isFull: usage !== null && (isReached(usage.bytes, usage.bytes_allowed) || isReached(usage.files, usage.files_allowed)),
    whyNoDelete: online ? null : 'Deleting a file needs a connection.',
  };
}

const isReached = (used: number, allowed: number | null): boolean => allowed !== null && used >= allowed;

function share(used: number, allowed: number | null, text: (amount: number) => string): string {
  return allowed === null ? text(used) : `${text(used)} of ${text(allowed)}`;
}
