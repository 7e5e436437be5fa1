import type { RecordListView } from '#machines/record-list/record-list.view.ts';
import type { ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';

/** What stands in the place of a list without rows. `clear` empties the search `q`. */
export function emptyOf({ status, empty, message }: RecordListView, retry: ReactNode, clear: () => void, q: string) {
  if (status === 'failed')
    return (
      <EmptyState kind="failed" title="The files could not be loaded" actions={retry}>
        {message}
      </EmptyState>
    );
  if (status === 'offline')
    return (
      <EmptyState kind="offline" title="Not on this device yet" actions={retry}>
        The files of this website have not been loaded here before, and there is no connection now.
      </EmptyState>
    );
  if (empty === 'noMatch')
    return (
      <EmptyState kind="noMatch" title={`No file matches “${q}”`} actions={<Button onClick={clear}>Clear search</Button>}>
        Names are searched.
      </EmptyState>
    );
  return (
    <EmptyState kind="none" title="No files yet">
      Files appear here as soon as they are uploaded in a setting or a block.
    </EmptyState>
  );
}
