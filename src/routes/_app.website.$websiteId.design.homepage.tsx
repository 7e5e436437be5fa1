import { createFileRoute, useMatch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { HomepageAddress } from '#machines/homepage/homepage.types.ts';
import { HomepageScreen } from '#src/features/homepage/homepage-screen.tsx';

/** The homepage's screen. It stays while one moves between list, editor and dialog, and the preview in it with it. */
export const Route = createFileRoute('/_app/website/$websiteId/design/homepage')({ component: HomepageRoute });

function HomepageRoute() {
  const { websiteId } = Route.useParams();
  const blockId = useMatch({
    from: '/_app/website/$websiteId/design/homepage/blocks/$blockId',
    shouldThrow: false,
    select: ({ params }) => params.blockId,
  });
  const isAdd = useMatch({ from: '/_app/website/$websiteId/design/homepage/add', shouldThrow: false, select: () => true });
  const address = useMemo<HomepageAddress>(
    () => (blockId === undefined ? { kind: isAdd ? 'add' : 'list' } : { kind: 'block', blockId }),
    [blockId, isAdd],
  );
  // A screen is its own actor: another website must start another.
  return <HomepageScreen key={websiteId} websiteId={websiteId} address={address} />;
}
