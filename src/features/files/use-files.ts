import { type ListedFile, listedFileSchema } from '#contract/entities/file.ts';
import { deleteConfirmMachine } from '#machines/delete-confirm/delete-confirm.machine.ts';
import { filesScreenMachine } from '#machines/files-screen/files-screen.machine.ts';
import { filesScreenView } from '#machines/files-screen/files-screen.view.ts';
import type { ListQuery } from '#machines/ports.ts';
import { recordListMachine } from '#machines/record-list/record-list.machine.ts';
import { recordListView } from '#machines/record-list/record-list.view.ts';
import { useActorRef, useSelector } from '@xstate/react';
import { useMemo, useState } from 'react';
import { fromPromise } from 'xstate';
import * as v from 'valibot';
import type { Device } from '#src/offline/device.ts';
import { createFilesSource } from '#src/offline/files-source.ts';
import { useDevice } from '#src/app/use-device.ts';
import { useOnlineEvents, useRestoredEvents } from '#src/app/use-online-events.ts';
import { useToasts } from '#src/app/use-toasts.ts';

function wired(device: Device, websiteId: string) {
  const source = createFilesSource(device.choiceParts);
  return {
    list: recordListMachine.provide({
      actors: { loadPage: fromPromise(({ input, signal }) => source.loadPage(websiteId, input.query, signal)) },
    }),
    screen: filesScreenMachine.provide({
      actors: {
        loadUsage: fromPromise(({ signal }) => source.usage(signal)),
        confirmDelete: deleteConfirmMachine.provide({
          actors: { deleteItem: fromPromise(({ input, signal }) => source.remove({ websiteId, id: input.id }, signal)) },
        }),
      },
    }),
  };
}

/** The charts of the files screen on the API and the device: the list, and what stands around it. */
export function useFiles(websiteId: string, query: ListQuery) {
  const device = useDevice();
  const [machines] = useState(() => wired(device, websiteId));
  const list = useActorRef(machines.list, { input: { query } });
  const screen = useActorRef(machines.screen, {
    input: { websiteId, online: !device.connection.getSnapshot().hasTag('offline') },
  });
  useRestoredEvents(list);
  useOnlineEvents(screen);
  useToasts(screen);
  const listView = recordListView(useSelector(list, (current) => current));
  const screenSnapshot = useSelector(screen, (current) => current);
  const screenView = filesScreenView(screenSnapshot);
  const { deleted } = screenView;
  // What was deleted here is gone at once, not only when the list has been read again.
  const files = useMemo<readonly ListedFile[]>(
    () => v.parse(v.array(listedFileSchema), listView.rows).filter(({ id }) => !deleted.includes(id)),
    [listView.rows, deleted],
  );
  return {
    list,
    screen,
    listView,
    screenView,
    dialog: screenSnapshot.children.confirmDelete,
    files,
    /** What addresses of files are relative to. */
    base: device.uploadParts.base,
  };
}
