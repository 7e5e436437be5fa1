import { createFileRoute } from '@tanstack/react-router';
import { bespokeScreenAt } from '#src/app/bespoke-screens.ts';
import { CatalogueScreen } from '#src/features/settings/catalogue-screen.tsx';

/** How long the screen before stays while the next one is read: on the device that is enough, and nothing flickers. ms. */
const patienceMs = 100;

/** Every screen of a website: the path names it. The catalogue itself loads with the first screen. */
export const Route = createFileRoute('/_app/website/$websiteId/$')({
  loader: async ({ context, params }) => {
    const device = await context.app.device();
    bespokeScreenAt(params._splat ?? '')?.part.preload();
    const opened = device.openScreen(params.websiteId, params._splat ?? '').catch(() => undefined);
    await Promise.race([opened, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  },
  component: SettingsRoute,
});

function SettingsRoute() {
  const { websiteId, _splat: path = '' } = Route.useParams();
  return <CatalogueScreen websiteId={websiteId} path={path} />;
}
