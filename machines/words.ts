import { meansOffline, type Problem } from '#contract/outcome.ts';

/** Said where nothing of ours answered. */
export const unreachableMessage = "The server can't be reached. Check your connection and try again.";
export const unknownMessage = 'An error occurred.';

/** What a person is told of a call that failed: the server's words, else `unknown`, else that there was no answer. */
export function problemMessage(problem: Problem, unknown: string = unknownMessage): string {
  if (problem.kind === 'refused') return problem.message.trim() || unknown;
  return meansOffline(problem) ? unreachableMessage : unknown;
}
