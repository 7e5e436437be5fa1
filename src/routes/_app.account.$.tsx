import { createFileRoute } from '@tanstack/react-router';
import { lastWebsite } from '#src/app/last-website.ts';
import { AccountScreen } from '#src/app/shell/account-screen.tsx';
import { WebsiteProblem } from '#src/app/shell/website-problem.tsx';

/** The screens of the account, whose addresses name no website. */
export const Route = createFileRoute('/_app/account/$')({
  loader: async ({ context }) => {
    // Loaders are part of the first script, which the sign-in screen loads too.
    const [{ websites }, { accountWebsite }] = await Promise.all([context.app.services(), import('#src/offline/account-website.ts')]);
    return accountWebsite(websites, lastWebsite.read());
  },
  component: AccountRoute,
  errorComponent: WebsiteProblem,
});

function AccountRoute() {
  const { _splat: rest = '' } = Route.useParams();
  return <AccountScreen websiteId={Route.useLoaderData()} rest={rest} />;
}
