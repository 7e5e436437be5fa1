import { useSyncExternalStore } from 'react';

/** `justEnded`: what it left in the outbox may not have been told of yet. */
type SubmissionPhase = 'underWay' | 'justEnded' | null;

const lingerMs = 500;

let underWay = 0;
let phase: SubmissionPhase = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function enter(next: SubmissionPhase): void {
  if (next === phase) return;
  phase = next;
  for (const listener of listeners) listener();
}

/** Follows what a screen submits, from the press of a button until the screen knows what became of it. */
export async function followSubmission<Result>(submitted: Promise<Result>): Promise<Result> {
  underWay += 1;
  clearTimeout(timer);
  enter('underWay');
  try {
    return await submitted;
  } finally {
    underWay -= 1;
    if (underWay === 0) {
      enter('justEnded');
      timer = setTimeout(() => enter(null), lingerMs);
    }
  }
}

export const submissionPhase = (): SubmissionPhase => phase;

export function watchSubmissions(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a screen of this tab waits for what becomes of a change. */
export function useSubmission(): SubmissionPhase {
  return useSyncExternalStore(watchSubmissions, submissionPhase);
}
