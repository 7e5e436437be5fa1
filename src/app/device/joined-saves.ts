import type { SettingsSubmission, SettingsSubmitted } from '#machines/ports.ts';
import { combineSaves } from '#machines/save-parts.ts';

type Submit = (submission: SettingsSubmission, signal: AbortSignal) => Promise<SettingsSubmitted>;

const failed: SettingsSubmitted = { kind: 'failed', code: 'unknown', message: '' };

/**
 * The saves of one form. One that begins while others have no answer yet is handed on at once, and answered with what became
 * of all of them. They are given up together: when the last one's signal aborts and no further save follows.
 */
export function joinedSaves(submit: Submit): Submit {
  let underWay: readonly { readonly keys: readonly string[]; readonly answer: Promise<SettingsSubmitted> }[] = [];
  let ending = new AbortController();
  let turns = 0;
  return async (submission, signal) => {
    turns += 1;
    const turn = turns;
    const together = ending;
    // The chart gives up the call before the one that follows it is made.
    signal.addEventListener('abort', () => queueMicrotask(() => turn === turns && together.abort()));
    const keys = submission.writes.map(({ key }) => key);
    if (keys.length > 0) underWay = [...underWay, { keys, answer: submit(submission, together.signal).catch(() => failed) }];
    const parts = await Promise.all(underWay.map(async (part) => ({ keys: part.keys, submitted: await part.answer })));
    if (turn === turns) {
      underWay = [];
      ending = new AbortController();
    }
    return combineSaves(parts);
  };
}
