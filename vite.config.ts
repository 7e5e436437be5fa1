import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { readFileSync } from 'node:fs';
import { buildHash } from './scripts/inputs.mjs';
import { chunkGroups } from './scripts/vite/chunk-groups.ts';
import { classNames } from './scripts/vite/class-names.ts';
import { withoutCatalogue } from './scripts/vite/definitions.ts';
import { manifest, notTheConsole } from './scripts/vite/pwa.ts';
import { leanDescriptions } from './scripts/vite/lean-descriptions.ts';
import { leanIcons } from './scripts/vite/lean-icons.ts';
import { noCircularChunks } from './scripts/vite/no-circular-chunks.ts';
import { leanUtilities } from './scripts/vite/lean-utilities.ts';
import { prerenderedSignIn } from './scripts/vite/prerendered-sign-in.ts';
import { pageHints } from './scripts/vite/page-hints.ts';
import { previewFrame } from './scripts/vite/preview-frame.ts';

const api = `http://127.0.0.1:${process.env['PORT'] ?? '4400'}`;

const router = () =>
  tanstackRouter({
    target: 'react',
    autoCodeSplitting: true,
    routesDirectory: 'src/routes',
    generatedRouteTree: 'src/route-tree.gen.ts',
    quoteStyle: 'single',
    semicolons: true,
    disableLogging: true,
    addExtensions: true,
  });

export default defineConfig({
  plugins: [
    classNames(),
    router(),
    react({ jsxImportSource: '#jsx' }),
    noCircularChunks(),
    pageHints(),
    // Behind the hints, which it moves.
    prerenderedSignIn(() => [classNames(), router(), leanIcons(), leanUtilities()]),
    leanDescriptions(),
    leanIcons(),
    leanUtilities(),
    previewFrame(),
    VitePWA({
      registerType: 'prompt',
      injectRegister: false,
      manifest,
      manifestFilename: 'manifest.webmanifest',
      includeManifestIcons: false,
      workbox: {
        globPatterns: ['**/*.{js,css,html,woff2,svg,png,webmanifest}'],
        // Rare alphabets: fetched when a page shows them.
        globIgnores: ['**/inter-{cyrillic,cyrillic-ext,greek,greek-ext,vietnamese}-*'],
        maximumFileSizeToCacheInBytes: 4_000_000,
        navigateFallback: '/index.html',
        navigateFallbackDenylist: notTheConsole,
        cleanupOutdatedCaches: true,
        clientsClaim: true,
        skipWaiting: false,
      },
    }),
  ],
  define: { __APP_VERSION__: JSON.stringify(appVersion()) },
  resolve: {
    alias: [
      // Lucide's own also draws icons outside React, by name and scaled: 1 kB that no icon here needs.
      { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: fileURLToPath(new URL('./src/ui/create-icon.ts', import.meta.url)) },
      // What an import finds by itself is written for browsers of 2015, as one piece.
      { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
      // Shims for a React without the hook; this one has it.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      { find: /^use-sync-external-store\/shim\/with-selector$/, replacement: 'use-sync-external-store/with-selector' },
    ],
  },
  build: {
    target: ['chrome123', 'edge123', 'firefox124', 'safari17.5'],
    outDir: 'dist',
    sourcemap: false,
    manifest: true,
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    // There is one style sheet, and the page has it: without this, every file that imports another one would name it too.
    cssCodeSplit: false,
    modulePreload: { polyfill: false, resolveDependencies: withoutCatalogue },
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      optimization: { inlineConst: true },
      output: {
        // Names of chunks stand in every file that loads some, and hashes do not compress: seven characters tell two versions apart.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        entryFileNames: 'assets/[name]-[hash:7].js',
        // Every screen needs these: in one file they compress better, and stay cached when the console changes. The first
        // group takes what its own modules need (XState among it), so the order is part of the size.
        codeSplitting: {
          groups: [...chunkGroups],
        },
      },
    },
  },
  // Only what JSX is compiled to imports the one, which is no dependency; two screens load the other, and would reload the page for it.
  optimizeDeps: { include: ['libphonenumber-js/min', 'react/jsx-dev-runtime'] },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/api', '/cms', '/sites', '/admin-app', '/files'].map((path) => [path, { target: api, changeOrigin: false }]),
    ),
  },
});

/** `0.1.0+3f2a9c1d`: the package's version and a hash of everything that the console is built from. */
function appVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'));
  const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '0.0.0';
  return `${version}+${buildHash().slice(0, 8)}`;
}
