import { firstDomain, type ThemeKey, type Website } from '#contract/entities/website.ts';
import type { Block } from '#contract/entities/block.ts';
import { blockPath, homepagePath } from '#contract/blocks/paths.ts';
import { distinctLabel, type NavigationGroup } from '#contract/navigation.ts';
import type { IndexedScreen } from '#contract/settings/screen.ts';
import type { PaletteEntry } from './palette.types.ts';

/** What a screen or the shell offers at this moment. */
export interface OfferedAction {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  readonly words: string;
  readonly reason: string | null;
}

export interface EntrySources {
  /** The website whose screens are offered; null where none was ever opened. */
  readonly website: Pick<Website, 'id' | 'name'> | null;
  readonly theme: ThemeKey | null;
  readonly navigation: readonly NavigationGroup[];
  readonly screens: readonly IndexedScreen[];
  readonly websites: readonly Website[];
  /** Ids of websites: in the order in which they are shown. */
  readonly pinned: readonly string[];
  readonly recent: readonly string[];
  readonly blocks: readonly Pick<Block, 'id' | 'label'>[];
  readonly actions: readonly OfferedAction[];
  readonly hasSessions: boolean;
}

const blank = { path: '', key: '', words: '', help: '', reason: null, isPinned: false, isRecent: false } as const;

/** Everything that can be found, in the order in which equals are shown. */
export function paletteEntries(sources: EntrySources): readonly PaletteEntry[] {
  return [
    ...screenEntries(sources),
    ...pageEntries(sources.hasSessions),
    ...fieldEntries(sources),
    ...websiteEntries(sources.websites, sources),
    ...blockEntries(sources),
    ...sources.actions.map(
      ({ id, label, detail, words, reason }): PaletteEntry => ({
        ...blank,
        id: `action ${id}`,
        kind: 'action',
        label,
        path: detail,
        words,
        reason,
        target: { kind: 'action', action: id },
      }),
    ),
  ];
}

interface Placed {
  readonly label: string;
  readonly group: string;
}

/** The navigation's name of each screen, and its group. */
function placesOf(navigation: readonly NavigationGroup[]): ReadonlyMap<string, Placed> {
  return new Map(
    navigation.flatMap((group) =>
      group.sections.flatMap((section) =>
        section.entries.map((entry) => [entry.path, { label: distinctLabel(navigation, section, entry), group: group.title }] as const),
      ),
    ),
  );
}

function screenEntries({ website, navigation, screens }: EntrySources): readonly PaletteEntry[] {
  if (!website) return [];
  const titles = new Map(screens.map(({ path, title }) => [path, title]));
  const places = [...placesOf(navigation)];
  const unlisted = screens.filter(({ path }) => !places.some(([listed]) => listed === path));
  return [...places, ...unlisted.map(({ path, title }): readonly [string, Placed] => [path, { label: title, group: 'Settings' }])].map(
    ([path, { label, group }]): PaletteEntry => ({
      ...blank,
      id: `screen ${path}`,
      kind: 'screen',
      label,
      path: group,
      words: `${group} ${titles.get(path) ?? ''}`,
      target: { kind: 'screen', websiteId: website.id, path, field: null },
    }),
  );
}

function pageEntries(hasSessions: boolean): readonly PaletteEntry[] {
  const page = (to: 'websites' | 'sessions' | 'stateFlows', label: string): PaletteEntry => ({
    ...blank,
    id: `page ${to}`,
    kind: 'screen',
    label,
    path: 'Account',
    target: { kind: 'page', to },
  });
  return [page('websites', 'Websites'), ...(hasSessions ? [page('sessions', 'Your sessions')] : []), page('stateFlows', 'State flows')];
}

function fieldEntries({ website, theme, navigation, screens }: EntrySources): readonly PaletteEntry[] {
  if (!website) return [];
  const places = placesOf(navigation);
  return screens.flatMap(({ id, path, title, fields }) => {
    const place = places.get(path);
    return fields
      .filter(({ themes }) => theme === null || !themes || themes.includes(theme))
      .map(
        ({ key, label, help = '', section = '' }): PaletteEntry => ({
          ...blank,
          id: `field ${id}/${key}`,
          kind: 'field',
          label,
          path: place ? `${place.label} · ${place.group}` : title,
          key,
          words: `${place?.label ?? ''} ${title} ${section}`,
          help,
          target: { kind: 'screen', websiteId: website.id, path, field: key },
        }),
      );
  });
}

/** Those pinned first, then those opened last, then the others by name. */
export function websiteEntries(
  websites: readonly Website[],
  { pinned, recent }: Pick<EntrySources, 'pinned' | 'recent'>,
): readonly PaletteEntry[] {
  const order = [...new Set([...pinned, ...recent])];
  const placeOf = ({ id }: Website) => (order.includes(id) ? order.indexOf(id) : order.length);
  return websites
    .toSorted((a, b) => placeOf(a) - placeOf(b) || a.name.localeCompare(b.name, 'en'))
    .map(
      (website): PaletteEntry => ({
        ...blank,
        id: `website ${website.id}`,
        kind: 'website',
        label: website.name,
        path: firstDomain(website) ?? '',
        words: website.domains.map(({ domain }) => domain).join(' '),
        isPinned: pinned.includes(website.id),
        isRecent: recent.includes(website.id),
        target: { kind: 'website', websiteId: website.id },
      }),
    );
}

function blockEntries({ website, blocks, navigation }: EntrySources): readonly PaletteEntry[] {
  if (!website) return [];
  const place = placesOf(navigation).get(homepagePath);
  return blocks.map(
    ({ id, label }): PaletteEntry => ({
      ...blank,
      id: `block ${website.id}/${id}`,
      kind: 'block',
      label,
      path: place ? `${place.label} · ${place.group}` : 'Homepage',
      words: 'homepage block',
      target: { kind: 'screen', websiteId: website.id, path: blockPath(id), field: null },
    }),
  );
}
