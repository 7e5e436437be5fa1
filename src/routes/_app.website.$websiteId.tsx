import { createFileRoute } from '@tanstack/react-router';
import { WebsiteLayout } from '#src/app/shell/website-layout.tsx';
import { WebsiteProblem } from '#src/app/shell/website-problem.tsx';

export const Route = createFileRoute('/_app/website/$websiteId')({
  loader: async ({ context, params }) => (await context.app.services()).websites.open(params.websiteId),
  component: WebsiteLayout,
  errorComponent: WebsiteProblem,
});
