import { readFileSync } from 'node:fs';
import type { Plugin, Rolldown } from 'vite';
import { screens } from '../../contract/settings/summary.gen.ts';

/**
 * A route's chunk is known only when the router runs: loading it would then be one round trip after another. The page names it at once
 * instead. The chunks depend on the address and on whether somebody is signed in, so a small inline script selects them; the server's
 * policy allows it by its hash.
 */
const needs = {
  forgotten: ['src/routes/forgot-password.tsx'],
  signedOut: ['src/routes/login.tsx'],
  signedIn: ['src/routes/_app.tsx', 'src/offline/create-client-services.ts'],
  websites: ['src/routes/_app.websites.tsx'],
  website: ['src/routes/_app.website.$websiteId.tsx', 'src/routes/_app.website.$websiteId.$.tsx'],
  homepage: ['src/routes/_app.website.$websiteId.tsx', 'src/routes/_app.website.$websiteId.design.homepage.tsx'],
} as const;

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

function withImports(chunks: Chunks, file: string, seen: Set<string>): void {
  if (seen.has(file)) return;
  seen.add(file);
  for (const imported of chunks.get(file)?.imports ?? []) withImports(chunks, imported, seen);
}

function filesOf(chunks: Chunks, entry: ReadonlySet<string>, modules: readonly string[]): readonly string[] {
  const wanted = new Set<string>();
  for (const chunk of chunks.values()) {
    // By all of its modules: a file that was joined from several chunks has no route as its entry.
    const ids = chunk.moduleIds.map((id) => id.replaceAll('\\', '/'));
    if (ids.some((id) => modules.some((module) => id.includes(`/${module}`)))) withImports(chunks, chunk.fileName, wanted);
  }
  return [...wanted].filter((file) => !entry.has(file));
}

/** The files of each settings screen's definition, by the screen's paths. */
function definitions(chunks: Chunks, known: ReadonlySet<string>): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    screens.flatMap(({ id, path, aliases = [], redirectsFrom = [] }) => {
      const files = filesOf(chunks, known, [`contract/settings/${id}.ts`]);
      return [path, ...aliases, ...redirectsFrom].map((at) => [at, files] as const);
    }),
  );
}

/** Text, because it is written into the page. */
const script = (files: Readonly<Record<string, readonly string[]>>, definitions: Readonly<Record<string, readonly string[]>>) => `
((files, definitions) => {
  let signedIn = false;
  try {
    signedIn = 'frontage.session' in localStorage || 'frontage.session' in sessionStorage;
  } catch {}
  const path = location.pathname;
  const signedOut = path === '/forgot-password' ? files.forgotten : files.signedOut;
  const ofWebsite = /^\\/website\\/[^/]+\\/design\\/homepage(\\/|$)/.test(path) ? files.homepage : files.website;
  const screen = path.startsWith('/website/') ? ofWebsite : files.websites;
  const settings = path.replace(/^\\/website\\/[^/]+\\/|\\/$/g, '');
  const definition = Object.hasOwn(definitions, settings) ? definitions[settings] : [];
  for (const file of signedIn ? files.signedIn.concat(screen, definition) : signedOut) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = '/' + file;
    document.head.append(link);
  }
})(${JSON.stringify(files)}, ${JSON.stringify(definitions)});
`;

/** The subset with the letters of most pages; the others are requested when one of their characters is shown. */
export const isMainFont = (text: string) => /inter-latin-wght-normal-[\w-]+\.woff2/.test(text);

/**
 * The requests of the page before its code runs: the chunks of the opened route, and the font after them, with low priority: until it has
 * loaded, a system font of the same metrics shows the text.
 */
const fontLink = (file: string) => `<link rel="preload" as="font" type="font/woff2" crossorigin fetchpriority="low" href="/${file}" />`;

const styleLink = /\n?[ \t]*<link rel="stylesheet"[^>]*>/g;

const iconLink = /(<link rel="icon" href=")([^"]+)/;

/** Chromium asks for the icon with each load, and draws an svg as a page of its own, before a settings screen has its values. */
export function withIcon(html: string): string {
  return html.replace(iconLink, (_, before: string, path: string) => {
    const icon = readFileSync(new URL(`../../public${path}`, import.meta.url)).toString('base64');
    return `${before}data:image/png;base64,${icon}`;
  });
}

/** In the head a style sheet holds the first paint: the page stays white until it has come. After the spinner it only holds the scripts. */
export function withLateStyles(html: string): string {
  const links = html.match(styleLink) ?? [];
  return html.replace(styleLink, '').replace('</body>', () => `${links.map((link) => `  ${link.trim()}\n  `).join('')}</body>`);
}

export function pageHints(): Plugin {
  return {
    name: 'frontage-page-hints',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle, chunk: entry }) => {
        if (!bundle || !entry) return html;
        const chunks = new Map(
          Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? [[output.fileName, output] as const] : [])),
        );
        const atOnce = new Set<string>();
        withImports(chunks, entry.fileName, atOnce);
        const files = Object.fromEntries(Object.entries(needs).map(([need, modules]) => [need, filesOf(chunks, atOnce, modules)]));
        const known = new Set([...atOnce, ...(files['signedIn'] ?? []), ...(files['website'] ?? [])]);
        const fonts = Object.keys(bundle).filter(isMainFont);
        // Before the style sheet: an inline script behind it would wait for it.
        return withIcon(withLateStyles(html)).replace('<script type="module"', (module) =>
          [`<script>${script(files, definitions(chunks, known))}</script>`, ...fonts.map(fontLink), module].join('\n    '),
        );
      },
    },
  };
}
