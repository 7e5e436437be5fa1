import { isUnanswered, type Problem } from '#contract/api-result.ts';
import { isIntermediaryRefusal } from '#contract/pending-reason.ts';
import { describeAnswer, describeBlock, messageIn } from './save-messages.ts';

/** Shown where nothing answered. */
export const unreachableMessage = "The server can't be reached. Check your connection and try again.";
export const unknownMessage = 'An error occurred.';

/** The error message of a failed call: the server's message, else `unknown`, else that there was no answer. */
export function problemMessage(problem: Problem, unknown: string = unknownMessage): string {
  if (problem.kind === 'refused') return messageIn(problem.message) || unknown;
  if (problem.kind === 'foreign' && isIntermediaryRefusal(problem.status)) return describeBlock(problem.status);
  return isUnanswered(problem) ? unreachableMessage : unknown;
}

/** The same for a screen that has nothing to show without the answer. */
export function loadProblemMessage(problem: Problem): string {
  return problem.kind === 'foreign' && !isUnanswered(problem) && !isIntermediaryRefusal(problem.status)
    ? `The server has trouble (${describeAnswer({ ...problem, message: '' })}).`
    : problemMessage(problem);
}
