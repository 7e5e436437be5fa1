import { isUnanswered, lacksCode, type Problem } from '#contract/api-result.ts';
import { codeMissingMessage, isIntermediaryRefusal } from '#contract/pending-reason.ts';
import type { SettingsLoaded } from './ports.ts';

/** Shown where nothing answered. */
export const unreachableMessage = "The server can't be reached. Check your connection and try again.";
export const unknownMessage = 'An error occurred.';
/** Of a page that the device refused to store. */
export const notKeptMessage = 'The list could not be kept on this device.';

/** The error message of a failed call: the server's message, else `unknown`, else that there was no answer. */
export function problemMessage(problem: Problem, unknown: string = unknownMessage): string {
  if (problem.kind === 'refused') return messageIn(problem.message) || unknown;
  if (problem.kind === 'foreign' && isIntermediaryRefusal(problem.status)) return describeBlock(problem.status);
  if (lacksCode(problem)) return codeMissingMessage;
  return isUnanswered(problem) ? unreachableMessage : unknown;
}

/** The error message of a screen that has nothing to show without the answer. */
export function loadProblemMessage(problem: Problem): string {
  return problem.kind === 'foreign' && !isUnanswered(problem) && !isIntermediaryRefusal(problem.status)
    ? `The server has trouble (${describeAnswer({ ...problem, message: '' })}).`
    : problemMessage(problem);
}

/** Why a screen that has nothing to show without the answer stays empty. */
export function loadFailureOf(problem: Problem): Extract<SettingsLoaded, { readonly kind: 'failed' }> {
  if (problem.kind === 'refused' && problem.status === 404) return { kind: 'failed', code: 'notFound', message: problem.message };
  return { kind: 'failed', code: isUnanswered(problem) ? 'offlineNeverLoaded' : 'unknown', message: loadProblemMessage(problem) };
}

/** "500: The database is resting", for brackets. A page that is not the server's own has a status and no message. */
export function describeAnswer({ status, message }: { readonly status: number; readonly message: string }): string {
  return `${status}: ${message.trim().replace(/\.$/, '') || "the answer can't be read"}`;
}

/** The message of a call that was blocked before it reached the server. */
export function describeBlock(status: number): string {
  return `Something between you and the server refused it (${status}).`;
}

/** The message of an error; empty where it says nothing, as "Error" does. */
export function messageIn(text: string): string {
  const message = text.trim();
  return /^error[.!]?$/i.test(message) ? '' : message;
}
