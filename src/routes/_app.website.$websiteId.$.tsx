import { createFileRoute } from '@tanstack/react-router';
import { bespokeScreenAt } from '#src/app/bespoke-screens.ts';
import { CatalogueScreen } from '#src/features/settings/catalogue-screen.tsx';

/** How long the screen before stays while the next one is read: on the device that is enough, and nothing flickers. ms. */
const patienceMs = 100;

/** Every screen of a website: the path names it. A settings screen's definition loads beside what it shows. */
export const Route = createFileRoute('/_app/website/$websiteId/$')({
  loader: async ({ context, params }) => {
    const path = params._splat ?? '';
    bespokeScreenAt(path)?.part.preload();
    const device = await context.app.device();
    const opened = device.openScreen(params.websiteId, path).catch(() => undefined);
    const patience = Promise.race([opened, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
    const [screen] = await Promise.all([device.screenAt(path), patience]);
    return { screen };
  },
  component: SettingsRoute,
});

function SettingsRoute() {
  const { websiteId, _splat: path = '' } = Route.useParams();
  const { screen } = Route.useLoaderData();
  return <CatalogueScreen websiteId={websiteId} path={path} screen={screen} />;
}
