import { createFileRoute } from '@tanstack/react-router';
import { bespokeScreenAt } from '#src/app/bespoke-screens.ts';
import { CatalogueScreen } from '#src/features/settings/catalogue-screen.tsx';

/** ms that the previous screen stays while the next one is read. A read from this device takes less, so that nothing flickers. */
const patienceMs = 100;

/** Every screen of a website, by its path. The definition of a settings screen loads in parallel with its data. */
export const Route = createFileRoute('/_app/website/$websiteId/$')({
  loader: async ({ context, params, preload }) => {
    const path = params._splat ?? '';
    bespokeScreenAt(path)?.part.preload();
    // Beside the client store, which a start waits for.
    const definition = context.app.screenAt(path);
    definition.catch(() => undefined);
    const services = await context.app.services();
    const opened = services.openScreen(params.websiteId, path, !preload).catch(() => undefined);
    const patience = Promise.race([opened, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
    const [screen] = await Promise.all([definition, patience]);
    return { screen };
  },
  component: SettingsRoute,
});

function SettingsRoute() {
  const { websiteId, _splat: path = '' } = Route.useParams();
  const { screen } = Route.useLoaderData();
  return <CatalogueScreen websiteId={websiteId} path={path} screen={screen} />;
}
