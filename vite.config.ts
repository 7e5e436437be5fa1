import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { appVersion } from './scripts/app-version.ts';
import { landingPages, withoutCatalogue } from './scripts/vite/definitions.ts';
import { manifest, notTheConsole } from './scripts/vite/pwa.ts';
import { leanDescriptions } from './scripts/vite/lean-descriptions.ts';
import { noCircularChunks } from './scripts/vite/no-circular-chunks.ts';
import { leanUtilities } from './scripts/vite/lean-utilities.ts';
import { pageHints } from './scripts/vite/page-hints.ts';
import { previewFrame } from './scripts/vite/preview-frame.ts';

const api = `http://127.0.0.1:${process.env['PORT'] ?? '4400'}`;

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/route-tree.gen.ts',
      quoteStyle: 'single',
      semicolons: true,
      disableLogging: true,
      addExtensions: true,
    }),
    react(),
    noCircularChunks(),
    pageHints(),
    leanDescriptions(),
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
    modulePreload: { polyfill: false, resolveDependencies: withoutCatalogue },
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // Every screen needs these: in one file they compress better, and stay cached when the console changes. The first
        // group takes what its own modules need (XState among it), so the order is part of the size.
        codeSplitting: {
          groups: [
            {
              name: 'framework',
              test: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack[\\/](react-router(?!.+useBlocker)|router-core|history|store|react-store)|@xstate)[\\/]/,
            },
            {
              // What the sign-in screen shows, in one file: many small ones compress worse, and each is a request.
              name: 'base',
              test: /styled-system|vite[\\/]preload-helper|[\\/]src[\\/]ui[\\/](button|create-icon|field|field-ids|notice|spinner|checkbox|text-input|password-input|control-style|full-screen-spinner|visually-hidden|lazy-component|load-guard)\.|src[\\/](app[\\/]shell[\\/](brand|main)|features[\\/]sign-in[\\/](auth-form|auth-layout|sign-in-form))\.|machines[\\/](sign-in-form|problem-messages)|node_modules[\\/]valibot[\\/]|src[\\/]app[\\/](use-page-view|first-screen)\.|contract[\\/](api-result|limits|rules|json|calls[\\/]define|entities[\\/](id|user|session))\./,
            },
            {
              // Small modules that every screen behind the sign-in shares: a file of each would cost more than it holds, and
              // its name stands in the first bundle.
              name: 'shared',
              includeDependenciesRecursively: false,
              test: /useBlocker\.|[\\/]icons[\\/](arrow-(down|left|up)|check|chevron-(down|left|right)|clock-3|file|monitor|plus|search|trash|x|chevrons-up-down|external-link|cloud-off|hard-drive|pen-line)\.|[\\/]src[\\/]ui[\\/](icon-button|letter-of|modifier|skeleton|page-header|skip-link|sync-chip|avatar|progress-bar)\.|[\\/]src[\\/](app[\\/](palette-keys|screen-actions|use-(first-screen|device|online-events|toasts|watched|website|session)|submissions|unsaved-forms)|offline[\\/](pictures-cache|pending-reason|page-from-device|no-room|outbox-submission))\.|sync-center-open\.|machines[\\/](save-(parts|messages)|online-action|connection[\\/]connection\.operations)|contract[\\/](cache-keys|parsed-by|errors|navigation|blocks[\\/]paths|pending-reason|outbox-entry|calls[\\/](paging|settings|websites)|resources[\\/](local-id|settings)|fields[\\/][\w-]+|settings[\\/](screen|summary(\.gen)?|picture-types|brand-colors|contrast)|blocks[\\/]footer-block|entities[\\/](domain|website|lists|setting))\.|[\\/]db[\\/](cache|fence|overlay|own-saves|secrets|store-error|findable|new-id|outbox-entries|migrate-entry)\./,
            },
            {
              // Definitions that are made of the same few sections: a file of each would hold little more than its name.
              name: landingPages,
              includeDependenciesRecursively: false,
              test: /[\\/]contract[\\/]settings[\\/](landing-banner|profile-page|(projects-index|[\w-]+-landing)-page|(agency|staff)-page-settings)\./,
            },
            {
              // The frame of a website's screens. `tsx?` is the lazy part of a route; the route itself is in the first file.
              name: 'website',
              includeDependenciesRecursively: false,
              test: /[\\/]src[\\/](app[\\/](website-path|shell[\\/](side-nav|website-(layout|problem)))\.|routes[\\/]_app\.website\.\$websiteId\.(\$\.)?tsx\?)|[\\/]icons[\\/](layout-template|megaphone|newspaper|settings)\./,
            },
            {
              // Sync and delivery: all of it loads together, behind the first screen.
              name: 'sync',
              includeDependenciesRecursively: false,
              test: /[\\/]machines[\\/](sync|delivery)[\\/]|[\\/]db[\\/](outbox-writes|merge-entries|file-ties|heads|drop-entry|fold-into-conflict|append|settle|drain|outbox|save-status|conflict-fields)\.|[\\/]src[\\/](offline[\\/](wire-sync)|io[\\/](drain-lock|block-order|mutation-sender))\.|contract[\\/]resources[\\/](bind|record-mutations|settings-mutation|file-mutation)\.|contract[\\/]settings[\\/]index\./,
            },
            {
              // What ends sessions elsewhere, for whoever is signed in, or nobody.
              name: 'revoking',
              includeDependenciesRecursively: false,
              test: /[\\/]machines[\\/](revocation[\\/]|session[\\/]session\.revocation\.)|[\\/]db[\\/]revocations\.|[\\/]src[\\/](app[\\/]wire-revocation|io[\\/](hidden-frame|sessions-offer))\.|contract[\\/](calls[\\/]sessions|entities[\\/]user-session)\./,
            },
            {
              // Schemas and mutations of blocks and files: their screens and the sync share them.
              name: 'blocks-and-files',
              includeDependenciesRecursively: false,
              test: /[\\/]contract[\\/](blocks[\\/]order|picture-size|uploads|(calls|entities)[\\/](blocks?|files?)|resources[\\/](blocks|files|block-mutations|block-settings-mutation|compare-fields|mutation))\.|[\\/]src[\\/]io[\\/]read-blocks\./,
            },
            {
              // What Ark's parts share. Small modules that several of them use would each be a file.
              name: 'ark',
              includeDependenciesRecursively: false,
              test: /[\\/]@zag-js[\\/](anatomy|collection|core|dismissable|dom-query|focus-visible|interact-outside|presence|react|types|utils)[\\/]|[\\/]@ark-ui[\\/]react[\\/]dist[\\/](_virtual|providers|utils|components[\\/](collection|factory|field|presence))|[\\/]src[\\/]ui[\\/](kbd|overlay-style)\.|[\\/]icons[\\/]star\./,
            },
            {
              // Shared by all list screens.
              name: 'list',
              includeDependenciesRecursively: false,
              test: /[\\/]machines[\\/]record-list[\\/]|[\\/]src[\\/]((features[\\/]websites|list)[\\/]|offline[\\/](loaded-pages|use-website-list)\.|ui[\\/](empty-state|pagination|table(-head)?)\.)|[\\/]icons[\\/](app-window|inbox|search-x)\./,
            },
            {
              // Banners and notifications of the shell.
              name: 'notices',
              includeDependenciesRecursively: false,
              test: /[\\/]src[\\/](app[\\/]shell[\\/](app-banners|toasts)|ui[\\/](banner|free-place|toast-region))\.|machines[\\/](app-update[\\/]app-update\.view|toasts[\\/]toasts\.view)\./,
            },
            {
              // The shell's own menus and dialogs. They are fetched ahead as one.
              name: 'overlays',
              includeDependenciesRecursively: false,
              test: /[\\/]src[\\/](app[\\/]shell[\\/](leave-dialog|navigation-drawer|user-menu-panel|website-switcher-panel)|features[\\/](sign-in[\\/](re-sign-in-dialog|sign-out-dialog|describe-sign-out)|sync-center[\\/](sync-(center|section)|device-section|keep-focus|log-(text|section)|describe-entry|queue-entry-card))|form[\\/]use-queue-actions|io[\\/]theme-preference|ui[\\/](drawer|theme-options))\.|machines[\\/]connection[\\/]connection\.view|[\\/]icons[\\/](monitor-smartphone|keyboard|life-buoy|log-out|moon|sun|download)\./,
            },
            {
              // The command palette with its index of fields. It comes behind the first screen.
              name: 'palette',
              includeDependenciesRecursively: false,
              test: /[\\/]src[\\/]features[\\/]palette[\\/]|[\\/]machines[\\/]palette[\\/]|[\\/]contract[\\/]settings[\\/]field-index\.gen\.|[\\/]icons[\\/](building-complex|panels-top-left|sliders-horizontal|zap)\./,
            },
            {
              // The form that settings screens and the block editor share.
              name: 'form',
              includeDependenciesRecursively: false,
              test: /[\\/]machines[\\/]settings-screen[\\/]|[\\/]contract[\\/]settings[\\/](problems|warnings|crawling)\.|[\\/]icons[\\/](undo-2|redo-2)\.|[\\/]src[\\/](form[\\/](form-messages|settings-(body|fields|section|skeleton|field-data)|use-(settings-actor|form-keys)|history-(announcer|buttons)|field-row|parts-on-demand|use-wanted-field)|features[\\/]settings[\\/](catalogue-screen|settings-(route-screen|form)|wire-settings-screen)|offline[\\/](resolve-conflicts|joined-saves)|fields[\\/](registry|brand-colors|field-data|lazy-select|checkbox-field|blank-note|multiline-field|select-field|field-(shell|props|limit)|text-field|text-limit|use-text-limit)|ui[\\/](save-bar|use-in-view|focus-field|section-card|field-marks|textarea))\./,
            },
            {
              // What a form shows in trouble alone. It is fetched ahead as one.
              name: 'trouble',
              includeDependenciesRecursively: false,
              test: /[\\/]src[\\/](form[\\/](conflict-(choice|values)|field-(conflict|pending-mark)|settings-banners)|fields[\\/](value-view|line-diff|list-labels|long-list|color-text)\.|ui[\\/](error-summary|pending-marks?|swatch)\.)|machines[\\/]pending-briefly/,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/api', '/cms', '/sites', '/admin-app', '/files'].map((path) => [path, { target: api, changeOrigin: false }]),
    ),
  },
});
