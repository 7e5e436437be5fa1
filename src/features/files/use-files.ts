import { type ListedFile, listedFileSchema } from '#contract/entities/file.ts';
import { deleteConfirmMachine } from '#machines/delete-confirm/delete-confirm.machine.ts';
import { filesScreenMachine } from '#machines/files-screen/files-screen.machine.ts';
import { filesScreenView } from '#machines/files-screen/files-screen.view.ts';
import { recordListMachine } from '#machines/record-list/record-list.machine.ts';
import { useSelector } from '@xstate/react';
import { useMemo, useState } from 'react';
import { fromPromise } from '#machines/actor-logic.ts';
import * as v from 'valibot';
import { useClientServices } from '#src/app/use-client-services.ts';
import { useDisconnection } from '#src/app/use-disconnection.ts';
import { useOnlineActor } from '#src/app/use-online-events.ts';
import { useToasts } from '#src/app/use-toasts.ts';
import type { ListAddress, SetListAddress } from '#src/list/use-list-address.ts';
import { useList } from '#src/list/use-list.ts';
import type { ClientServices } from '#src/offline/client-services.ts';
import { createFilesSource } from '#src/offline/files-source.ts';
import { loadedPages } from '#src/offline/loaded-pages.ts';

function wireFiles(services: ClientServices, websiteId: string) {
  const source = createFilesSource(services.sourceParts);
  return {
    list: recordListMachine.provide({ actors: loadedPages((query, signal) => source.loadPage(websiteId, query, signal)) }),
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

/** Runs the machines of the files screen: of the list, and of the storage and the deletes around it. */
export function useFiles(websiteId: string, address: ListAddress, setAddress: SetListAddress) {
  const services = useClientServices();
  const [machines] = useState(() => wireFiles(services, websiteId));
  const list = useList(machines.list, address, setAddress);
  const screen = useOnlineActor(machines.screen, { websiteId });
  useToasts(screen);
  const screenSnapshot = useSelector(screen, (current) => current);
  const screenView = filesScreenView(screenSnapshot, useDisconnection());
  const { deleted } = screenView;
  // A deleted file disappears at once, and not only after the list was read again.
  const files = useMemo<readonly ListedFile[]>(
    () => list.view.rows.filter(({ id }) => !deleted.includes(id)).map(({ values }) => v.parse(listedFileSchema, values)),
    [list.view.rows, deleted],
  );
  return {
    list,
    screen,
    screenView,
    dialog: screenSnapshot.children.confirmDelete,
    files,
    /** The base of the files' addresses. */
    base: services.uploadParts.base,
  };
}
