import type { ResourceDefinition } from '#contract/resources/define.ts';
import { resources } from '#contract/resources/index.gen.ts';
import { useEffect } from 'react';
import type { BespokeScreenProps } from '#src/app/bespoke-paths.ts';
import { NotFound } from '#src/app/problem/not-found.tsx';
import { prefetchWhenIdle } from '#src/app/when-idle.ts';
import { LazyBoundary, lazyComponent } from '#src/ui/lazy-component.tsx';
import { type DialogRoute, dialogAt } from './dialog-at.ts';
import { RecordsList } from './records-list.tsx';
import { useRecordRoute } from './use-record-route.ts';
import { useRecordsSource } from './use-records-source.ts';

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
      return <LazyBoundary part={recordPages} props={{ websiteId, resource, ...page }} />;
    }
  }
  const detailsId = /^details\/([^/]+)$/u.exec(rest)?.[1];
  if (resource?.details && detailsId !== undefined) {
    return <LazyBoundary key={detailsId} part={recordDetails} props={{ websiteId, resource, details: resource.details, id: detailsId }} />;
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
