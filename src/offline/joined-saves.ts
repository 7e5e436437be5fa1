import type { SettingsSubmission, SettingsSaveResult } from '#machines/ports.ts';
import { combineSaves } from '#machines/save-parts.ts';

type Submit = (submission: SettingsSubmission, signal: AbortSignal) => Promise<SettingsSaveResult>;

const failed: SettingsSaveResult = { kind: 'failed', code: 'unknown', message: '' };

export interface JoinedSaves {
  /** Hands a save on at once, and answers with what became of all that have no answer yet. */
  readonly submit: Submit;
  /** Another call of the same form, such as its secrets: saves that have no answer yet go on behind it. */
  alongside<Result>(call: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
}

/**
 * The saves of one form. A save that begins while earlier ones are unanswered is submitted at once, and its result combines all
 * of them. They are aborted together: when the signal of the last call aborts and no other follows.
 */
export function joinedSaves(submit: Submit): JoinedSaves {
  let underWay: readonly { readonly keys: readonly string[]; readonly answer: Promise<SettingsSaveResult> }[] = [];
  let ending = new AbortController();
  let turns = 0;

  function forget(): void {
    underWay = [];
    ending = new AbortController();
  }

  /** Answers whether a call of the form is still its last one. */
  function begin(signal: AbortSignal): () => boolean {
    turns += 1;
    const turn = turns;
    const isLast = () => turn === turns;
    const giveUp = () => {
      if (!isLast()) return;
      ending.abort();
      forget();
    };
    // The chart gives up the call before the one that follows it is made.
    signal.addEventListener('abort', () => queueMicrotask(giveUp));
    return isLast;
  }

  return {
    async submit(submission, signal) {
      const isLast = begin(signal);
      const keys = submission.writes.map(({ key }) => key);
      if (keys.length > 0) underWay = [...underWay, { keys, answer: submit(submission, ending.signal).catch(() => failed) }];
      const parts = await Promise.all(underWay.map(async (part) => ({ keys: part.keys, result: await part.answer })));
      if (isLast()) forget();
      return combineSaves(parts);
    },
    alongside(call, signal) {
      begin(signal);
      return call();
    },
  };
}
