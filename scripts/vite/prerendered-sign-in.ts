import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Alias, build, minify, type Plugin, type PluginOption, transformWithOxc } from 'vite';
import * as v from 'valibot';
import { root } from '../inputs.mjs';
import { criticalCss } from './critical-css.ts';
import { isMainFont } from './page-hints.ts';

/** What `src/prerender/prerender.tsx` exports and returns: the scripts know no types of `src`. */
const moduleSchema = v.object({ prerender: v.custom<() => Promise<unknown>>((value) => typeof value === 'function') });
const prerenderedSchema = v.object({
  html: v.string(),
  title: v.string(),
  paths: v.string(),
  links: v.record(v.string(), v.string()),
});
type Prerendered = v.InferOutput<typeof prerenderedSchema>;

const entry = 'src/prerender/prerender.tsx';
/** Inside the project, so that the rendering code finds Node's own modules and nothing else. */
const folder = join(root, 'node_modules/.cache/prerender');

/** Only the sign-in screen is rendered: the code of other screens stays out. */
const onlySignIn: Plugin = {
  name: 'frontage-only-sign-in',
  resolveDynamicImport: (specifier) =>
    typeof specifier === 'string' && !specifier.includes('/login.tsx') ? { id: specifier, external: true } : null,
};

/** Builds the console for Node, by the same aliases and plugins as for the browser, and renders the sign-in screen with it. */
async function render(alias: readonly Alias[], plugins: readonly PluginOption[]): Promise<Prerendered> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [...plugins, onlySignIn],
    resolve: { alias: [...alias] },
    define: { __APP_VERSION__: '""' },
    css: { postcss: { plugins: [] } },
    build: { ssr: entry, write: false, target: 'node24' },
    // The router's own code for a browser asks for one; this is the build that leaves the choice to its options.
    ssr: { noExternal: true, resolve: { conditions: ['development', 'module'] } },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((each) => ('output' in each ? each.output : []));
  const main = outputs.find((output) => output.type === 'chunk' && output.isEntry);
  if (!main) throw new Error(`${entry} has no chunk.`);
  try {
    for (const output of outputs) {
      const file = join(folder, output.fileName);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, output.type === 'chunk' ? output.code : output.source);
    }
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const module: unknown = await import(pathToFileURL(join(folder, main.fileName)).href);
    return v.parse(prerenderedSchema, await v.parse(moduleSchema, module).prerender());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A script of the page, as plain JavaScript, with what the build knows in place of its `declare const`s. */
async function script(name: string, values: Readonly<Record<string, string>>): Promise<string> {
  const file = fileURLToPath(new URL(`../../src/prerender/${name}`, import.meta.url));
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file, { sourcemap: false });
  const filled = Object.entries(values).reduce((text, [word, value]) => text.replaceAll(word, () => value), code);
  const { code: small } = await minify(name, filled, { module: true });
  return `<script>${small.trim().replaceAll('</', '<\\/')}</script>`;
}

const startScreen = /<div id="root">.*?<\/div>/su;
/** The console's scripts with what announces them, as `page-hints.ts` has left them in the head: one block, since they follow each other. */
const requests =
  /<script>\s*\(\(files.*?<\/script>\s*(?:<(?:script type="module"[^>]*><\/script>|link rel="(?:modulepreload|preload)"[^>]*>)\s*)+/su;

/**
 * Writes the sign-in screen into the page, with the styles that it needs: whoever is not signed in can type before any script has come. It
 * stands in a `template`, so a page without it never has it; a script in the head chooses before the first paint. Where it shows, the console's
 * scripts are requested after its first frame, which they would hold up; elsewhere at once.
 */
export function prerenderedSignIn(plugins: () => readonly PluginOption[]): Plugin {
  let rendering: Promise<Prerendered> | undefined;
  return {
    name: 'frontage-prerendered-sign-in',
    apply: 'build',
    configResolved({ resolve }) {
      rendering = render(resolve.alias, plugins());
      // A failure is reported where the page is written; until then it must not count as an unhandled rejection.
      rendering.catch(() => undefined);
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (page, { bundle }) => {
        if (!bundle || !rendering) return page;
        const { html, title, paths, links } = await rendering;
        const sheets = Object.values(bundle).flatMap((output) =>
          output.type === 'asset' && output.fileName.endsWith('.css') ? [String(output.source)] : [],
        );
        const css = criticalCss(sheets.join(''), html, (rule) => isMainFont(rule) || rule.includes('Inter Fallback'));
        const choose = await script('choose.ts', { __PATHS__: `/${paths.replaceAll('/', '\\/')}/i` });
        const show = await script('show.ts', { __TITLE__: JSON.stringify(title), __LINKS__: JSON.stringify(links) });
        if (!requests.test(page)) throw new Error('The page has no requests as scripts/vite/prerendered-sign-in.ts knows them.');
        return page
          .replace(requests, (block) => `<template id="requests">${block.trim()}</template>\n    ${choose}\n    `)
          .replace(startScreen, (spinner) => `${spinner}\n    <template id="sign-in"><style>${css}</style>${html}</template>\n    ${show}`);
      },
    },
  };
}
