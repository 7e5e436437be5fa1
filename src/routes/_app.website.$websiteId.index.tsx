import { createFileRoute, redirect } from '@tanstack/react-router';
import { homePath } from '#src/app/website-path.ts';

export const Route = createFileRoute('/_app/website/$websiteId/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/website/$websiteId/$', params: { websiteId: params.websiteId, _splat: homePath() }, replace: true });
  },
});
