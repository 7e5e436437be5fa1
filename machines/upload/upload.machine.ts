import { isLocalId } from '#contract/resources/local-id.ts';
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
const uploadSetup = setup({
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
function fileOf({ fileId }: UploadContext): string {
  if (fileId === null) throw new Error('no file in a state that needs one');
  return fileId;
}

function droppedOf({ dropped }: UploadContext): { readonly fileId: string } {
  if (dropped === null) throw new Error('nothing to drop in a state that drops');
  return { fileId: dropped };
}

function chosenOf(context: UploadContext): FileChosen {
  const { websiteId, settingKey, handle } = context;
  if (handle === null) throw new Error('no chosen file in a state that needs one');
  return { websiteId, settingKey, handle, replaces: unsentOf(context) };
}

/** Back to what is stored. */
const giveUp = uploadSetup.createStateConfig({
  on: {
    'upload.cancelled': {
      guard: 'isUnsaved',
      target: '#upload.dropping',
      actions: [{ type: 'giveUp', params: ({ context }) => ({ fileId: context.storedId }) }, 'emitChange', 'emitDropped'],
      meta: { requirement: 'Cancel leads back to what is stored, whatever was chosen in between.' },
    },
  },
}).on['upload.cancelled'];

/** The field is to hold nothing, and the file need not be sent. What a save names stays until another save does not. */
const removeUnsent = uploadSetup.createStateConfig({
  on: {
    'file.removed': {
      guard: 'isUnsaved',
      target: '#upload.dropping',
      actions: [{ type: 'giveUp', params: { fileId: null } }, 'emitChange', 'emitDropped'],
    },
  },
}).on['file.removed'];

/** While the field holds a file that the server does not have yet. */
const following = uploadSetup.createStateConfig({
  description: 'The queue has the file; this field follows what becomes of it, whichever tab sends it.',
  initial: 'kept',
  invoke: {
    id: 'followUpload',
    src: 'followUpload',
    input: ({ context }) => ({ fileId: fileOf(context) }),
    onError: { target: '#upload.unseen', actions: 'noteUnseen' },
  },
  on: {
    'upload.sent': { target: '#upload.preview', actions: { type: 'takeServerId', params: ({ event }) => ({ fileId: event.fileId }) } },
    'upload.refused': { target: '#upload.refused', actions: { type: 'explain', params: ({ event }) => ({ message: event.message }) } },
    'upload.dropped': {
      target: '#upload.lost',
      actions: { type: 'explain', params: ({ event }) => ({ message: event.message }) },
      meta: { requirement: 'A file that was discarded in the sync centre is asked for again.' },
    },
    'upload.cancelled': giveUp,
    'file.removed': removeUnsent,
  },
  states: {
    uploading: {
      description: 'The file is leaving.',
      tags: ['busy'],
      meta: { testId: 'upload-uploading', sees: 'How much has left, and Cancel.' },
      on: {
        'upload.progressed': { actions: { type: 'progress', params: ({ event }) => ({ percent: event.percent }) } },
        'upload.waited': { target: 'kept', actions: 'forgetMessage' },
      },
    },
    kept: {
      description: 'The file waits on this device until it can be sent.',
      meta: { testId: 'upload-kept', sees: 'The picture from this device, and that it waits.' },
      on: {
        'upload.progressed': {
          target: 'uploading',
          actions: { type: 'progress', params: ({ event }) => ({ percent: event.percent }) },
          meta: { requirement: 'A file is called on its way only once a tab has begun to send it.' },
        },
      },
    },
  },
});

/** The file of one field: shown, chosen, checked, sent or kept until it can be. The queue does the sending. */
export const uploadMachine = uploadSetup.createMachine({
  id: 'upload',
  description: 'The file of one field: what it holds, and a chosen one on its way to the server.',
  meta: { testId: 'upload', sees: 'A field with a file.' },
  context: ({ input }) => ({
    websiteId: input.websiteId,
    settingKey: input.settingKey,
    fileId: input.fileId,
    serverId: null,
    storedId: input.storedId,
    dropped: null,
    handle: null,
    info: null,
    percent: null,
    problem: null,
    message: null,
  }),
  initial: 'deciding',
  on: {
    'value.given': [
      {
        guard: { type: 'isSameFile', params: ({ event }) => ({ fileId: event.fileId }) },
        actions: { type: 'takeId', params: ({ event }) => event },
        meta: { requirement: "The server's id in the place of the one on this device is no other file." },
      },
      { target: '.deciding', actions: { type: 'takeValue', params: ({ event }) => event } },
    ],
    'file.chosen': {
      target: '.checking',
      actions: { type: 'choose', params: ({ event }) => ({ handle: event.handle }) },
    },
    'file.removed': { target: '.empty', actions: ['remove', 'emitChange'] },
  },
  states: {
    deciding: {
      description: 'Does the field hold a file?',
      always: [{ guard: 'hasFile', target: 'describing' }, { target: 'empty' }],
    },
    empty: {
      description: 'No file.',
      meta: { testId: 'upload-empty', sees: 'Choose a file.' },
    },
    describing: {
      description: 'What the file is called and looks like is looked up: on this device, then on the server.',
      meta: { testId: 'upload-loading', sees: 'A skeleton.' },
      tags: ['busy'],
      invoke: {
        id: 'describeFile',
        src: 'describeFile',
        input: ({ context }) => ({ websiteId: context.websiteId, settingKey: context.settingKey, fileId: fileOf(context) }),
        onDone: [
          {
            guard: { type: 'isOnItsWay', params: ({ event }) => ({ described: event.output }) },
            target: 'following',
            actions: { type: 'takeDescription', params: ({ event }) => ({ described: event.output }) },
          },
          {
            guard: { type: 'isKnown', params: ({ event }) => ({ described: event.output }) },
            target: 'preview',
            actions: { type: 'takeDescription', params: ({ event }) => ({ described: event.output }) },
          },
          {
            guard: { type: 'isGone', params: ({ event }) => ({ described: event.output }) },
            target: 'lost',
            actions: { type: 'takeDescription', params: ({ event }) => ({ described: event.output }) },
          },
          { target: 'unseen', actions: { type: 'takeDescription', params: ({ event }) => ({ described: event.output }) } },
        ],
        onError: { target: 'unseen', actions: 'noteUnseen' },
      },
    },
    preview: {
      description: 'The file is on the server.',
      meta: { testId: 'upload-preview', sees: 'The picture or the name, Upload new and Remove.' },
    },
    unseen: {
      description: 'The field holds a file that can not be shown now.',
      meta: { testId: 'upload-unseen', sees: 'That the file can not be shown now, and Try again.' },
      on: { 'retry.requested': { target: 'describing' }, 'connection.restored': { target: 'describing' } },
    },
    lost: {
      description: 'The field holds a file that is nowhere any more.',
      meta: { testId: 'upload-lost', sees: 'That it has to be chosen again.' },
    },
    checking: {
      description: 'Type and size of the chosen file are checked, by its content.',
      meta: { testId: 'upload-checking', sees: 'A skeleton.' },
      tags: ['busy'],
      invoke: {
        id: 'checkFile',
        src: 'checkFile',
        input: ({ context }) => chosenOf(context),
        onDone: [
          { guard: { type: 'isGood', params: ({ event }) => ({ checked: event.output }) }, target: 'keeping' },
          {
            target: 'deciding',
            actions: { type: 'noteProblem', params: ({ event }) => ({ checked: event.output }) },
            meta: { requirement: 'A file that is not taken leaves the field as it was, with the reason.' },
          },
        ],
        onError: { target: 'deciding', actions: 'noteUnreadable' },
      },
    },
    keeping: {
      description: 'The file is written down on this device, with its place in the queue.',
      meta: { testId: 'upload-keeping', sees: 'A skeleton.' },
      tags: ['busy'],
      invoke: {
        id: 'keepFile',
        src: 'keepFile',
        input: ({ context }) => chosenOf(context),
        onDone: [
          {
            guard: { type: 'isKept', params: ({ event }) => ({ kept: event.output }) },
            target: 'describing',
            actions: [{ type: 'takeKept', params: ({ event }) => ({ kept: event.output }) }, 'emitChange', 'emitDropped'],
            meta: { requirement: 'From now on the field names the file, and can be saved.' },
          },
          { target: 'notKept', actions: { type: 'takeKept', params: ({ event }) => ({ kept: event.output }) } },
        ],
        onError: { target: 'notKept', actions: 'noteNotKept' },
      },
    },
    notKept: {
      description: 'This device could not keep the file.',
      meta: { testId: 'upload-failed', sees: 'The reason and Try again.' },
      on: {
        'retry.requested': { target: 'keeping' },
        'upload.cancelled': { target: 'deciding', actions: 'forgetHandle' },
      },
    },
    following,
    refused: {
      description: 'The server did not take the file.',
      meta: { testId: 'upload-failed', sees: 'An error occurred while uploading the file, the reason, and Try again.' },
      on: {
        'retry.requested': { target: 'retrying' },
        'upload.cancelled': giveUp,
        'file.removed': removeUnsent,
      },
    },
    retrying: {
      description: 'The refused upload goes into the queue again.',
      meta: { testId: 'upload-loading', sees: 'A skeleton.' },
      tags: ['busy'],
      invoke: {
        id: 'retryUpload',
        src: 'retryUpload',
        input: ({ context }) => ({ fileId: fileOf(context) }),
        onDone: { target: 'describing', actions: 'forgetMessage' },
        onError: { target: 'refused' },
      },
    },
    dropping: {
      description: 'An upload that nobody wants any more leaves the queue, unless a save names its file.',
      meta: { testId: 'upload-loading', sees: 'What the field held before.' },
      tags: ['busy'],
      invoke: {
        id: 'dropUpload',
        src: 'dropUpload',
        input: ({ context }) => droppedOf(context),
        onDone: { target: 'deciding' },
        onError: { target: 'deciding' },
      },
    },
  },
});
