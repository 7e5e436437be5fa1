import type { ResourceDefinition } from '#contract/resources/define.ts';
import { resources } from '#contract/resources/index.gen.ts';
import { css } from '#styled/css/index.js';
import { useEffect } from 'react';
import type { BespokeScreenProps } from '#src/app/bespoke-paths.ts';
import { NotFound } from '#src/app/problem/not-found.tsx';
import { prefetchWhenIdle } from '#src/app/when-idle.ts';
import { LazyBoundary, lazyComponent } from '#src/ui/lazy-component.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { type DialogRoute, dialogAt } from './dialog-at.ts';
import { RecordsList } from './records-list.tsx';
import { useRecordRoute } from './use-record-route.ts';
import { useRecordsSource } from './use-records-source.ts';

const pageSkeleton = css({ width: 'full', maxWidth: 'page', marginInline: 'auto' });
// As high as the link back, the title and the tabs. Outside a card a bar has the colour of borders: a skeleton's own hardly shows there.
const headSkeleton = css({ width: '[min(14rem, 60%)]', marginTop: '12', marginBottom: '24', backgroundColor: 'border' });
const cardSkeleton = css({
  display: 'flex',
  flexDirection: 'column',
  gap: '10',
  padding: '6',
  backgroundColor: 'surface',
  border: 'hairline',
  borderRadius: 'md',
});
const pageLines = ['first', 'second', 'third', 'fourth'];

/** Loaded on demand: most visits of a list open no dialog. */
const recordForm = lazyComponent(async () => (await import('./record-form.tsx')).RecordForm);
const recordPages = lazyComponent(async () => (await import('./record-pages.tsx')).RecordPages);
const recordDetails = lazyComponent(async () => (await import('./record-details.tsx')).RecordDetailsScreen);
const recordView = lazyComponent(async () => (await import('./record-view.tsx')).RecordView);

/** The list of one kind of record, with the form or the view of one of them over it. */
export function RecordsScreen({ websiteId, path, rest }: BespokeScreenProps) {
  const resource = resources.find((each) => each.path === path);
  if (resource?.form?.page) {
    const page = pageAt(rest);
    if (page) {
      const { create, edit = create } = resource.labels;
      const pending = <PageSkeleton title={page.id === null ? create : edit} />;
      return <LazyBoundary part={recordPages} props={{ websiteId, resource, ...page }} pending={pending} />;
    }
  }
  const detailsId = /^details\/([^/]+)$/u.exec(rest)?.[1];
  if (resource?.details && detailsId !== undefined) {
    const { details } = resource;
    const pending = <PageSkeleton title={details.title} />;
    return <LazyBoundary key={detailsId} part={recordDetails} props={{ websiteId, resource, details, id: detailsId }} pending={pending} />;
  }
  const dialog = resource ? dialogAt(resource, rest) : null;
  if (!resource || dialog === null) return <NotFound />;
  return <Records websiteId={websiteId} resource={resource} dialog={dialog} />;
}

/** The page of a record that the path names, with the rest of the path; null where it names none. */
function pageAt(rest: string): { readonly id: string | null; readonly rest: string } | null {
  const [found, id = null, tail = ''] = /^(?:new|edit\/([^/]+))(?:\/(.+))?$/u.exec(rest) ?? [];
  return found === undefined ? null : { id, rest: tail };
}

/** While the code of a page loads. It has no heading: the one of the page itself takes the focus. */
function PageSkeleton({ title }: { readonly title: string }) {
  return (
    <div role="status" aria-label={`Loading ${title}`} className={pageSkeleton}>
      <Skeleton shape="label" className={headSkeleton} />
      <div className={cardSkeleton}>
        {pageLines.map((line) => (
          <Skeleton key={line} shape="control" />
        ))}
      </div>
    </div>
  );
}

interface RecordsProps {
  readonly websiteId: string;
  readonly resource: ResourceDefinition;
  readonly dialog: DialogRoute;
}

function Records({ websiteId, resource, dialog }: RecordsProps) {
  const source = useRecordsSource(resource, websiteId);
  const { open, saved } = useRecordRoute({ websiteId, path: resource.path }, dialog);
  const { view } = resource;
  const isPage = resource.form?.page !== undefined;
  useEffect(() => prefetchWhenIdle(async () => (view ? recordView : isPage ? recordPages : recordForm).preload()), [view, isPage]);
  return (
    <>
      <RecordsList websiteId={websiteId} resource={resource} source={source} isCovered={open !== null} saved={saved} />
      {open === null ? null : dialog.kind === 'view' && view ? (
        <LazyBoundary key={open.key} part={recordView} props={{ resource, view, source, ...open.props, id: open.key }} />
      ) : (
        <LazyBoundary key={open.key} part={recordForm} props={{ websiteId, resource, source, ...open.props }} />
      )}
    </>
  );
}
