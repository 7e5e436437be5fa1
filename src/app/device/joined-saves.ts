import type { SettingsSubmission, SettingsSubmitted } from '#machines/ports.ts';
import { combineSaves } from '#machines/save-parts.ts';

type Submit = (submission: SettingsSubmission, signal: AbortSignal) => Promise<SettingsSubmitted>;

const failed: SettingsSubmitted = { kind: 'failed', code: 'unknown', message: '' };

/**
 * Submits the saves of one form. A save that begins while earlier ones are unanswered is submitted at once, and its result
 * combines all of them. They are aborted together: when the signal of the last one aborts and no other save follows.
 */
export function joinedSaves(submit: Submit): Submit {
  let underWay: readonly { readonly keys: readonly string[]; readonly answer: Promise<SettingsSubmitted> }[] = [];
  let ending = new AbortController();
  let turns = 0;
  return async (submission, signal) => {
    turns += 1;
    const turn = turns;
    const together = ending;
    // The chart aborts a call just before it makes the next one.
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
