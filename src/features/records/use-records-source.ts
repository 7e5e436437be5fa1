import type { ResourceDefinition } from '#contract/resources/define.ts';
import { useState } from 'react';
import { useDevice } from '#src/app/use-device.ts';
import { createRecordsSource, type RecordsSource } from '#src/offline/records-source.ts';

/** The source of a list and its form. It stays the same while the screen is mounted, which is for one resource of one website. */
export function useRecordsSource(resource: ResourceDefinition, websiteId: string): RecordsSource {
  const { sourceParts } = useDevice();
  const [source] = useState(() => createRecordsSource(sourceParts, resource, websiteId));
  return source;
}
