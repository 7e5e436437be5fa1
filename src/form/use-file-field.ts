import { uploadKeyOf } from '#contract/resources/files.ts';
import { uploadFailedMessage } from '#contract/uploads.ts';
import { upperFirst } from '#contract/upper-first.ts';
import { uploadMachine } from '#machines/upload/upload.machine.ts';
import type { Picture } from '#machines/upload/upload.types.ts';
import { type UploadView, uploadView } from '#machines/upload/upload.view.ts';
import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { EventObject } from 'xstate';
import { fromCallback, fromPromise } from '#machines/actor-logic.ts';
import type { ClientServices } from '#src/offline/client-services.ts';
import { uploadsOf } from '#src/offline/sources-of.ts';
import type { UploadSource } from '#src/offline/upload-source.ts';
import { useWhereKept } from '#src/ui/store-place.ts';
import { useClientServices } from '#src/app/use-client-services.ts';
import { useEmitted } from '#src/app/use-emitted.ts';
import { useMachineActor } from '#src/app/use-machine-actor.ts';
import { useRestoredEvents } from '#src/app/use-online-events.ts';
import { type FileControl, type FileInput, useFieldData } from '#src/fields/field-data.ts';
import type { FileDropState } from '#src/ui/file-drop.tsx';
import { useObjectUrl } from './use-object-url.ts';

/** The upload machine on the client store and the outbox. */
const wired = (uploads: UploadSource, accept: readonly string[]) =>
  uploadMachine.provide({
    actors: {
      describeFile: fromPromise(({ input }) => uploads.describe(input)),
      checkFile: fromPromise(({ input }) => uploads.check({ ...input, accept })),
      storeFile: fromPromise(({ input }) => uploads.store(input)),
      followUpload: fromCallback<EventObject, { readonly websiteId: string; readonly fileId: string }>(({ input, sendBack }) =>
        uploads.follow(input, sendBack),
      ),
      retryUpload: fromPromise(({ input }) => uploads.retry(input.fileId)),
      dropUpload: fromPromise(({ input }) => uploads.drop(input.fileId)),
    },
  });

/** The file of one field. The actor lives as long as the field is mounted; its pending upload goes on without it. */
export function useFileField({ websiteId, accept, fileId, storedId, onChange, onDropped, ...input }: FileInput): FileControl {
  const services = useClientServices();
  const where = useWhereKept();
  const { blockId = null } = useFieldData();
  const settingKey = uploadKeyOf(blockId, input.settingKey);
  const [machine] = useState(() => wired(uploadsOf(services), accept));
  const actor = useMachineActor(machine, { input: { websiteId, settingKey, fileId, storedId } });
  useRestoredEvents(actor);
  useEmitted(actor, 'file.changed', (event) => onChange(event.fileId));
  useEmitted(actor, 'file.dropped', (event) => onDropped(event.fileId));
  useEffect(() => actor.send({ type: 'value.given', fileId, storedId }), [actor, fileId, storedId]);

  const view = uploadView(useSelector(actor, (snapshot) => snapshot));
  const url = usePictureUrl(services, view.info?.picture ?? null);
  return {
    state: stateOf(view, url, where),
    problem: view.problem,
    onFile: (file) => actor.send({ type: 'file.chosen', handle: uploadsOf(services).register(file) }),
    onRemove: () => actor.send({ type: 'file.removed' }),
    ...(view.canCancel ? { onCancel: () => actor.send({ type: 'upload.cancelled' }) } : {}),
    ...(view.canRetry ? { onRetry: () => actor.send({ type: 'retry.requested' }) } : {}),
  };
}

function usePictureUrl(services: ClientServices, picture: Picture | null): string | null {
  const onDevice = useObjectUrl(picture?.source === 'device' ? picture.id : null, uploadsOf(services).blob);
  return picture?.source === 'server' ? picture.url : onDevice;
}

function stateOf({ status, info, percent, message }: UploadView, url: string | null, where: string): FileDropState {
  const name = info?.name ?? 'the file';
  switch (status) {
    case 'empty':
    case 'loading':
      return { status };
    case 'uploading':
      return { status: 'uploading', name, percent };
    case 'pending':
      return { status: 'ready', name, url, note: `${upperFirst(where)}. It is sent as soon as it can be.` };
    case 'ready':
      return { status: 'ready', name, url, remarks: info?.remarks };
    case 'unavailable':
      return { status: 'unseen', message: message ?? '' };
    case 'missing':
      return { status: 'failed', message: message ?? '' };
    case 'error':
      return { status: 'failed', message: `${uploadFailedMessage} ${message ?? ''}`.trim() };
  }
}
