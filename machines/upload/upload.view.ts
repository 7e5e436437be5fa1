import type { SnapshotFrom } from 'xstate';
import type { uploadMachine } from './upload.machine.ts';
import type { FileInfo } from './upload.types.ts';

export type UploadStatus = 'empty' | 'loading' | 'uploading' | 'kept' | 'ready' | 'unseen' | 'failed' | 'lost';

export interface UploadView {
  readonly status: UploadStatus;
  readonly info: FileInfo | null;
  /** 0 to 100; null where it is not known. */
  readonly percent: number | null;
  /** Why a chosen file was not taken; stands at the field as its error. */
  readonly problem: string | null;
  /** Why it failed, or can't be shown. */
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
  if (snapshot.matches({ following: 'kept' })) return 'kept';
  if (snapshot.matches('following')) return 'uploading';
  if (snapshot.matches('preview')) return 'ready';
  if (snapshot.matches('unseen')) return 'unseen';
  if (snapshot.matches('lost')) return 'lost';
  if (snapshot.matches('refused') || snapshot.matches('notKept')) return 'failed';
  return snapshot.matches('empty') ? 'empty' : 'loading';
}
