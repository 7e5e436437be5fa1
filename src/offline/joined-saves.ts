import type { SettingsSubmission, SettingsSaveResult } from '#machines/ports.ts';
import { combineSaves } from '#machines/save-parts.ts';

type Submit = (submission: SettingsSubmission, signal: AbortSignal) => Promise<SettingsSaveResult>;
/** `answersFor`: names further keys, of earlier saves, that this one has taken along and that its result is for. */
export type KeyedSubmit = (...args: [...Parameters<Submit>, answersFor: (keys: readonly string[]) => void]) => Promise<SettingsSaveResult>;

const failed: SettingsSaveResult = { kind: 'failed', code: 'unknown', message: '' };

export interface JoinedSaves {
  /** Submits a save at once. Resolves to the combined result of all saves without an answer. */
  readonly submit: Submit;
  /** Runs another call of the same form, such as its secrets, without aborting the saves that have no answer yet. */
  alongside<Result>(call: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
}

/**
 * The saves of one form. A save that begins while earlier ones are unanswered is submitted at once, and its result combines all
 * of them. They are aborted together: when the signal of the last call aborts and no other follows.
 */
export function joinedSaves(submit: KeyedSubmit): JoinedSaves {
  let inFlight: readonly { readonly keys: Set<string>; readonly answer: Promise<SettingsSaveResult> }[] = [];
  let abortion = new AbortController();
  let turns = 0;

  function reset(): void {
    inFlight = [];
    abortion = new AbortController();
  }

  /** Begins a call of the form. The returned function says whether it is still the last one. */
  function begin(signal: AbortSignal): () => boolean {
    turns += 1;
    const turn = turns;
    const isLast = () => turn === turns;
    const abortAll = () => {
      if (!isLast()) return;
      abortion.abort();
      reset();
    };
    // The chart aborts a call right before it makes the next one.
    signal.addEventListener('abort', () => queueMicrotask(abortAll));
    return isLast;
  }

  return {
    async submit(submission, signal) {
      const isLast = begin(signal);
      const keys = new Set(submission.writes.map(({ key }) => key));
      const answersFor = (more: readonly string[]) => {
        for (const key of more) keys.add(key);
      };
      if (keys.size > 0) inFlight = [...inFlight, { keys, answer: submit(submission, abortion.signal, answersFor).catch(() => failed) }];
      const parts = await Promise.all(inFlight.map(async ({ answer, keys: own }) => ({ result: await answer, keys: [...own] })));
      if (isLast()) reset();
      return combineSaves(parts);
    },
    alongside(call, signal) {
      begin(signal);
      return call();
    },
  };
}
