import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Twig from 'twig';
import { blockCatalogue } from '#contract/blocks/catalogue.ts';
import { footerBlockKey } from '#contract/blocks/footer-block.ts';
import { type ThemeKey, themeKeys } from '#contract/entities/website.ts';
import { addFilters } from './filters.ts';

interface ThemeFiles {
  readonly page: { render(context: object): string };
  /** The partial of each block that the theme knows. Templates do not treat the footer as a block. */
  readonly partials: ReadonlyMap<string, string>;
  readonly css: string;
}

const folder = dirname(fileURLToPath(import.meta.url));
const read = (path: string) => readFileSync(join(folder, path), 'utf8');

let loaded: Readonly<Record<ThemeKey, ThemeFiles>> | null = null;

const sharedFiles = new Map<string, string>();

/** A script or style sheet of the public site that not every page has. */
export function shared(name: 'site.js' | 'popups.js' | 'popups.css'): string {
  const known = sharedFiles.get(name) ?? read(`shared/${name}`);
  sharedFiles.set(name, known);
  return known;
}

/**
 * The templates of a theme. All are read and parsed at the first call, under the project's own names: an include finds them by name in
 * memory, so that a user's text can never become a path.
 */
export function themeFiles(theme: ThemeKey): ThemeFiles {
  loaded ??= loadAll();
  return loaded[theme];
}

function loadAll(): Readonly<Record<ThemeKey, ThemeFiles>> {
  addFilters();
  register('shared');
  const base = sheets('shared/styles', [
    'base',
    'tones',
    'pictures',
    'lists',
    'about',
    'article',
    'forms',
    'map',
    'header',
    'drawer',
    'footer',
    'screens',
  ]);
  const themes = themeKeys.map((theme) => {
    register(theme);
    register(`${theme}/blocks`);
    const page = parse(`${theme}/index.twig`);
    const known = blockCatalogue[theme].filter(({ key }) => key !== footerBlockKey);
    const partials = new Map(known.map(({ key }) => [key, `${theme}/blocks/${key}.twig`]));
    return [
      theme,
      { page, partials, css: base + sheets(theme, ['theme', 'header', 'cover', 'blocks', 'lists', 'footer', 'screens']) },
    ] as const;
  });
  const [versatile, byron, minimal] = themes.map(([, files]) => files);
  if (!versatile || !byron || !minimal) throw new Error('A theme has no templates.');
  return { versatile, byron, minimal };
}

/** Small screens come last: their rules override those of larger ones. */
const sheets = (path: string, names: readonly string[]) => names.map((name) => read(`${path}/${name}.css`)).join('');

/** Pages are not registered here: each is parsed once, and only the code refers to it. */
function register(path: string): void {
  const names = readdirSync(join(folder, path)).filter((name) => name.endsWith('.twig') && name !== 'index.twig');
  for (const name of names) parse(`${path}/${name}`);
}

function parse(id: string) {
  return Twig.twig({ id, data: read(id), autoescape: true, allowInlineIncludes: true, rethrow: true });
}
