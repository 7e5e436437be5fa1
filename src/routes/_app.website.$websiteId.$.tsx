import { createFileRoute } from '@tanstack/react-router';
import type { SettingsScreen } from '#contract/settings/screen.ts';
import { bespokeScreenAt } from '#src/app/bespoke-screens.ts';
import { CatalogueScreen } from '#src/features/settings/catalogue-screen.tsx';

/** ms that the previous screen stays while the next one and its code are read. From this device both take less, so that nothing flickers. */
const patienceMs = 100;

/** Every screen of a website, by its path. The definition of a settings screen loads in parallel with its data. */
export const Route = createFileRoute('/_app/website/$websiteId/$')({
  loader: async ({ context, params, preload }) => {
    const path = params._splat ?? '';
    const bespokeCode = bespokeScreenAt(path)?.part.preload();
    // Beside the client store, which a start waits for.
    const definition = context.app.screenAt(path);
    definition.catch(() => undefined);
    const services = await context.app.services();
    const opened = services.openScreen(params.websiteId, path, !preload);
    const patience = new Promise((resolve) => setTimeout(resolve, patienceMs));
    const ready = Promise.all([opened, bespokeCode, definition.then(formCode)]).catch(() => undefined);
    await Promise.race([ready, patience]);
    return { screen: await definition };
  },
  component: SettingsRoute,
});

/** Loads the code that only some forms need. The import is dynamic, since the loader belongs to the script of every screen. */
async function formCode(screen: SettingsScreen | null): Promise<void> {
  if (screen) await (await import('#src/form/form-code.ts')).loadFormCode(screen);
}

function SettingsRoute() {
  const { websiteId, _splat: path = '' } = Route.useParams();
  const { screen } = Route.useLoaderData();
  return <CatalogueScreen websiteId={websiteId} path={path} screen={screen} />;
}
