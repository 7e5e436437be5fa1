import { createFileRoute, useMatch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { HomepageAddress } from '#machines/homepage/homepage.types.ts';
import { HomepageScreen } from '#src/features/homepage/homepage-screen.tsx';

/** The homepage's screen. It stays mounted between list, editor and dialog, and keeps the preview in it. */
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
  // Each screen has its own actor: another website must start a new one.
  return <HomepageScreen key={websiteId} websiteId={websiteId} address={address} />;
}
