import type { ResourceDefinition } from '#contract/resources/define.ts';
import { useState } from 'react';
import { useClientServices } from '#src/app/use-client-services.ts';
import { createRecordsSource, type RecordsSource } from '#src/offline/records-source.ts';

/** The source of a list and its form. It stays the same while the screen is mounted, which is for one resource of one website. */
export function useRecordsSource(resource: ResourceDefinition, websiteId: string): RecordsSource {
  const { sourceParts } = useClientServices();
  const [source] = useState(() => createRecordsSource(sourceParts, resource, websiteId));
  return source;
}
