import type { ResourceDefinition } from '#contract/resources/define.ts';
import { useState } from 'react';
import type { RecordsSource } from '#src/offline/records-source.ts';

export function useRecordsSource(_resource: ResourceDefinition, _websiteId: string): RecordsSource {
  const [source] = useState((): RecordsSource => {
    throw new Error('no source');
  });
  return source;
}
