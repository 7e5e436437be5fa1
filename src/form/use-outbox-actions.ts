import { storeStalledMessage } from '#contract/pending-reason.ts';
import type { DequeueResult, OutboxErrorCode, OutboxResult } from '#db/outbox-writes.ts';
import { useApp } from '#src/app/use-app.ts';
import { useClientServices } from '#src/app/use-client-services.ts';

const reasons: { readonly [Code in OutboxErrorCode]: string } = {
  quota: 'This device is out of space. Free some, then try again.',
  closed: 'Another tab runs a newer version of this console. Reload this tab, then try again.',
  storage: 'The device could not write it. Try again.',
  stalled: storeStalledMessage,
  secret: 'A secret is never kept on the device. Enter it again on its screen.',
  invalid: 'This is no longer possible for this change.',
  gone: 'This change has already left the outbox.',
  deleting: 'What this changes is being deleted.',
  busy: 'This change is being sent right now. Try again in a moment.',
};

/** What a person can do with an outbox entry. Where the write fails, a toast says why, and the entry stays unchanged. */
export function useOutboxActions() {
  const { notify } = useApp();
  const { outbox } = useClientServices().store;
  const withToast = async (result: Promise<OutboxResult | DequeueResult>): Promise<void> => {
    const answer = await result;
    if (answer.kind === 'refused') notify({ type: 'error', title: 'Error', content: reasons[answer.code] });
  };
  return {
    retry: (opId: string) => void withToast(outbox.retry(opId)),
    discard: (opId: string) => void withToast(outbox.discard(opId)),
    discardUnreadable: (seq: number) => void withToast(outbox.discardUnreadable(seq)),
    resolve: (opId: string, choices: Readonly<Record<string, 'mine' | 'theirs'>>) => void withToast(outbox.resolve(opId, choices)),
  };
}
