import { useSyncExternalStore } from 'react';

/** `justKept`, `justEnded`: the outbox may not show its entry yet, which the first certainly has. */
type SubmissionPhase = 'underWay' | 'justKept' | 'justEnded' | null;

const lingerMs = 500;

let underWay = 0;
let isKept = false;
let phase: SubmissionPhase = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function enter(next: SubmissionPhase): void {
  if (next === phase) return;
  phase = next;
  for (const listener of listeners) listener();
}

/** Follows what a screen submits, from the press of a button until the screen knows what became of it. */
export async function followSubmission<Result extends { readonly kind: string }>(submitted: Promise<Result>): Promise<Result> {
  if (underWay === 0) isKept = false;
  underWay += 1;
  clearTimeout(timer);
  enter('underWay');
  try {
    const result = await submitted;
    isKept ||= result.kind === 'pending';
    return result;
  } finally {
    underWay -= 1;
    if (underWay === 0) {
      enter(isKept ? 'justKept' : 'justEnded');
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
