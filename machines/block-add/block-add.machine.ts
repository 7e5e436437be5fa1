import { assign, setup } from 'xstate';
import type { FieldMessages } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { PendingReason } from '#contract/pending-reason.ts';
import { isTaken, problemOf } from '../block-submission/block-submission.outcome.ts';
import { notProvided } from '../placeholder.ts';
import type { BlockSubmission, BlockSubmitted } from '../ports.ts';
import { unknownSaveMessage } from '../save-words.ts';
import type { AddErrors, AddField, BlockAddContext, BlockAddEvent, BlockAddInput, BlockAddOutput } from './block-add.types.ts';

const noReason = { message: unknownSaveMessage, fields: {} } as const;

/** The dialog Add New Block: a kind and a name, then the block stands in the list and its editor opens. */
export const blockAddMachine = setup({
  types: {
    context: {} as BlockAddContext,
    events: {} as BlockAddEvent,
    input: {} as BlockAddInput,
    output: {} as BlockAddOutput,
    tags: {} as 'busy',
  },
  actors: { submitBlock: notProvided<BlockSubmitted, BlockSubmission>('submitBlock') },
  guards: {
    isIncomplete: ({ context }) => Object.keys(problemsOf(context)).length > 0,
    isAdded: (_, { submitted }: { submitted: BlockSubmitted }) => addedOf(submitted) !== null,
  },
  actions: {
    choose: assign(({ context }, { key }: { key: string }) => ({ key, errors: without(context.errors, 'key') })),
    type: assign(({ context }, { name }: { name: string }) => ({ name, errors: without(context.errors, 'name') })),
    showProblems: assign(({ context }) => ({ errors: problemsOf(context), failedSaves: context.failedSaves + 1 })),
    forgetProblems: assign({ errors: {}, message: null }),
    take: assign({
      result: ({ context }, { submitted }: { submitted: BlockSubmitted }): BlockAddOutput => {
        const added = addedOf(submitted);
        return added ? { kind: 'added', key: context.key, label: context.name.trim(), ...added } : context.result;
      },
    }),
    explain: assign(({ context }, { message, fields }: { message: string; fields: FieldMessages }) => ({
      message,
      errors: { ...(fields['key'] ? { key: fields['key'] } : {}), ...(fields['label'] ? { name: fields['label'] } : {}) },
      failedSaves: context.failedSaves + 1,
    })),
  },
}).createMachine({
  id: 'block-add',
  description: 'The dialog Add New Block.',
  meta: { testId: 'block-add', sees: 'The dialog: Select a block type to add to your homepage.' },
  context: ({ input }) => ({ ...input, key: '', name: '', errors: {}, message: null, failedSaves: 0, result: { kind: 'cancelled' } }),
  output: ({ context }) => context.result,
  initial: 'open',
  states: {
    open: {
      description: 'The dialog takes a kind and a name.',
      initial: 'choosing',
      on: {
        'type.chosen': { actions: { type: 'choose', params: ({ event }) => ({ key: event.key }) } },
        'name.typed': { actions: { type: 'type', params: ({ event }) => ({ name: event.name }) } },
        'save.requested': [
          {
            guard: 'isIncomplete',
            actions: 'showProblems',
            meta: { requirement: 'Submitting does nothing while type or name is missing; the fields say so.' },
          },
          { target: 'submitting', actions: 'forgetProblems' },
        ],
        'cancel.requested': { target: 'closed' },
      },
      states: {
        choosing: {
          description: 'Nothing has been sent yet.',
          meta: { testId: 'block-add-choosing', sees: 'Select Block Type, Name, Cancel and Save.' },
        },
        failed: {
          description: 'The block was not made. What was chosen and typed stays.',
          meta: { testId: 'block-add-failed', sees: 'In red: Failed to create block with key, and why.' },
        },
      },
    },
    submitting: {
      description: 'The block is with the queue, and through it with the server.',
      tags: ['busy'],
      meta: { testId: 'block-add-submitting', sees: 'Save, busy.' },
      invoke: {
        id: 'submitBlock',
        src: 'submitBlock',
        input: ({ context }) => ({
          websiteId: context.websiteId,
          change: { kind: 'create', key: context.key, label: context.name.trim(), enabled: null, copyOf: null, below: null },
        }),
        onDone: [
          {
            guard: { type: 'isAdded', params: ({ event }) => ({ submitted: event.output }) },
            target: 'closed',
            actions: { type: 'take', params: ({ event }) => ({ submitted: event.output }) },
          },
          { target: 'open.failed', actions: { type: 'explain', params: ({ event }) => problemOf(event.output) ?? noReason } },
        ],
        onError: { target: 'open.failed', actions: { type: 'explain', params: noReason } },
      },
    },
    closed: {
      description: 'The dialog is gone; the output says whether there is a new block.',
      type: 'final',
      meta: { testId: 'block-add-closed', sees: "The new block's editor, or the list." },
    },
  },
});

function problemsOf({ key, name }: Pick<BlockAddContext, 'key' | 'name'>): AddErrors {
  const typed = name.trim();
  const tooLong = typed.length > limits.blockLabelCharacters;
  return {
    ...(key === '' ? { key: 'Select a block type.' } : {}),
    ...(typed === '' ? { name: 'Name is required.' } : {}),
    ...(tooLong ? { name: `Name can have at most ${limits.blockLabelCharacters} characters.` } : {}),
  };
}

function without(errors: AddErrors, field: AddField): AddErrors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => name !== field));
}

function addedOf(submitted: BlockSubmitted): { blockId: string; kept: PendingReason | null; appendedAt: number } | null {
  if (!isTaken(submitted) || submitted.blockId === null) return null;
  return { blockId: submitted.blockId, kept: submitted.kind === 'kept' ? submitted.reason : null, appendedAt: submitted.appendedAt };
}
