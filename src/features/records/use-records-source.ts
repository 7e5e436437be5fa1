import type { ResourceDefinition } from '#contract/resources/define.ts';
import { useState } from 'react';
import { useDevice } from '#src/app/use-device.ts';
import { createRecordsSource, type RecordsSource } from '#src/offline/records-source.ts';

/** What a list and its form read and write: for the life of their screen, which is of one resource and one website. */
export function useRecordsSource(resource: ResourceDefinition, websiteId: string): RecordsSource {
  const { blockParts } = useDevice();
  const [source] = useState(() => createRecordsSource(blockParts, resource, websiteId));
  return source;
}
