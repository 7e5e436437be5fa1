import { assign, emit, setup } from 'xstate';
import type { AccountUsage } from '#contract/entities/file.ts';
import { deleteConfirmMachine } from '../delete-confirm/delete-confirm.machine.ts';
import type { DeleteInput, DeleteOutput } from '../delete-confirm/delete-confirm.types.ts';
import { notProvided } from '../placeholder.ts';
import type { ToastContent, ToastEmitted } from '../ports.ts';
import { unknownMessage } from '../words.ts';

/** The file that a delete was asked for. `focusAfter`: the file whose row takes the focus once this one is gone. */
export interface AskedFile {
  readonly id: string;
  readonly name: string;
  readonly focusAfter: string | null;
}

/** Plain JSON. */
export interface FilesScreenContext {
  readonly websiteId: string;
  readonly online: boolean;
  /** Null while it is not known, as where the API does not tell. */
  readonly usage: AccountUsage | null;
  /** Ids of files that were deleted here: a list that was read before may still hold them. */
  readonly deleted: readonly string[];
  /** What was last asked about. */
  readonly asked: AskedFile | null;
}

export type FilesScreenEvent =
  | { readonly type: 'delete.requested'; readonly file: AskedFile }
  | { readonly type: 'connection.restored' }
  | { readonly type: 'connection.lost' };

/**
 * `file.deleted`: the list is out of date, and the focus has to go somewhere. `delete.refused`: what the list says of the
 * file may be out of date, as when it came into use meanwhile.
 */
export type FilesScreenEmitted =
  | ToastEmitted
  | { readonly type: 'file.deleted'; readonly id: string; readonly focusAfter: string | null }
  | { readonly type: 'delete.refused' };

const nothingAsked: AskedFile = { id: '', name: '', focusAfter: null };

/** A website's files beside their list: what the account's storage comes to, and the question before a file is deleted. */
export const filesScreenMachine = setup({
  types: {
    context: {} as FilesScreenContext,
    events: {} as FilesScreenEvent,
    input: {} as { readonly websiteId: string; readonly online: boolean },
    emitted: {} as FilesScreenEmitted,
    children: {} as { loadUsage: 'loadUsage'; confirmDelete: 'confirmDelete' },
  },
  actors: {
    loadUsage: notProvided<AccountUsage | null, undefined>('loadUsage'),
    confirmDelete: deleteConfirmMachine,
  },
  guards: {
    isOnline: ({ context }) => context.online,
    isKnown: (_, params: { usage: AccountUsage | null }) => params.usage !== null,
    isDeleted: (_, params: { output: DeleteOutput }) => params.output.kind === 'deleted',
    isRefused: (_, params: { output: DeleteOutput }) => params.output.kind === 'cancelled' && params.output.refused === true,
  },
  actions: {
    noteOnline: assign({ online: true }),
    noteOffline: assign({ online: false }),
    takeUsage: assign({ usage: (_, params: { usage: AccountUsage | null }) => params.usage }),
    takeAsked: assign({ asked: (_, params: { file: AskedFile }) => params.file }),
    noteDeleted: assign({ deleted: ({ context }) => [...context.deleted, ...(context.asked ? [context.asked.id] : [])] }),
    emitDeleted: emit(({ context }) => ({
      type: 'file.deleted' as const,
      id: context.asked?.id ?? '',
      focusAfter: context.asked?.focusAfter ?? null,
    })),
    emitRefused: emit({ type: 'delete.refused' as const }),
    tell: emit((_, params: { toast: ToastContent }) => ({ type: 'toast' as const, toast: params.toast })),
  },
}).createMachine({
  id: 'files-screen',
  description: "What the account's storage comes to, and the question before a file is deleted. Deleting needs a connection.",
  meta: { testId: 'files-screen', sees: 'The list of files, with how full the storage is.' },
  type: 'parallel',
  context: ({ input }) => ({ ...input, usage: null, deleted: [], asked: null }),
  on: { 'connection.lost': { actions: 'noteOffline' } },
  states: {
    usage: {
      initial: 'loading',
      description: 'How much of the storage the account uses.',
      on: { 'connection.restored': { target: '.loading', actions: 'noteOnline' } },
      states: {
        loading: {
          description: 'It is asked for; what was known before stays shown.',
          meta: { testId: 'usage-loading', sees: 'The figures from before, or none.' },
          invoke: {
            id: 'loadUsage',
            src: 'loadUsage',
            onDone: [
              {
                guard: { type: 'isKnown', params: ({ event }) => ({ usage: event.output }) },
                target: 'known',
                actions: { type: 'takeUsage', params: ({ event }) => ({ usage: event.output }) },
              },
              { target: 'unknown' },
            ],
            onError: 'unknown',
          },
        },
        known: {
          description: 'The server has told.',
          meta: { testId: 'usage-known', sees: '"1.2 GB of 2 GB, 312 of 20,000 files".' },
        },
        unknown: {
          description: 'The API does not tell, or can not be asked now.',
          meta: { testId: 'usage-unknown', sees: 'The figures from before, or none.' },
        },
      },
    },
    dialog: {
      initial: 'closed',
      description: 'The question before a file is deleted.',
      states: {
        closed: {
          description: 'Nothing is asked.',
          meta: { testId: 'files-dialog-closed', sees: 'The list.' },
          on: {
            'delete.requested': {
              guard: 'isOnline',
              target: 'asking',
              actions: { type: 'takeAsked', params: ({ event }) => ({ file: event.file }) },
            },
          },
        },
        asking: {
          description: 'The question is open, or the delete is on its way.',
          meta: { testId: 'files-dialog-asking', sees: 'The dialog, with the name of the file.' },
          invoke: {
            id: 'confirmDelete',
            src: 'confirmDelete',
            input: ({ context }) => deleteInputOf(context),
            onDone: [
              {
                guard: { type: 'isDeleted', params: ({ event }) => ({ output: event.output }) },
                target: ['closed', '#files-screen.usage.loading'],
                actions: ['noteDeleted', { type: 'tell', params: ({ context }) => ({ toast: deletedToast(context) }) }, 'emitDeleted'],
              },
              {
                guard: { type: 'isRefused', params: ({ event }) => ({ output: event.output }) },
                target: 'closed',
                actions: 'emitRefused',
              },
              { target: 'closed' },
            ],
            onError: {
              target: 'closed',
              actions: { type: 'tell', params: { toast: { type: 'error', title: 'Error', content: unknownMessage } } },
            },
          },
        },
      },
    },
  },
});

function deleteInputOf({ websiteId, asked }: FilesScreenContext): DeleteInput {
  const { id, name, focusAfter } = asked ?? nothingAsked;
  return {
    item: { websiteId, id, label: name },
    words: {
      title: 'Delete file',
      text: `“${name}” will be deleted for good. Links to it from other websites and from mails will lead nowhere.`,
      confirm: 'Delete File',
      failed: 'The file was not deleted',
    },
    focusAfter,
  };
}

function deletedToast({ asked }: FilesScreenContext): ToastContent {
  return { type: 'success', title: 'File deleted', content: `“${(asked ?? nothingAsked).name}” has been deleted.` };
}
