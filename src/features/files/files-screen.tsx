import type { ListedFile } from '#contract/entities/file.ts';
import { css } from '#styled/css/index.js';
import dayjs from 'dayjs';
import { HardDrive, Search } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { BespokeScreenProps } from '#src/app/bespoke-paths.ts';
import { useEmitted } from '#src/app/use-emitted.ts';
import { useFirstScreen } from '#src/app/use-first-screen.ts';
import { usePageView } from '#src/app/use-page-view.ts';
import { NotFoundScreen } from '#src/app/problem/not-found-screen.tsx';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { Pagination } from '#src/ui/pagination.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Table } from '#src/ui/table.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { DeleteFileDialog } from './delete-file-dialog.tsx';
import { nameOf } from './file-cells.tsx';
import { deleteId, fileColumns } from './file-columns.tsx';
import { emptyOf } from './no-files.tsx';
import { useFiles } from './use-files.ts';
import { nextSort, useFilesQuery } from './use-files-query.ts';

const page = css({ width: 'full', maxWidth: 'page', marginInline: 'auto' });
const tools = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '3',
  marginBottom: '4',
});
const searchBox = css({
  position: 'relative',
  width: 'full',
  maxWidth: { md: 'popover' },
  '& svg': {
    position: 'absolute',
    insetInlineStart: '3',
    top: '[50%]',
    transform: 'translateY(-50%)',
    color: 'text.muted',
    pointerEvents: 'none',
  },
});
const searchInput = css({ paddingInlineStart: '9' });
const usageLine = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  color: 'text.muted',
  fontVariantNumeric: 'tabular-nums',
  '& svg': { flexShrink: '0' },
  '&[data-full]': { color: 'warning.text' },
});
// As many lines as it mostly takes.
const usageOutline = css({ width: '[18rem]', height: { base: '[2.625rem]', md: '[1.3125rem]' } });
const notice = css({ marginBottom: '4' });

const perPage = 25;

/** The website's files: how full the storage is, and each file with where it is used. */
export function FilesScreen({ websiteId, rest }: BespokeScreenProps) {
  return rest === '' ? <FilesList websiteId={websiteId} /> : <NotFoundScreen />;
}

function FilesList({ websiteId }: { readonly websiteId: string }) {
  usePageView('Files');
  const [query, setQuery] = useFilesQuery(websiteId);
  const { page: at, sort, q } = query;
  const { list, screen, listView: view, screenView, dialog, files, base } = useFiles(websiteId, { ...query, perPage });
  useFirstScreen(view.status !== 'loading');

  // The address is where the query lives: Back, Forward and a shared link change it from outside.
  useEffect(() => {
    list.send({ type: 'query.changed', query: { page: at, sort, q, perPage } });
  }, [list, at, sort, q]);
  useEmitted(list, 'query.settled', ({ query: settled }) => setQuery({ page: settled.page, sort, q: settled.q }, 'replace'));

  // The row of that file may be out of date.
  useEmitted(screen, 'delete.rejected', () => list.send({ type: 'refresh.requested' }));
  const [gone, setGone] = useState<{ readonly focusAfter: string | null } | null>(null);
  useEmitted(screen, 'file.deleted', ({ focusAfter }) => {
    list.send({ type: 'refresh.requested' });
    setGone({ focusAfter });
  });
  // Once the dialog has closed, which hands the focus back to a button that is about to go.
  useEffect(() => {
    if (gone === null) return;
    const next = gone.focusAfter === null ? null : document.getElementById(deleteId(gone.focusAfter));
    (next ?? document.querySelector<HTMLElement>('main h1'))?.focus();
  }, [gone]);

  const { whyNoDelete, storage } = screenView;
  const columns = useMemo(() => {
    const ask = (file: ListedFile) => {
      const index = files.findIndex(({ id }) => id === file.id);
      const focusAfter = files[index + 1]?.id ?? files[index - 1]?.id ?? null;
      screen.send({ type: 'delete.requested', file: { id: file.id, name: nameOf(file), focusAfter } });
    };
    return fileColumns({ websiteId, base, whyNoDelete, ask });
  }, [files, base, screen, websiteId, whyNoDelete]);

  const retry = <Button onClick={() => list.send({ type: 'retry.requested' })}>Try again</Button>;
  return (
    <div className={page}>
      <title>Files · Frontage</title>
      <PageHeader title="Files" description="Everything that was uploaded for this website, and where it is used." />
      <div className={tools}>
        <div className={searchBox}>
          <Search size={16} aria-hidden="true" />
          <TextInput
            type="search"
            aria-label="Search files"
            placeholder="Search by name"
            className={searchInput}
            value={view.typed}
            maxLength={100}
            onChange={(event) => list.send({ type: 'search.typed', text: event.currentTarget.value })}
          />
        </div>
        <p className={usageLine} data-full={storage.level === 'ok' ? undefined : ''}>
          {storage.usage === null ? (
            // Its line is kept, so that what stands below does not jump.
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
      </div>
      {storage.warning === null ? null : (
        <Notice tone="warning" live="status" className={notice}>
          {storage.warning}
        </Notice>
      )}
      {view.status === 'stale' ? (
        <Notice tone="warning" live="status" className={notice} title="The list could not be updated" actions={retry}>
          {view.message}
        </Notice>
      ) : null}
      {whyNoDelete === null || files.length === 0 ? null : (
        <Notice tone="info" live="status" className={notice}>
          {view.fromDevice
            ? `You are offline. These are the files that this device saw last${view.fetchedAt ? `, as of ${dayjs(view.fetchedAt).format('D MMM, H:mm')}` : ''}.`
            : 'You are offline.'}{' '}
          {whyNoDelete}
        </Notice>
      )}
      <Table
        caption="Files"
        columns={columns}
        rows={files}
        rowId={(file) => file.id}
        sort={{ id: sort.replace(/^-/, ''), descending: sort.startsWith('-') }}
        onSort={(id) => setQuery({ page: 0, q, sort: nextSort(sort, id) }, 'push')}
        loading={view.status === 'loading'}
        refreshing={view.status === 'refreshing'}
        // The last of a page was deleted, and the page before it is on its way.
        empty={
          view.status === 'refreshing' && view.empty === null
            ? undefined
            : emptyOf(view, retry, () => setQuery({ page: 0, sort, q: '' }, 'push'), q)
        }
      />
      {view.range === null ? null : (
        <Pagination
          page={view.page ?? 0}
          perPage={perPage}
          total={view.total}
          onPage={(next) => setQuery({ page: next, sort, q }, 'push')}
        />
      )}
      {dialog ? <DeleteFileDialog actor={dialog} /> : null}
    </div>
  );
}
