import type { ResourceDefinition } from '#contract/resources/define.ts';
import { parentParams } from '#contract/resources/within.ts';
import { useMemo } from 'react';
import { NotFound } from '#src/app/problem/not-found.tsx';
import { LazyBoundary, lazyComponent } from '#src/ui/lazy-component.tsx';
import type { RecordsSource } from '#src/offline/records-source.ts';
import { dialogAt } from './dialog-at.ts';
import { RecordsList } from './records-list.tsx';
import { useRecordRoute } from './use-record-route.ts';
import { useRecordsSource } from './use-records-source.ts';

const recordForm = lazyComponent(async () => (await import('./record-form.tsx')).RecordForm);

interface RecordPartsProps {
  readonly websiteId: string;
  readonly resource: ResourceDefinition;
  /** The id of the record that they are parts of. */
  readonly parentId: string;
  /** The rest of the address, after that of their list. */
  readonly rest: string;
}

/** The parts of one record: their resource, with the path of their list, and what reads and writes them. */
export function useParts(declared: ResourceDefinition, websiteId: string, parentId: string) {
  const parent = useMemo(() => ({ [declared.within?.key ?? '']: parentId }), [declared, parentId]);
  const resource = useMemo(() => {
    const params = Object.entries(parentParams(declared, parent));
    return { ...declared, path: params.reduce((path, [name, id]) => path.replace(`{${name}}`, id), declared.path) };
  }, [declared, parent]);
  const all = useRecordsSource(declared, websiteId);
  const source = useMemo((): RecordsSource => {
    const narrowed = <Query extends { readonly filters?: Readonly<Record<string, string>> }>(query: Query) => ({
      ...query,
      filters: { ...query.filters, ...parent },
    });
    return {
      ...all,
      watch: (query, callback) => all.watch(narrowed(query), callback),
      fetchPage: (query, signal) => all.fetchPage(narrowed(query), signal),
    };
  }, [all, parent]);
  return { resource, source, parent };
}

/** The records that are parts of another one, with the form of one of them over them. */
export function RecordParts({ websiteId, resource: declared, parentId, rest }: RecordPartsProps) {
  const { resource, source, parent } = useParts(declared, websiteId, parentId);
  const dialog = dialogAt(resource, rest);
  const { open, saved } = useRecordRoute({ websiteId, path: resource.path }, dialog ?? { kind: 'none' });
  if (dialog === null) return <NotFound />;
  return (
    <>
      {/* The parent gets the server's id while a form over the list is filled in: the form stays. */}
      <RecordsList
        key={parentId}
        websiteId={websiteId}
        resource={resource}
        source={source}
        isPart
        isCovered={open !== null}
        saved={saved}
      />
      {open === null ? null : (
        <LazyBoundary key={open.key} part={recordForm} props={{ websiteId, resource, source, parent, ...open.props }} />
      )}
    </>
  );
}
