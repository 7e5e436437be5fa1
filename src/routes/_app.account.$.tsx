import { createFileRoute } from '@tanstack/react-router';
import { accountPath } from '#contract/resources/paths.ts';
import { bespokeScreenAt } from '#src/app/bespoke-screens.ts';
import { lastWebsite } from '#src/app/last-website.ts';
import { WebsiteProblem } from '#src/app/shell/website-problem.tsx';
import { AccountScreen } from '#src/app/shell/account-screen.tsx';
import { accountWebsite } from '#src/offline/account-website.ts';

/** The screens of the account, whose addresses name no website. */
export const Route = createFileRoute('/_app/account/$')({
  loader: async ({ context, params }) => {
    bespokeScreenAt(accountPath(params._splat ?? ''))?.part.preload();
    return accountWebsite((await context.app.services()).websites, lastWebsite.read());
  },
  component: AccountRoute,
  errorComponent: WebsiteProblem,
});

function AccountRoute() {
  const { _splat: rest = '' } = Route.useParams();
  return <AccountScreen websiteId={Route.useLoaderData()} path={accountPath(rest)} />;
}
