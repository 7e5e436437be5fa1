import { blockAddMachine } from '#machines/block-add/block-add.machine.ts';
import { blockSubmissionMachine } from '#machines/block-submission/block-submission.machine.ts';
import { isTaken, problemOf } from '#machines/block-submission/block-submission.outcome.ts';
import { deleteConfirmMachine } from '#machines/delete-confirm/delete-confirm.machine.ts';
import type { DeletedItem } from '#machines/delete-confirm/delete-confirm.types.ts';
import { homepageMachine } from '#machines/homepage/homepage.machine.ts';
import type { BlockSubmission, BlockSubmitted, ItemDeleted } from '#machines/ports.ts';
import { type EventObject, fromCallback, fromPromise } from 'xstate';
import type { BlocksSource } from '#src/offline/blocks-source.ts';
import type { Device } from '#src/offline/device.ts';
import { resolveConflicts } from '#src/offline/resolve-conflicts.ts';

/** The homepage's chart and those of its dialogs on the device store and the queue. */
export function wireHomepage({ store }: Pick<Device, 'store'>, blocks: BlocksSource) {
  const submitBlock = fromPromise<BlockSubmitted, BlockSubmission>(({ input, signal }) => blocks.submit(input, signal));

  async function deleteBlock({ websiteId, id, label }: DeletedItem, signal: AbortSignal): Promise<ItemDeleted> {
    if (websiteId === null) throw new Error('a block belongs to a website');
    const submitted = await blocks.submit({ websiteId, change: { kind: 'delete', blockId: id, label } }, signal);
    if (!isTaken(submitted)) return { kind: 'failed', message: problemOf(submitted)?.message ?? '' };
    const { appendedAt } = submitted;
    return submitted.kind === 'saved' ? { kind: 'deleted', appendedAt } : { kind: 'kept', appendedAt, reason: submitted.reason };
  }

  return homepageMachine.provide({
    actors: {
      loadBlocks: fromPromise(({ input }) => blocks.load(input.websiteId)),
      refreshBlocks: fromPromise(async ({ input: { websiteId } }) => {
        // What can't be asked for now, or finds no room, leaves what this device has.
        await blocks.prefetch(websiteId).catch(() => null);
        return blocks.load(websiteId);
      }),
      watchBlocks: fromCallback<EventObject, { readonly websiteId: string }>(({ input, sendBack }) =>
        blocks.watch(input.websiteId, (snapshot) => sendBack({ type: 'stored.changed', snapshot })),
      ),
      resolveConflicts: fromPromise(({ input }) => resolveConflicts(store, input.decided)),
      submission: blockSubmissionMachine.provide({ actors: { submitBlock } }),
      addBlock: blockAddMachine.provide({ actors: { submitBlock } }),
      confirmDelete: deleteConfirmMachine.provide({
        actors: { deleteItem: fromPromise(({ input, signal }) => deleteBlock(input, signal)) },
      }),
    },
  });
}
