import { useSyncExternalStore } from 'react';

/** `justPending`, `justEnded`: the outbox's view may lack the entry for a moment. `justPending`: there certainly is one. */
type SubmissionPhase = 'inFlight' | 'justPending' | 'justEnded' | null;

const lingerMs = 500;

let inFlight = 0;
let isPending = false;
let phase: SubmissionPhase = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function enter(next: SubmissionPhase): void {
  if (next === phase) return;
  phase = next;
  for (const listener of listeners) listener();
}

/** Follows a submission of a screen, from the press of a button until the screen has its result. */
export async function followSubmission<Result extends { readonly kind: string }>(submitted: Promise<Result>): Promise<Result> {
  if (inFlight === 0) isPending = false;
  inFlight += 1;
  clearTimeout(timer);
  enter('inFlight');
  try {
    const result = await submitted;
    isPending ||= result.kind === 'pending';
    return result;
  } finally {
    inFlight -= 1;
    if (inFlight === 0) {
      enter(isPending ? 'justPending' : 'justEnded');
      timer = setTimeout(() => enter(null), lingerMs);
    }
  }
}

export const submissionPhase = (): SubmissionPhase => phase;

export function watchSubmissions(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The phase of the submissions of this tab's screens. */
export function useSubmission(): SubmissionPhase {
  return useSyncExternalStore(watchSubmissions, submissionPhase);
}
