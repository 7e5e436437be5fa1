import { pathPlan } from '../testing/path-plan.ts';
import { uploadMachine } from './upload.machine.ts';
import type { FileInfo } from './upload.types.ts';

const info: FileInfo = { name: 'logo.png', picture: null };

export const uploadPaths = pathPlan({
  machine: uploadMachine,
  inputs: [
    { websiteId: '5', settingKey: 'favicon', fileId: null, storedId: null },
    { websiteId: '5', settingKey: 'favicon', fileId: 'f1', storedId: 'f1' },
  ],
  events: [
    { type: 'value.given', fileId: 'f1', storedId: 'f1' },
    { type: 'value.given', fileId: null, storedId: 'f1' },
    { type: 'value.given', fileId: 'local:1', storedId: 'local:1' },
    { type: 'file.chosen', handle: 'h1' },
    { type: 'file.removed' },
    { type: 'upload.cancelled' },
    { type: 'retry.requested' },
    { type: 'connection.restored' },
    { type: 'upload.progressed', percent: 40 },
    { type: 'upload.waited' },
    { type: 'upload.sent', fileId: 'f2' },
    { type: 'upload.rejected', message: 'Not this one.' },
    { type: 'upload.dropped', message: 'Gone.' },
    { type: 'xstate.done.actor.describeFile', output: { kind: 'known', info, isPending: true } },
    { type: 'xstate.done.actor.describeFile', output: { kind: 'known', info, isPending: false } },
    { type: 'xstate.done.actor.describeFile', output: { kind: 'unavailable', message: 'Offline.' } },
    { type: 'xstate.done.actor.describeFile', output: { kind: 'missing', message: 'Gone.' } },
    { type: 'xstate.error.actor.describeFile', error: new Error('broken') },
    { type: 'xstate.done.actor.checkFile', output: { problem: null } },
    { type: 'xstate.done.actor.checkFile', output: { problem: 'Too large.' } },
    { type: 'xstate.error.actor.checkFile', error: new Error('broken') },
    { type: 'xstate.done.actor.storeFile', output: { kind: 'stored', fileId: 'local:1' } },
    { type: 'xstate.done.actor.storeFile', output: { kind: 'failed', message: 'Full.' } },
    { type: 'xstate.error.actor.storeFile', error: new Error('broken') },
    { type: 'xstate.done.actor.retryUpload', output: undefined },
    { type: 'xstate.error.actor.retryUpload', error: new Error('broken') },
    { type: 'xstate.done.actor.dropUpload', output: undefined },
    { type: 'xstate.error.actor.dropUpload', error: new Error('broken') },
    { type: 'xstate.error.actor.followUpload', error: new Error('broken') },
  ],
  distinguish: ({ fileId, serverId, storedId }) => [fileId, serverId, storedId],
});
