import { Check, Clock3, Trash2, TriangleAlert } from 'lucide-react';
import { useIsOnDevice } from './store-place.ts';

/** How a change that the server has not confirmed is marked, beside a field or in a row. */
export const pendingMarks = {
  pending: { Icon: Clock3, text: 'On this device' },
  inTab: { Icon: Clock3, text: 'In this tab' },
  deleting: { Icon: Trash2, text: 'To be deleted' },
  rejected: { Icon: TriangleAlert, text: 'Needs attention: the server refused it' },
  uncertain: { Icon: TriangleAlert, text: 'Needs attention: it may have been created already' },
  conflict: { Icon: TriangleAlert, text: 'Needs attention: changed elsewhere too' },
  resolved: { Icon: Check, text: 'Resolved' },
} as const;

/** Why a change is still pending: briefly, and in a sentence. */
export interface PendingNote {
  readonly brief: string;
  readonly sentence: string;
}

export type PendingStatus = Exclude<keyof typeof pendingMarks, 'inTab'>;

/** A pending change is marked by where it waits. */
export function useMark(status: PendingStatus): (typeof pendingMarks)[keyof typeof pendingMarks] {
  const isOnDevice = useIsOnDevice();
  return pendingMarks[status === 'pending' && !isOnDevice ? 'inTab' : status];
}
