import { createFileRoute, redirect } from '@tanstack/react-router';

/** Where a block's editor stood before it had a path of its own: links that were sent then still lead there. */
export const Route = createFileRoute('/_app/website/$websiteId/design/homepage/$blockId')({
  beforeLoad: ({ params }) => {
    if (params.blockId === 'blocks') throw redirect({ to: '/website/$websiteId/design/homepage', params, replace: true });
    throw redirect({ to: '/website/$websiteId/design/homepage/blocks/$blockId', params, replace: true });
  },
});
