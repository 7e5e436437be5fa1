import type { Send } from './target.ts';

/** What each group of checks is given. */
export interface Checked {
  readonly send: Send;
  readonly token: string;
  readonly websiteId: string;
  readonly found: (check: string, problem: string | null, otherwise?: 'note') => void;
}
