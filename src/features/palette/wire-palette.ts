import { websiteSchema } from '#contract/entities/website.ts';
import { workingNavigation } from '#contract/navigation.ts';
import { searchedFields } from '#contract/settings/searched-fields.ts';
import { paletteEntries, websiteEntries } from '#machines/palette/palette.entries.ts';
import { paletteMachine } from '#machines/palette/palette.machine.ts';
import type { EntryTarget, PaletteEntry, PaletteSources } from '#machines/palette/palette.types.ts';
import type { useRouter } from '@tanstack/react-router';
import * as v from 'valibot';
import { fromPromise } from '#machines/actor-logic.ts';
import { lastWebsite } from '#src/app/last-website.ts';
import { works } from '#src/app/website-path.ts';
import { sessionsOffer } from '#src/io/sessions-offer.ts';
import type { App } from '#src/app/app.ts';
import type { ClientServices } from '#src/offline/client-services.ts';
import { noteUse, parsePins, readMarks, storedPins, weightOf } from '#src/offline/user-marks.ts';
import { paletteActions } from './palette-actions.ts';

interface PaletteParts {
  readonly app: App;
  readonly services: ClientServices;
  readonly router: ReturnType<typeof useRouter>;
}

const found = 8;

/** The palette's chart on what this device has, the router and the actions of the open screen. */
export function wirePalette({ app, services, router }: PaletteParts) {
  const userId = (): string => {
    const user = app.session.getSnapshot().context.session?.user;
    if (!user) throw new Error('nobody is signed in');
    return user.id;
  };
  return paletteMachine.provide({
    actors: {
      loadEntries: fromPromise(() => loadEntries({ app, services, router }, userId())),
      searchWebsites: fromPromise(async ({ input, signal }) => {
        const loaded = await services.websites.loadPage({ page: 0, perPage: found, sort: 'name', q: input.query.trim() }, signal);
        if (loaded.kind !== 'page') return [];
        const websites = loaded.rows.map((row) => v.parse(websiteSchema, row));
        return websiteEntries(websites, { pinned: [], recent: [] });
      }),
      openEntry: fromPromise(async ({ input: { entry } }) => {
        if (entry === null) return;
        noteUse(userId(), entry.id, Date.now());
        // The dialog gives the focus back when it has gone; what opens takes it after that.
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        open({ app, router }, entry.target);
      }),
    },
  });
}

async function loadEntries({ app, services, router }: PaletteParts, userId: string): Promise<PaletteSources> {
  const marks = readMarks(userId);
  const websites = await services.websites.known();
  const isKnown = (id: string | null | undefined) => websites.find((one) => one.id === id);
  const openId = router.state.matches.flatMap(({ params }) => ('websiteId' in params ? [params.websiteId] : [])).at(-1);
  // Where no website is open: that of the last visit.
  const website = isKnown(openId) ?? (openId === undefined ? (isKnown(marks.recent[0]) ?? isKnown(lastWebsite.read())) : undefined) ?? null;
  const blocks = website ? (await services.store.readBlocks(userId, website.id)).blocks : [];
  const now = Date.now();
  const entries = paletteEntries({
    website,
    theme: website?.theme_key ?? (website && (await services.websites.themeOf(website.id))),
    navigation: workingNavigation(works),
    screens: searchedFields,
    websites: websites.filter(({ id }) => id !== openId),
    pinned: parsePins(storedPins(userId)),
    recent: marks.recent,
    blocks,
    actions: paletteActions(app),
    hasSessions: sessionsOffer.read() !== false,
  });
  // Where no website is open, a screen says whose it is.
  const named = (entry: PaletteEntry): PaletteEntry =>
    website && openId === undefined && entry.target.kind === 'screen' ? { ...entry, path: `${entry.path} · ${website.name}` } : entry;
  return {
    entries: entries.map(named),
    uses: Object.fromEntries([...marks.uses].map(([id, use]) => [id, weightOf(use, now)])),
  };
}

const pages = { websites: '/websites', sessions: '/sessions', stateFlows: '/state-flows/{-$machineId}' } as const;

let opened = 0;

function open({ app, router }: Pick<PaletteParts, 'app' | 'router'>, target: EntryTarget): void {
  if (target.kind === 'action') {
    // As it is now: the screen may have changed since the palette opened.
    paletteActions(app)
      .find(({ id, reason }) => id === target.action && reason === null)
      ?.run();
    return;
  }
  opened += 1;
  if (target.kind === 'page') void router.navigate({ to: pages[target.to], params: { machineId: undefined } });
  else if (target.kind === 'website') void router.navigate({ to: '/website/$websiteId', params: { websiteId: target.websiteId } });
  else {
    const { websiteId, path, field } = target;
    void router.navigate({
      to: '/website/$websiteId/$',
      params: { websiteId, _splat: path },
      // The state makes a field that is chosen twice another entry.
      ...(field === null ? {} : { hash: `field=${field}`, state: { revealed: opened } }),
    });
  }
}
