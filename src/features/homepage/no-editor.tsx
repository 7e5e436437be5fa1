import { ScreenTitle } from '#src/app/screen-title.tsx';
import { css } from '#styled/css/index.js';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';

const card = css({ backgroundColor: 'surface', border: 'hairline', borderRadius: 'md', padding: '2' });
const stack = css({ display: 'flex', flexDirection: 'column', gap: '4' });
const field = css({ height: '16' });

/** The address names a block that this homepage does not have. */
export function BlockMissing({ websiteId }: { readonly websiteId: string }) {
  return (
    <div data-state="missing">
      <ScreenTitle>Block not found · Homepage</ScreenTitle>
      <PageHeader title="Block not found" />
      <div className={card}>
        <EmptyState
          kind="failed"
          title="This homepage has no such block"
          actions={
            <Link to="/website/$websiteId/design/homepage" params={{ websiteId }} className={buttonClass({ variant: 'primary' })}>
              Back to the list
            </Link>
          }
        >
          It may have been deleted, or added elsewhere since this device last loaded the homepage.
        </EmptyState>
      </div>
    </div>
  );
}

/** Shown until it is known whether there is such a block, and while the list does not have a new one yet. */
export function EditorSkeleton() {
  return (
    <div role="status" aria-label="Loading the block" data-state="loading" className={stack}>
      <Skeleton className={field} />
      <Skeleton className={field} />
      <Skeleton className={field} />
    </div>
  );
}
