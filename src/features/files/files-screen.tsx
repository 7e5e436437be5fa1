import { ScreenTitle } from '#src/app/screen-title.tsx';
import type { ListedFile } from '#contract/entities/file.ts';
import { css } from '#styled/css/index.js';
import { HardDrive } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { BespokeScreenProps } from '#src/app/bespoke-paths.ts';
import { useMissingAnswer } from '#src/app/use-disconnection.ts';
import { useClientServices } from '#src/app/use-client-services.ts';
import { useEmitted } from '#src/app/use-emitted.ts';
import { usePageView } from '#src/app/use-page-view.ts';
import { NotFound } from '#src/app/problem/not-found.tsx';
import { DeleteDialog } from '#src/list/delete-dialog.tsx';
import { asOf, ListScreen, type ListLabels } from '#src/list/list-screen.tsx';
import { useListAddress } from '#src/list/use-list-address.ts';
import { seenPicturesOf } from '#src/offline/seen-pictures.ts';
import { newestFirst } from '#src/offline/files-source.ts';
import { PictureStoreContext } from '#src/ui/picture-store.ts';
import { Notice } from '#src/ui/notice.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { fileNameOf } from './file-cells.tsx';
import { deleteId, fileColumns } from './file-columns.tsx';
import { useFiles } from './use-files.ts';

const page = css({ width: 'full', maxWidth: 'page', marginInline: 'auto' });
const usageLine = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  color: 'text.muted',
  fontVariantNumeric: 'tabular-nums',
  '& svg': { flexShrink: '0' },
  '&[data-full]': { color: 'warning.text' },
});
// As many lines as the text usually takes.
const usageOutline = css({ width: '[18rem]', height: { base: '[2.625rem]', md: '[1.3125rem]' } });
const notice = css({ marginBottom: '4' });

const order = { sortable: ['name', 'bytes', 'created_at'], defaultSort: newestFirst };

const labels: ListLabels = {
  title: 'Files',
  intro: 'Everything that was uploaded for this website, and where it is used.',
  search: { label: 'Search files', placeholder: 'Search by name', scope: 'Names are searched.' },
  failed: 'The files could not be loaded',
  neverLoaded: 'The files of this website have not been loaded here before',
  noMatch: (q) => `No file matches “${q}”`,
  none: { title: 'No files yet', text: 'Files appear here as soon as they are uploaded in a setting or a block.' },
};

/** The website's files: how much storage is used, and where each file is used. */
export function FilesScreen({ websiteId, rest }: BespokeScreenProps) {
  return rest === '' ? <FilesList websiteId={websiteId} /> : <NotFound />;
}

function FilesList({ websiteId }: { readonly websiteId: string }) {
  usePageView('Files');
  const services = useClientServices();
  const missingAnswer = useMissingAnswer();
  const [address, setAddress] = useListAddress(order);
  const { list, screen, screenView, dialog, files, base } = useFiles(websiteId, address, setAddress);
  const { view } = list;
  const refresh = () => list.actor.send({ type: 'refresh.requested' });

  // A rejected delete means that the row may be out of date.
  useEmitted(screen, 'delete.rejected', refresh);
  const [deletion, setDeletion] = useState<{ readonly focusAfter: string | null } | null>(null);
  useEmitted(screen, 'file.deleted', ({ focusAfter }) => {
    refresh();
    setDeletion({ focusAfter });
  });
  // In an effect, after the dialog has closed and focused a button that is about to be removed.
  useEffect(() => {
    if (deletion === null) return;
    const next = deletion.focusAfter === null ? null : document.getElementById(deleteId(deletion.focusAfter));
    (next ?? document.querySelector<HTMLElement>('main h1'))?.focus();
  }, [deletion]);

  const { whyNoDelete, storage } = screenView;
  const columns = useMemo(() => {
    const ask = (file: ListedFile) => {
      const index = files.findIndex(({ id }) => id === file.id);
      const focusAfter = files[index + 1]?.id ?? files[index - 1]?.id ?? null;
      screen.send({ type: 'delete.requested', file: { id: file.id, name: fileNameOf(file), focusAfter } });
    };
    return fileColumns({ websiteId, base, whyNoDelete, ask });
  }, [files, base, screen, websiteId, whyNoDelete]);

  return (
    <PictureStoreContext value={seenPicturesOf(services)}>
      <div className={page}>
        <ScreenTitle>Files</ScreenTitle>
        <ListScreen
          list={list}
          labels={labels}
          address={address}
          onAddress={setAddress}
          columns={columns}
          rows={files}
          rowId={(file) => file.id}
          tools={
            <p className={usageLine} data-full={storage.level === 'ok' ? undefined : ''}>
              {storage.usage === null ? (
                // Reserves the line, so that the content below does not jump.
                storage.isLoading ? (
                  <Skeleton className={usageOutline} />
                ) : null
              ) : (
                <>
                  <HardDrive size={16} aria-hidden="true" />
                  <span>Your account: {storage.usage}</span>
                </>
              )}
            </p>
          }
          notices={
            storage.warning === null ? null : (
              <Notice tone="warning" live="status" className={notice}>
                {storage.warning}
              </Notice>
            )
          }
          offlineNote={
            whyNoDelete === null || files.length === 0
              ? null
              : `${missingAnswer} ${view.isFromDevice ? `These are the files that this device saw last${asOf(view.fetchedAt)}. ` : ''}${whyNoDelete}`
          }
        />
        {dialog ? <DeleteDialog actor={dialog} /> : null}
      </div>
    </PictureStoreContext>
  );
}
