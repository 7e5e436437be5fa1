import { assign, emit, setup } from 'xstate';
import type { ChartMeta } from '../chart-meta.ts';
import type { AccountUsage } from '#contract/entities/file.ts';
import { type DeleteInput, type DeleteOutput, deleteConfirmMachine } from '../delete-confirm/delete-confirm.machine.ts';
import { notProvided } from '../placeholder.ts';
import type { ConnectionEvent, ToastContent, ToastEmitted } from '../ports.ts';
import { unknownMessage } from '../problem-messages.ts';
import { withEvent, withOutput } from '../with-event.ts';

/** A file that is to be deleted. `focusAfter`: the file whose row takes the focus afterwards. */
export interface FileToDelete {
  readonly id: string;
  readonly name: string;
  readonly focusAfter: string | null;
}

/** Plain JSON. */
export interface FilesScreenContext {
  readonly websiteId: string;
  readonly online: boolean;
  /** Null while it is not known, as with an API that does not give it. */
  readonly usage: AccountUsage | null;
  /** Ids of files that were deleted here: a list that was read before may still have them. */
  readonly deleted: readonly string[];
  /** What the dialog was last opened for. */
  readonly toDelete: FileToDelete | null;
}

export type FilesScreenEvent = { readonly type: 'delete.requested'; readonly file: FileToDelete } | ConnectionEvent;

/**
 * `file.deleted`: the list is out of date, and the focus has to move. `delete.rejected`: the row of the file may be out of date, for example
 * because the file is in use by now.
 */
export type FilesScreenEmitted =
  | ToastEmitted
  | { readonly type: 'file.deleted'; readonly id: string; readonly focusAfter: string | null }
  | { readonly type: 'delete.rejected' };

const noFile: FileToDelete = { id: '', name: '', focusAfter: null };

/** The parts of the files screen around its list: how full the storage is, and the question before a file is deleted. */
export const filesScreenMachine = setup({
  types: {
    meta: {} as ChartMeta,
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
    hasUsage: (_, usage: AccountUsage | null) => usage !== null,
    isDeleted: (_, params: { output: DeleteOutput }) => params.output.kind === 'deleted',
    isRejected: (_, params: { output: DeleteOutput }) => params.output.kind === 'cancelled' && params.output.rejected === true,
  },
  actions: {
    setOnline: assign({ online: true }),
    setOffline: assign({ online: false }),
    setUsage: assign({ usage: (_, usage: AccountUsage | null) => usage }),
    setToDelete: assign({ toDelete: (_, params: { file: FileToDelete }) => params.file }),
    addDeleted: assign({ deleted: ({ context }) => [...context.deleted, ...(context.toDelete ? [context.toDelete.id] : [])] }),
    emitDeleted: emit(({ context }) => ({
      type: 'file.deleted' as const,
      id: context.toDelete?.id ?? '',
      focusAfter: context.toDelete?.focusAfter ?? null,
    })),
    emitRejected: emit({ type: 'delete.rejected' as const }),
    showToast: emit((_, params: { toast: ToastContent }) => ({ type: 'toast' as const, toast: params.toast })),
  },
}).createMachine({
  id: 'files-screen',
  description: "How full the account's storage is, and the question before a file is deleted. Deleting needs a connection.",
  meta: { testId: 'files-screen', sees: 'The list of files, with how full the storage is.' },
  type: 'parallel',
  context: ({ input }) => ({ ...input, usage: null, deleted: [], toDelete: null }),
  on: { 'connection.lost': { actions: 'setOffline', meta: { requirements: ['R803'] } } },
  states: {
    usage: {
      initial: 'loading',
      description: 'How much of the storage the account uses.',
      on: { 'connection.restored': { target: '.loading', actions: 'setOnline', meta: { requirements: ['R801'] } } },
      states: {
        loading: {
          description: 'The API is asked. The figures from before stay.',
          meta: { testId: 'usage-loading', sees: 'The figures from before, or none.' },
          invoke: {
            id: 'loadUsage',
            src: 'loadUsage',
            onDone: [
              {
                guard: withOutput('hasUsage'),
                target: 'ready',
                actions: withOutput('setUsage'),
                meta: { requirements: ['R801'] },
              },
              { target: 'unavailable', meta: { requirements: ['R802'] } },
            ],
            onError: { target: 'unavailable', meta: { requirements: ['R802'] } },
          },
        },
        ready: {
          description: 'The figures are there.',
          meta: { testId: 'usage-ready', sees: '"1.2 GB of 2 GB, 312 of 20,000 files".' },
        },
        unavailable: {
          description: 'The API does not give the figures, or can not be asked now.',
          meta: { testId: 'usage-unavailable', sees: 'The figures from before, or none.' },
        },
      },
    },
    dialog: {
      initial: 'closed',
      description: 'The question before a file is deleted.',
      states: {
        closed: {
          description: 'No dialog is open.',
          meta: { testId: 'files-dialog-closed', sees: 'The list.' },
          on: {
            'delete.requested': {
              guard: 'isOnline',
              target: 'open',
              actions: withEvent('setToDelete'),
              description: 'A file is deleted only with a connection, since other websites and mails may use it.',
              meta: { requirements: ['R803'] },
            },
          },
        },
        open: {
          description: 'The question is open, or the delete is on its way.',
          meta: { testId: 'files-dialog-open', sees: 'The dialog, with the name of the file.' },
          invoke: {
            id: 'confirmDelete',
            src: 'confirmDelete',
            input: ({ context }) => deleteInputOf(context),
            onDone: [
              {
                guard: withEvent('isDeleted'),
                target: ['closed', '#files-screen.usage.loading'],
                actions: ['addDeleted', { type: 'showToast', params: ({ context }) => ({ toast: deletedToast(context) }) }, 'emitDeleted'],
                meta: { requirements: ['R804'] },
              },
              {
                guard: withEvent('isRejected'),
                target: 'closed',
                actions: 'emitRejected',
                meta: { requirements: ['R805'] },
              },
              { target: 'closed', meta: { requirements: ['R742'] } },
            ],
            onError: {
              target: 'closed',
              actions: { type: 'showToast', params: { toast: { type: 'error', title: 'Error', content: unknownMessage } } },
              meta: { requirements: ['R725'] },
            },
          },
        },
      },
    },
  },
});

function deleteInputOf({ websiteId, toDelete }: FilesScreenContext): DeleteInput {
  const { id, name, focusAfter } = toDelete ?? noFile;
  return {
    item: { websiteId, id, label: name },
    labels: {
      title: 'Delete file',
      text: `“${name}” will be deleted for good. Links to it from other websites and from mails will lead nowhere.`,
      confirm: 'Delete File',
      error: 'The file was not deleted',
    },
    focusAfter,
  };
}

function deletedToast({ toDelete }: FilesScreenContext): ToastContent {
  return { type: 'success', title: 'File deleted', content: `“${(toDelete ?? noFile).name}” has been deleted.` };
}
