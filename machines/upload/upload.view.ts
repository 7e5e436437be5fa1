import type { SnapshotFrom } from 'xstate';
import type { uploadMachine } from './upload.machine.ts';
import type { FileInfo } from './upload.types.ts';

export type UploadStatus = 'empty' | 'loading' | 'uploading' | 'pending' | 'ready' | 'unavailable' | 'error' | 'missing';

export interface UploadView {
  readonly status: UploadStatus;
  readonly info: FileInfo | null;
  /** 0 to 100; null where it is not known. */
  readonly percent: number | null;
  /** Why a chosen file was not accepted: the field's error. */
  readonly problem: string | null;
  /** The error, or why the file can't be shown. */
  readonly message: string | null;
  readonly canCancel: boolean;
  readonly canRetry: boolean;
}

export function uploadView(snapshot: SnapshotFrom<typeof uploadMachine>): UploadView {
  const { info, percent, problem, message } = snapshot.context;
  return {
    status: statusOf(snapshot),
    info,
    percent,
    problem,
    message,
    canCancel: snapshot.can({ type: 'upload.cancelled' }),
    canRetry: snapshot.can({ type: 'retry.requested' }),
  };
}

function statusOf(snapshot: SnapshotFrom<typeof uploadMachine>): UploadStatus {
  if (snapshot.matches({ pending: 'waiting' })) return 'pending';
  if (snapshot.matches('pending')) return 'uploading';
  if (snapshot.matches('error') || snapshot.matches('storeError')) return 'error';
  const named = (['ready', 'unavailable', 'missing', 'empty'] as const).find((state) => snapshot.matches(state));
  return named ?? 'loading';
}
