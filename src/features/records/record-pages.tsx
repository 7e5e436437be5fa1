import type { ResourceDefinition } from '#contract/resources/define.ts';
import { useState } from 'react';
import { RecordPage } from './record-page.tsx';
import { useFollowId } from './use-follow-id.ts';
import { useRecordsSource } from './use-records-source.ts';

interface RecordPagesProps {
  readonly websiteId: string;
  readonly resource: ResourceDefinition;
  /** Of the record, in the address; null: a new one. */
  readonly id: string | null;
  /** The rest of the address, after the record's. */
  readonly rest: string;
}

/** The page of the record that the address names. It stays the same when a new record gets an id, and when the server's id replaces that. */
export function RecordPages({ websiteId, resource, id, rest }: RecordPagesProps) {
  const source = useRecordsSource(resource, websiteId);
  const followId = useFollowId({ websiteId, path: resource.path });
  // All ids of the open record: null before it is created.
  const [page, setPage] = useState({ key: 0, ids: [id] });
  if (!page.ids.includes(id)) setPage({ key: page.key + 1, ids: [id] });
  // The record is created: the address of a new record leads to another one from now on.
  else if (id !== null && page.ids.includes(null)) setPage({ ...page, ids: page.ids.filter((each) => each !== null) });
  const [opened = null] = page.ids;

  // The page calls the function of its first render.
  function onId(next: string, before: string | null) {
    setPage((all) => (all.ids.includes(next) ? all : { ...all, ids: [...all.ids, next] }));
    followId(before === null ? 'new' : `edit/${before}`, `edit/${next}`);
  }
  return (
    <RecordPage key={page.key} websiteId={websiteId} resource={resource} source={source} opened={opened} id={id} rest={rest} onId={onId} />
  );
}
