import { following, giveUp, removeUnsent } from './upload.following.ts';
import { chosenOf, droppedOf, fileOf, uploadSetup } from './upload.setup.ts';

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
