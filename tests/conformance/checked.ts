import type { Send } from './target.ts';

/**
 * What a run may do: only read; or also write what it then restores or deletes; or also add records that no call can delete, such as a
 * submission.
 */
export type Extent = 'reading' | 'restoring' | 'adding';

/** What each group of checks is given. */
export interface Checked {
  readonly send: Send;
  readonly token: string;
  readonly websiteId: string;
  readonly found: (check: string, problem: string | null, otherwise?: 'note') => void;
}
