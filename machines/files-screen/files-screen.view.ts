import type { SnapshotFrom } from 'xstate';
import type { AccountUsage } from '#contract/entities/file.ts';
import type { Disconnection } from '#contract/disconnection.ts';
import { countText, sizeText } from '#contract/sizes.ts';
import { describeNeed } from '../disconnection-messages.ts';
import type { filesScreenMachine } from './files-screen.machine.ts';

export interface FilesScreenView {
  readonly storage: StorageView;
  /** Why no file can be deleted now, for the buttons; null where files can be deleted. */
  readonly whyNoDelete: string | null;
  /** Ids of files that are gone, also where an older list still has them. */
  readonly deleted: readonly string[];
}

export interface StorageView {
  /** "1.2 GB of 2 GB, 312 of 20,000 files"; null while it is not known. */
  readonly usage: string | null;
  /** It may be known in a moment. */
  readonly isLoading: boolean;
  /** `full`: nothing more can be stored, since bytes or files have come to their limit. */
  readonly level: 'ok' | 'low' | 'full';
  /** What is to be done about it, where there is little room or none. */
  readonly warning: string | null;
}

/** From this share of a limit on, the screen warns that space is running out. */
const lowFrom = 0.9;

/** What the files screen draws around its list. `met`: what keeps the console from the server. */
export function filesScreenView(snapshot: SnapshotFrom<typeof filesScreenMachine>, met: Disconnection | null): FilesScreenView {
  const { usage, online, deleted } = snapshot.context;
  return {
    storage: { ...storageOf(usage), isLoading: snapshot.matches({ usage: 'loading' }) },
    deleted,
    whyNoDelete: online ? null : describeNeed('Deleting a file', met),
  };
}

function storageOf(usage: AccountUsage | null): Omit<StorageView, 'isLoading'> {
  if (usage === null) return { usage: null, level: 'ok', warning: null };
  const { bytes, bytes_allowed: bytesAllowed, files, files_allowed: filesAllowed } = usage;
  const text = `${share(bytes, bytesAllowed, sizeText)}, ${share(files, filesAllowed, countText)} files`;
  const used = Math.max(shareOf(bytes, bytesAllowed), shareOf(files, filesAllowed));
  if (used >= 1) return { usage: text, level: 'full', warning: `Your account has no room for more files. ${toMakeRoom}` };
  if (used < lowFrom) return { usage: text, level: 'ok', warning: null };
  const left = [
    ...(bytesAllowed !== null && shareOf(bytes, bytesAllowed) >= lowFrom ? [sizeText(bytesAllowed - bytes)] : []),
    ...(filesAllowed !== null && shareOf(files, filesAllowed) >= lowFrom ? [filesText(filesAllowed - files)] : []),
  ].join(' and ');
  return { usage: text, level: 'low', warning: `Your account has room for only ${left} more. ${toMakeRoom}` };
}

const toMakeRoom = 'To make room, delete files that are not used.';

const filesText = (count: number): string => `${countText(count)} ${count === 1 ? 'file' : 'files'}`;

/** 0 to 1 and beyond; 0 where there is no limit. */
const shareOf = (used: number, allowed: number | null): number => (allowed === null ? 0 : allowed === 0 ? 1 : used / allowed);

function share(used: number, allowed: number | null, format: (amount: number) => string): string {
  return allowed === null ? format(used) : `${format(used)} of ${format(allowed)}`;
}
