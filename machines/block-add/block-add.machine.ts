import { isBlankText } from '#contract/invisible.ts';
import { assign, setup } from 'xstate';
import type { ChartMeta } from '../chart-meta.ts';
import { blockDeclaration } from '#contract/blocks/catalogue.ts';
import type { FieldMessages } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { PendingReason } from '#contract/pending-reason.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import { isStored, problemOf } from '../block-mutation/block-mutation.operations.ts';
import { notProvided } from '../placeholder.ts';
import type { BlockSubmission, BlockSaveResult } from '../block-ports.ts';
import { unknownSaveMessage } from '../save-messages.ts';
import { withEvent, withOutput } from '../with-event.ts';

export type AddField = 'key' | 'name';
export type AddErrors = Readonly<Partial<Record<AddField, string>>>;

export interface BlockAddInput {
  readonly websiteId: string;
  readonly theme: ThemeKey | null;
  /** The names of the blocks that are there. */
  readonly labels: readonly string[];
  /** The new block goes right below this one; null: below all others. */
  readonly below: { readonly blockId: string; readonly label: string } | null;
}

/** Plain JSON. */
export interface BlockAddContext extends BlockAddInput {
  /** The chosen type; empty until one is chosen. */
  readonly key: string;
  readonly name: string;
  /** The name that was filled in with the type; empty before. */
  readonly suggested: string;
  readonly errors: AddErrors;
  /** Why the block was not added, below the sentence that the specification gives. */
  readonly message: string | null;
  /** Counts the saves that failed, so that the first field with an error takes the focus each time. */
  readonly failedSaves: number;
  readonly result: BlockAddOutput;
}

export type BlockAddEvent =
  | { readonly type: 'type.chosen'; readonly key: string }
  | { readonly type: 'name.typed'; readonly name: string }
  | { readonly type: 'save.requested' }
  | { readonly type: 'cancel.requested' };

/** `pending`: why the block is on this device only; null where the server has it. `appendedAt` as in `BlockSaveResult`. */
export type BlockAddOutput =
  | { readonly kind: 'cancelled' }
  | {
      readonly kind: 'added';
      readonly blockId: string;
      readonly key: string;
      readonly label: string;
      readonly pending: PendingReason | null;
      /** The block is there, and its place was rejected. */
      readonly problem: string | null;
      readonly appendedAt: number;
    };

const unknownReason = { message: unknownSaveMessage, fields: {} } as const;

/** The dialog Add New Block: a type and a name. Then the block is in the list, and its editor opens. */
export const blockAddMachine = setup({
  types: {
    meta: {} as ChartMeta,
    context: {} as BlockAddContext,
    events: {} as BlockAddEvent,
    input: {} as BlockAddInput,
    output: {} as BlockAddOutput,
    tags: {} as 'busy',
  },
  actors: { submitBlock: notProvided<BlockSaveResult, BlockSubmission>('submitBlock') },
  guards: {
    isIncomplete: ({ context }) => Object.keys(problemsOf(context)).length > 0,
    isAdded: (_, result: BlockSaveResult) => addedOf(result) !== null,
  },
  actions: {
    setType: assign(({ context }, { key }: { key: string }) => withType(context, key)),
    setName: assign(({ context }, { name }: { name: string }) => ({ name, errors: without(context.errors, 'name') })),
    showProblems: assign(({ context }) => ({ errors: problemsOf(context), failedSaves: context.failedSaves + 1 })),
    clearProblems: assign({ errors: {}, message: null }),
    setResult: assign({
      result: ({ context }, result: BlockSaveResult): BlockAddOutput => {
        const added = addedOf(result);
        return added ? { kind: 'added', key: context.key, label: context.name.trim(), ...added } : context.result;
      },
    }),
    showReason: assign(({ context }, { message, fields }: { message: string; fields: FieldMessages }) => ({
      message,
      errors: { ...(fields['key'] ? { key: fields['key'] } : {}), ...(fields['label'] ? { name: fields['label'] } : {}) },
      failedSaves: context.failedSaves + 1,
    })),
  },
}).createMachine({
  id: 'block-add',
  description: 'The dialog Add New Block.',
  meta: { testId: 'block-add', sees: 'The dialog: Select a block type to add to your homepage.' },
  context: ({ input }) => ({
    ...input,
    key: '',
    name: '',
    suggested: '',
    errors: {},
    message: null,
    failedSaves: 0,
    result: { kind: 'cancelled' },
  }),
  output: ({ context }) => context.result,
  initial: 'open',
  states: {
    open: {
      description: 'The dialog takes a type and a name.',
      initial: 'editing',
      on: {
        'type.chosen': { actions: withEvent('setType'), meta: { requirements: ['R531'] } },
        'name.typed': { actions: withEvent('setName'), meta: { requirements: ['R531'] } },
        'save.requested': [
          {
            guard: 'isIncomplete',
            actions: 'showProblems',
            description: 'Submitting does nothing while type or name is missing; the fields say so.',
            meta: { requirements: ['R531'] },
          },
          { target: 'submitting', actions: 'clearProblems', meta: { requirements: ['R532'] } },
        ],
        'cancel.requested': { target: 'closed', meta: { requirements: ['R534'] } },
      },
      states: {
        editing: {
          description: 'Nothing has been sent yet.',
          meta: { testId: 'block-add-editing', sees: 'Select Block Type, Name, Cancel and Save.' },
        },
        error: {
          description: 'The block was not added. What was chosen and typed stays.',
          meta: { testId: 'block-add-error', sees: 'In red: Failed to create block with key, and why.' },
        },
      },
    },
    submitting: {
      description: 'The new block is in the outbox. With a connection the chart waits for the answer.',
      tags: ['busy'],
      meta: { testId: 'block-add-submitting', sees: 'Save, busy.' },
      invoke: {
        id: 'submitBlock',
        src: 'submitBlock',
        input: ({ context }) => ({
          websiteId: context.websiteId,
          change: {
            kind: 'create',
            key: context.key,
            label: context.name.trim(),
            enabled: null,
            copyOf: null,
            below: context.below?.blockId ?? null,
          },
        }),
        onDone: [
          {
            guard: withOutput('isAdded'),
            target: 'closed',
            actions: withOutput('setResult'),
            meta: { requirements: ['R532'] },
          },
          {
            target: 'open.error',
            actions: { type: 'showReason', params: ({ event }) => problemOf(event.output) ?? unknownReason },
            meta: { requirements: ['R533'] },
          },
        ],
        onError: { target: 'open.error', actions: { type: 'showReason', params: unknownReason }, meta: { requirements: ['R533'] } },
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

/** The type, with a name for the block, unless somebody has typed one. */
function withType(context: BlockAddContext, key: string): Partial<BlockAddContext> {
  const { theme, labels, name, suggested, errors } = context;
  const isOwn = !isBlankText(name) && name !== suggested;
  if (isOwn) return { key, errors: without(errors, 'key') };
  const next = theme === null ? '' : freeName(blockDeclaration(theme, key)?.label ?? '', labels);
  return { key, name: next, suggested: next, errors: without(without(errors, 'key'), 'name') };
}

/** "Banner", or "Banner 2" where there is one already. */
function freeName(label: string, labels: readonly string[]): string {
  const taken = new Set(labels);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? label : `${label} ${number}`;
    if (!taken.has(name)) return name;
  }
}

function without(errors: AddErrors, field: AddField): AddErrors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => name !== field));
}

type Added = Omit<Extract<BlockAddOutput, { readonly kind: 'added' }>, 'kind' | 'key' | 'label'>;

function addedOf(result: BlockSaveResult): Added | null {
  if (!isStored(result) || result.blockId === null) return null;
  const { blockId, appendedAt } = result;
  if (result.kind === 'pending') return { blockId, pending: result.reason, problem: null, appendedAt };
  return { blockId, pending: null, problem: result.problem ?? null, appendedAt };
}
