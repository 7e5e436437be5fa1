import { isLocalId } from '#contract/commands/local-id.ts';
import { assign, emit, enqueueActions, setup } from 'xstate';
import { listenerNotProvided, notProvided } from '../placeholder.ts';
import { unknownMessage } from '../words.ts';
import type {
  FileChecked,
  FileChosen,
  FileDescribed,
  FileKept,
  UploadContext,
  UploadEmitted,
  UploadEvent,
  UploadInput,
  UploadPlace,
} from './upload.types.ts';

type Given = Pick<UploadInput, 'fileId' | 'storedId'>;

/** What the upload chart names. The chart itself stands in `upload.machine.ts`. */
export const uploadSetup = setup({
  types: {
    context: {} as UploadContext,
    input: {} as UploadInput,
    events: {} as UploadEvent,
    emitted: {} as UploadEmitted,
    tags: {} as 'busy',
  },
  actors: {
    describeFile: notProvided<FileDescribed, UploadPlace & { readonly fileId: string }>('describeFile'),
    checkFile: notProvided<FileChecked, UploadPlace & { readonly handle: string }>('checkFile'),
    keepFile: notProvided<FileKept, FileChosen>('keepFile'),
    followUpload: listenerNotProvided<{ readonly fileId: string }>('followUpload'),
    retryUpload: notProvided<void, { readonly fileId: string }>('retryUpload'),
    dropUpload: notProvided<void, { readonly fileId: string }>('dropUpload'),
  },
  guards: {
    isUnsaved: ({ context }) => context.fileId !== context.storedId,
    hasFile: ({ context }) => context.fileId !== null,
    isSameFile: ({ context }, { fileId }: { fileId: string | null }) =>
      fileId === context.fileId || (fileId !== null && fileId === context.serverId),
    isOnItsWay: (_, { described }: { described: FileDescribed }) => described.kind === 'known' && described.onItsWay,
    isKnown: (_, { described }: { described: FileDescribed }) => described.kind === 'known',
    isGone: (_, { described }: { described: FileDescribed }) => described.kind === 'gone',
    isGood: (_, { checked }: { checked: FileChecked }) => checked.problem === null,
    isKept: (_, { kept }: { kept: FileKept }) => kept.kind === 'kept',
  },
  actions: {
    takeValue: assign((_, { fileId, storedId }: Given) => ({
      fileId,
      storedId,
      serverId: null,
      info: null,
      problem: null,
      message: null,
    })),
    takeId: assign((_, { fileId, storedId }: Given) => ({ fileId, storedId })),
    takeDescription: assign((_, { described }: { described: FileDescribed }) =>
      described.kind === 'known' ? { info: described.info, message: null } : { info: null, message: described.message },
    ),
    noteUnseen: assign({ info: null, message: unknownMessage }),
    choose: assign((_, { handle }: { handle: string }) => ({ handle, problem: null, message: null, percent: null })),
    noteProblem: assign({ handle: null, problem: (_, { checked }: { checked: FileChecked }) => checked.problem }),
    noteUnreadable: assign({ handle: null, problem: 'This file can’t be read.' }),
    takeKept: assign(({ context }, { kept }: { kept: FileKept }) =>
      kept.kind === 'kept'
        ? { dropped: unsentOf(context), fileId: kept.fileId, serverId: null, handle: null, message: null, percent: null }
        : { message: kept.message },
    ),
    noteNotKept: assign({ message: unknownMessage }),
    progress: assign({ percent: (_, { percent }: { percent: number | null }) => percent }),
    takeServerId: assign({ serverId: (_, { fileId }: { fileId: string }) => fileId, percent: null }),
    explain: assign({ message: (_, { message }: { message: string }) => message, percent: null }),
    forgetMessage: assign({ message: null, percent: null }),
    remove: assign({ fileId: null, serverId: null, info: null, problem: null, message: null, handle: null }),
    emitDropped: enqueueActions(({ context: { dropped }, enqueue }) => {
      if (dropped !== null) enqueue.emit({ type: 'file.dropped', fileId: dropped });
    }),
    emitChange: emit(({ context }) => ({ type: 'file.changed' as const, fileId: context.fileId })),
    giveUp: assign(({ context }, { fileId }: { fileId: string | null }) => ({
      dropped: context.fileId,
      fileId,
      serverId: null,
      info: null,
      message: null,
      percent: null,
    })),
    forgetHandle: assign({ handle: null, message: null }),
  },
});

/** The file that a newer one takes the place of, where no save can name it: it leaves the queue unsent. */
function unsentOf({ fileId, storedId, serverId }: UploadContext): string | null {
  return isLocalId(fileId) && fileId !== storedId && serverId === null ? fileId : null;
}

/** Values that only states with them ask for. Throw otherwise: a fault in the chart. */
export function fileOf({ fileId }: UploadContext): string {
  if (fileId === null) throw new Error('no file in a state that needs one');
  return fileId;
}

export function droppedOf({ dropped }: UploadContext): { readonly fileId: string } {
  if (dropped === null) throw new Error('nothing to drop in a state that drops');
  return { fileId: dropped };
}

export function chosenOf(context: UploadContext): FileChosen {
  const { websiteId, settingKey, handle } = context;
  if (handle === null) throw new Error('no chosen file in a state that needs one');
  return { websiteId, settingKey, handle, replaces: unsentOf(context) };
}
