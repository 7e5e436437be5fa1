import { answered, asked, emitted, failed, propertiesOf, saw, type Step, viewOf } from '../testing/properties.ts';
import type { uploadMachine } from './upload.machine.ts';
import { uploadView } from './upload.view.ts';

type Stepped = Step<typeof uploadMachine>;

const view = viewOf(uploadView);
const was = ({ before }: Stepped) => (before === null ? null : view(before));
const text = (value: unknown): string => JSON.stringify(value) ?? '';
const fileIn = (step: Stepped) => step.snapshot.context.fileId;

export const uploadProperties = propertiesOf<typeof uploadMachine>({
  R811: [
    {
      when: (step) => step.before === null,
      must: (step) => (fileIn(step) === null ? view(step).status === 'empty' : asked(step, 'describeFile') !== null),
    },
    {
      when: (step) => answered(step, 'describeFile', 'known'),
      must: (step) =>
        text(step.event).includes('"isPending":true') ? asked(step, 'followUpload') !== null : view(step).status === 'ready',
    },
    {
      when: ({ on, event }) => on === 'value.given' && 'fileId' in event && event.fileId === null,
      must: (step) => fileIn(step) === null && (view(step).status === 'empty' || fileIn(step) === (step.before ? fileIn(step.before) : '')),
    },
  ],
  R812: [
    {
      when: (step) => answered(step, 'describeFile', 'unavailable') || step.on === 'error describeFile' || step.on === 'error followUpload',
      must: (step) => view(step).status === 'unavailable' && view(step).message !== null && view(step).canRetry,
    },
    {
      when: (step) => ['retry.requested', 'connection.restored'].includes(step.on) && was(step)?.status === 'unavailable',
      must: (step) => asked(step, 'describeFile') !== null,
    },
  ],
  R813: {
    when: (step) => step.on === 'upload.dropped' || answered(step, 'describeFile', 'missing'),
    must: (step) => view(step).status === 'missing',
  },
  R814: [
    { when: ({ on }) => on === 'file.chosen', must: (step) => asked(step, 'checkFile') !== null },
    {
      when: (step) => step.on === 'error checkFile' || (step.on === 'done checkFile' && text(step.event).includes('Too large')),
      must: (step) =>
        view(step).problem !== null && asked(step, 'storeFile') === null && fileIn(step) === (step.before ? fileIn(step.before) : ''),
    },
    {
      when: (step) => step.on === 'done checkFile' && text(step.event).includes('"problem":null'),
      must: (step) => asked(step, 'storeFile') !== null,
    },
  ],
  R815: {
    when: (step) => answered(step, 'storeFile', 'stored'),
    must: (step) => fileIn(step) === 'local:1' && emitted(step, 'file.changed') !== null && asked(step, 'describeFile') !== null,
  },
  R816: [
    {
      when: (step) => failed(step, 'storeFile', 'stored'),
      must: (step) => view(step).status === 'error' && view(step).canRetry && view(step).canCancel,
    },
    {
      when: (step) => step.on === 'retry.requested' && saw(step, 'The reason and Try again'),
      must: (step) => asked(step, 'storeFile') !== null,
    },
  ],
  R817: [
    {
      when: (step) => step.on === 'upload.progressed' && ['uploading', 'pending'].includes(was(step)?.status ?? ''),
      must: (step) => view(step).status === 'uploading' && view(step).percent === 40,
    },
    { when: (step) => step.on === 'upload.waited' && was(step)?.status === 'uploading', must: (step) => view(step).status === 'pending' },
    { when: ({ on }) => on === 'upload.sent', must: (step) => view(step).status === 'ready' },
  ],
  R818: {
    when: (step) => step.on === 'upload.cancelled' && ['uploading', 'pending'].includes(was(step)?.status ?? ''),
    must: (step) =>
      asked(step, 'dropUpload') !== null && emitted(step, 'file.changed') !== null && fileIn(step) === step.snapshot.context.storedId,
  },
  R819: {
    when: ({ on }) => on === 'file.removed',
    must: (step) => fileIn(step) === null && emitted(step, 'file.changed') !== null,
  },
  R820: [
    {
      when: ({ on }) => on === 'upload.rejected',
      must: (step) => view(step).status === 'error' && view(step).message === 'Not this one.' && view(step).canRetry,
    },
    {
      when: (step) => step.on === 'retry.requested' && saw(step, 'An error occurred while uploading'),
      must: (step) => asked(step, 'retryUpload') !== null,
    },
  ],
});
