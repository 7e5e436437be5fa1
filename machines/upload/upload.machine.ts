import { isLocalId } from '#contract/resources/local-id.ts';
import type { ChartMeta } from '../chart-meta.ts';
import { assign, emit, enqueueActions, setup } from 'xstate';
import { listenerNotProvided, notProvided } from '../placeholder.ts';
import { unknownMessage } from '../problem-messages.ts';
import type {
  FileChecked,
  FileChosen,
  FileDescribed,
  FileStored,
  UploadContext,
  UploadEmitted,
  UploadEvent,
  UploadInput,
  UploadPlace,
} from './upload.types.ts';
import { withEvent, withOutput } from '../with-event.ts';

type FieldValue = Pick<UploadInput, 'fileId' | 'storedId'>;

const uploadSetup = setup({
  types: {
    meta: {} as ChartMeta,
    context: {} as UploadContext,
    input: {} as UploadInput,
    events: {} as UploadEvent,
    emitted: {} as UploadEmitted,
    tags: {} as 'busy',
  },
  actors: {
    describeFile: notProvided<FileDescribed, UploadPlace & { readonly fileId: string }>('describeFile'),
    checkFile: notProvided<FileChecked, UploadPlace & { readonly handle: string }>('checkFile'),
    storeFile: notProvided<FileStored, FileChosen>('storeFile'),
    followUpload: listenerNotProvided<{ readonly websiteId: string; readonly fileId: string }>('followUpload'),
    retryUpload: notProvided<void, { readonly fileId: string }>('retryUpload'),
    dropUpload: notProvided<void, { readonly fileId: string }>('dropUpload'),
  },
  guards: {
    isUnsaved: ({ context }) => context.fileId !== context.storedId,
    hasFile: ({ context }) => context.fileId !== null,
    isSameFile: ({ context }, { fileId }: { fileId: string | null }) =>
      fileId === context.fileId || (fileId !== null && fileId === context.serverId),
    isPending: (_, described: FileDescribed) => described.kind === 'known' && described.isPending,
    isKnown: (_, described: FileDescribed) => described.kind === 'known',
    isMissing: (_, described: FileDescribed) => described.kind === 'missing',
    isValid: (_, checked: FileChecked) => checked.problem === null,
    isStored: (_, stored: FileStored) => stored.kind === 'stored',
  },
  actions: {
    setValue: assign((_, { fileId, storedId }: FieldValue) => ({
      fileId,
      storedId,
      serverId: null,
      info: null,
      problem: null,
      message: null,
    })),
    setIds: assign((_, { fileId, storedId }: FieldValue) => ({ fileId, storedId })),
    setDescription: assign((_, described: FileDescribed) =>
      described.kind === 'known' ? { info: described.info, message: null } : { info: null, message: described.message },
    ),
    setUnavailable: assign({ info: null, message: unknownMessage }),
    setChosen: assign((_, { handle }: { handle: string }) => ({ handle, problem: null, message: null, percent: null })),
    setProblem: assign({ handle: null, problem: (_, checked: FileChecked) => checked.problem }),
    setUnreadable: assign({ handle: null, problem: 'This file can’t be read.' }),
    setStored: assign(({ context }, stored: FileStored) =>
      stored.kind === 'stored'
        ? { dropped: unsentOf(context), fileId: stored.fileId, serverId: null, handle: null, message: null, percent: null }
        : { message: stored.message },
    ),
    setStoreError: assign({ message: unknownMessage }),
    setPercent: assign({ percent: (_, { percent }: { percent: number | null }) => percent }),
    setSent: assign(({ context }, { fileId, remarks }: Pick<Extract<UploadEvent, { type: 'upload.sent' }>, 'fileId' | 'remarks'>) => ({
      serverId: fileId,
      percent: null,
      info: context.info && { ...context.info, remarks },
    })),
    setMessage: assign({ message: (_, { message }: { message: string }) => message, percent: null }),
    clearMessage: assign({ message: null, percent: null }),
    remove: assign({ fileId: null, serverId: null, info: null, problem: null, message: null, handle: null }),
    emitDropped: enqueueActions(({ context: { dropped }, enqueue }) => {
      if (dropped !== null) enqueue.emit({ type: 'file.dropped', fileId: dropped });
    }),
    emitChange: emit(({ context }) => ({ type: 'file.changed' as const, fileId: context.fileId })),
    discard: assign(({ context }, { fileId }: { fileId: string | null }) => ({
      dropped: context.fileId,
      fileId,
      serverId: null,
      info: null,
      message: null,
      percent: null,
    })),
    clearHandle: assign({ handle: null, message: null }),
  },
});

/** The unsent file that a newer one replaces, where no save can name it: it leaves the outbox. */
function unsentOf({ fileId, storedId, serverId }: UploadContext): string | null {
  return isLocalId(fileId) && fileId !== storedId && serverId === null ? fileId : null;
}

/** These throw in a state without the value: a fault in the chart. */
function fileOf({ fileId }: UploadContext): string {
  if (fileId === null) throw new Error('no file in a state that needs one');
  return fileId;
}

function droppedOf({ dropped }: UploadContext): { readonly fileId: string } {
  if (dropped === null) throw new Error('nothing to discard in a state that discards');
  return { fileId: dropped };
}

function chosenOf(context: UploadContext): FileChosen {
  const { websiteId, settingKey, handle } = context;
  if (handle === null) throw new Error('no chosen file in a state that needs one');
  return { websiteId, settingKey, handle, replaces: unsentOf(context) };
}

/** Returns to what the form has stored. */
const cancelUpload = uploadSetup.createStateConfig({
  on: {
    'upload.cancelled': {
      guard: 'isUnsaved',
      target: 'discarding',
      actions: [{ type: 'discard', params: ({ context }) => ({ fileId: context.storedId }) }, 'emitChange', 'emitDropped'],
      description: 'Cancel returns to what is stored, whatever was chosen in between.',
      meta: { requirements: ['R818'] },
    },
  },
}).on['upload.cancelled'];

/** Empties the field, and discards the file unless a save names it. */
const removeUnsent = uploadSetup.createStateConfig({
  on: {
    'file.removed': {
      guard: 'isUnsaved',
      target: 'discarding',
      actions: [{ type: 'discard', params: { fileId: null } }, 'emitChange', 'emitDropped'],
      meta: { requirements: ['R819'] },
    },
  },
}).on['file.removed'];

/** The field has a file that the server does not have yet. */
const pending = uploadSetup.createStateConfig({
  description: 'The file is in the outbox. The field follows it, whichever tab sends it.',
  initial: 'waiting',
  invoke: {
    id: 'followUpload',
    src: 'followUpload',
    input: ({ context }) => ({ websiteId: context.websiteId, fileId: fileOf(context) }),
    onError: { target: 'unavailable', actions: 'setUnavailable', meta: { requirements: ['R812'] } },
  },
  on: {
    'upload.sent': {
      target: 'ready',
      actions: withEvent('setSent'),
      meta: { requirements: ['R817'] },
    },
    'upload.rejected': {
      target: 'error',
      actions: withEvent('setMessage'),
      meta: { requirements: ['R820'] },
    },
    'upload.dropped': {
      target: 'missing',
      actions: withEvent('setMessage'),
      description: 'A file that was discarded in the sync centre has to be chosen again.',
      meta: { requirements: ['R813'] },
    },
    'upload.cancelled': cancelUpload,
    'file.removed': removeUnsent,
  },
  states: {
    uploading: {
      description: 'A tab is sending the file.',
      tags: ['busy'],
      meta: { testId: 'upload-uploading', sees: 'How much is sent, and Cancel.' },
      on: {
        'upload.progressed': {
          actions: withEvent('setPercent'),
          meta: { requirements: ['R817'] },
        },
        'upload.waited': { target: 'waiting', actions: 'clearMessage', meta: { requirements: ['R817'] } },
      },
    },
    waiting: {
      description: 'The file waits on this device until it can be sent.',
      meta: { testId: 'upload-waiting', sees: 'The picture from this device, and that it waits.' },
      on: {
        'upload.progressed': {
          target: 'uploading',
          actions: withEvent('setPercent'),
          description: 'A file is shown as uploading only once a tab has begun to send it.',
          meta: { requirements: ['R817'] },
        },
      },
    },
  },
});

/** The file of one field: chosen, checked, stored on this device, then sent by the outbox. */
export const uploadMachine = uploadSetup.createMachine({
  id: 'upload',
  description: 'The file of one field, and a chosen one on its way to the server.',
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
        guard: withEvent('isSameFile'),
        actions: withEvent('setIds'),
        description: "The server's id instead of a local one is the same file.",
        meta: { requirements: ['R811'] },
      },
      { target: '.deciding', actions: withEvent('setValue'), meta: { requirements: ['R811'] } },
    ],
    'file.chosen': {
      target: '.checking',
      actions: withEvent('setChosen'),
      meta: { requirements: ['R814'] },
    },
    'file.removed': { target: '.empty', actions: ['remove', 'emitChange'], meta: { requirements: ['R819'] } },
  },
  states: {
    deciding: {
      description: 'Does the field have a file?',
      always: [
        { guard: 'hasFile', target: 'loading', meta: { requirements: ['R811'] } },
        { target: 'empty', meta: { requirements: ['R811'] } },
      ],
    },
    empty: {
      description: 'No file.',
      meta: { testId: 'upload-empty', sees: 'Choose a file.' },
    },
    loading: {
      description: 'The name and the picture of the file are looked up: on this device, then on the server.',
      meta: { testId: 'upload-loading', sees: 'A skeleton.' },
      tags: ['busy'],
      invoke: {
        id: 'describeFile',
        src: 'describeFile',
        input: ({ context }) => ({ websiteId: context.websiteId, settingKey: context.settingKey, fileId: fileOf(context) }),
        onDone: [
          {
            guard: withOutput('isPending'),
            target: 'pending',
            actions: withOutput('setDescription'),
            meta: { requirements: ['R811'] },
          },
          {
            guard: withOutput('isKnown'),
            target: 'ready',
            actions: withOutput('setDescription'),
            meta: { requirements: ['R811'] },
          },
          {
            guard: withOutput('isMissing'),
            target: 'missing',
            actions: withOutput('setDescription'),
            meta: { requirements: ['R813'] },
          },
          {
            target: 'unavailable',
            actions: withOutput('setDescription'),
            meta: { requirements: ['R812'] },
          },
        ],
        onError: { target: 'unavailable', actions: 'setUnavailable', meta: { requirements: ['R812'] } },
      },
    },
    ready: {
      description: 'The file is on the server.',
      meta: { testId: 'upload-ready', sees: 'The picture or the name, Upload new and Remove.' },
    },
    unavailable: {
      description: 'The field has a file that can not be shown now.',
      meta: { testId: 'upload-unavailable', sees: 'That the file can not be shown now, and Try again.' },
      on: {
        'retry.requested': { target: 'loading', meta: { requirements: ['R812'] } },
        'connection.restored': { target: 'loading', meta: { requirements: ['R812'] } },
      },
    },
    missing: {
      description: 'The field has a file that no longer exists.',
      meta: { testId: 'upload-missing', sees: 'That it has to be chosen again.' },
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
          {
            guard: withOutput('isValid'),
            target: 'storing',
            meta: { requirements: ['R814'] },
          },
          {
            target: 'deciding',
            actions: withOutput('setProblem'),
            description: 'A file that is not accepted leaves the field as it was, with the reason.',
            meta: { requirements: ['R814'] },
          },
        ],
        onError: { target: 'deciding', actions: 'setUnreadable', meta: { requirements: ['R814'] } },
      },
    },
    storing: {
      description: 'The file is stored on this device, with an outbox entry.',
      meta: { testId: 'upload-storing', sees: 'A skeleton.' },
      tags: ['busy'],
      invoke: {
        id: 'storeFile',
        src: 'storeFile',
        input: ({ context }) => chosenOf(context),
        onDone: [
          {
            guard: withOutput('isStored'),
            target: 'loading',
            actions: [withOutput('setStored'), 'emitChange', 'emitDropped'],
            description: 'From now on the field has the file, and can be saved.',
            meta: { requirements: ['R815'] },
          },
          {
            target: 'storeError',
            actions: withOutput('setStored'),
            meta: { requirements: ['R816'] },
          },
        ],
        onError: { target: 'storeError', actions: 'setStoreError', meta: { requirements: ['R816'] } },
      },
    },
    storeError: {
      description: 'This device could not store the file.',
      meta: { testId: 'upload-error', sees: 'The reason and Try again.' },
      on: {
        'retry.requested': { target: 'storing', meta: { requirements: ['R816'] } },
        'upload.cancelled': { target: 'deciding', actions: 'clearHandle', meta: { requirements: ['R816'] } },
      },
    },
    pending,
    error: {
      description: 'The server rejected the file.',
      meta: { testId: 'upload-error', sees: 'An error occurred while uploading the file, the reason, and Try again.' },
      on: {
        'retry.requested': { target: 'retrying', meta: { requirements: ['R820'] } },
        'upload.cancelled': cancelUpload,
        'file.removed': removeUnsent,
      },
    },
    retrying: {
      description: 'The rejected upload goes back to the outbox.',
      meta: { testId: 'upload-loading', sees: 'A skeleton.' },
      tags: ['busy'],
      invoke: {
        id: 'retryUpload',
        src: 'retryUpload',
        input: ({ context }) => ({ fileId: fileOf(context) }),
        onDone: { target: 'loading', actions: 'clearMessage', meta: { requirements: ['R820'] } },
        onError: { target: 'error', meta: { requirements: ['R820'] } },
      },
    },
    discarding: {
      description: 'A cancelled upload leaves the outbox, unless a save names its file.',
      meta: { testId: 'upload-loading', sees: 'What the field had before.' },
      tags: ['busy'],
      invoke: {
        id: 'dropUpload',
        src: 'dropUpload',
        input: ({ context }) => droppedOf(context),
        onDone: { target: 'deciding', meta: { requirements: ['R818'] } },
        onError: { target: 'deciding', meta: { requirements: ['R818'] } },
      },
    },
  },
});
