import { fileOf, uploadSetup } from './upload.setup.ts';

/** Back to what is stored. */
export const giveUp = uploadSetup.createStateConfig({
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
export const removeUnsent = uploadSetup.createStateConfig({
  on: {
    'file.removed': {
      guard: 'isUnsaved',
      target: '#upload.dropping',
      actions: [{ type: 'giveUp', params: { fileId: null } }, 'emitChange', 'emitDropped'],
    },
  },
}).on['file.removed'];

/** While the field holds a file that the server does not have yet. */
export const following = uploadSetup.createStateConfig({
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
