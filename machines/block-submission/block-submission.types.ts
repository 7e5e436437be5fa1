import type { BlockSubmission, BlockSubmitted } from '../ports.ts';

/** `turn`: the sender's number for it, handed back. */
export interface SubmissionInput extends BlockSubmission {
  readonly turn: number;
}

export interface SubmissionContext extends SubmissionInput {
  /** What became of it; a failure until it is known. */
  readonly submitted: BlockSubmitted;
}

/** Sent to the machine that started it, once. */
export interface SubmissionSettled {
  readonly type: 'submission.settled';
  readonly turn: number;
  readonly submitted: BlockSubmitted;
}
