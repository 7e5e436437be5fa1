import { landingPages } from './definitions.ts';

interface ChunkGroup {
  readonly name: string;
  readonly includeDependenciesRecursively?: boolean;
  /** Of the paths of modules. A test fails where it names one that does not exist: renamed, it would go to another chunk. */
  readonly test: RegExp;
}

/** The chunks of the console that several screens share, in the order in which they take modules. */
export const chunkGroups: readonly ChunkGroup[] = [
  {
    name: 'framework',
    test: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack[\\/](react-router(?!.+useBlocker)|router-core|history|store|react-store)|@xstate)[\\/]/,
  },
  {
    // What generated paths are made of, for the page State flows. Before the groups of the machines, whose folders they stand in.
    name: 'paths',
    includeDependenciesRecursively: false,
    test: /[\\/]machines[\\/]([\w-]+[\\/][\w-]+\.paths\.|testing[\\/]|export[\\/]machine-code\.)|[\\/]state-flows[\\/]machine-paths\./,
  },
  {
    // What only the screens before the sign-in show.
    name: 'sign-in',
    includeDependenciesRecursively: false,
    test: /[\\/]src[\\/](routes[\\/]login\.tsx\?|features[\\/]sign-in[\\/](auth-form|auth-layout|prerendered-form|sign-in-(form|screen)|submit-online)\.|ui[\\/]password-input\.)|machines[\\/](sign-in-form[\\/]|email-problem\.)/,
  },
  {
    // What every screen shows, the sign-in screen included, is in one file: many small ones compress worse, and each is a request.
    name: 'base',
    test: /styled-system[\\/]css[\\/]cx\.|frontage-variants|vite[\\/]preload-helper|[\\/]src[\\/]ui[\\/](button|create-icon|field|field-ids|notice|spinner|checkbox|text-input|control-style|full-screen-spinner|visually-hidden|lazy-component|load-guard)\.|src[\\/]app[\\/]shell[\\/](brand|main)\.|machines[\\/]problem-messages\.|node_modules[\\/]valibot[\\/]|src[\\/]app[\\/](use-(emitted|page-view|after-first-screen|machine-actor)|first-screen|live-actors)\.|[\\/]icons[\\/]eye(-off)?\.|src[\\/]app[\\/]bespoke-paths\.|contract[\\/](api-result|limits|rules|json|upper-first|calls[\\/]define|resources[\\/](paths|places\.gen)|entities[\\/](id|user|session))\./,
  },
  {
    // Small modules that every screen behind the sign-in shares: a file of each would cost more than it holds, and
    // its name stands in the first bundle.
    name: 'shared',
    includeDependenciesRecursively: false,
    test: /useBlocker\.|[\\/]icons[\\/](check|chevron-down|search|chevrons-up-down|external-link|cloud-off|hard-drive|pen-line)\.|[\\/]src[\\/]ui[\\/](icon-button|letter-of|modifier|skeleton|page-header|foot-bar|in-sticky-bar|late-text|skip-link|sync-chip|avatar|progress-bar)\.|[\\/]src[\\/](app[\\/](shell[\\/]overlays|flow-drawer-shown|screen-actions|screen-title|use-(first-screen|client-services|online-events|toasts|watched|website|session)|submissions|unsaved-forms)|offline[\\/](pictures-cache|pending-reason|list-paging|no-room))\.|sync-center-open\.|machines[\\/](save-(parts|messages)|connection[\\/]connection\.(machine|operations))|contract[\\/](web-url|cache-keys|parsed-by|errors|navigation|blocks[\\/]paths|pending-reason|outbox-entry|calls[\\/](paging|settings|websites)|resources[\\/](local-id|settings)|fields[\\/](address|choice|code|color|field|flag|form-fields|id|ids|index|items|line-rules|number|stored-value|text)|settings[\\/](screen|summary(\.gen)?|picture-types)|blocks[\\/]footer-block|entities[\\/](website|lists|setting))\.|[\\/]db[\\/](cache|fence|overlay|confirmed-writes|secrets|store-error|index-fields|new-id|outbox-entries|migrate-entry)\./,
  },
  {
    // Icons of what opens behind the first screen: lists, menus and dialogs share them.
    name: 'icons',
    includeDependenciesRecursively: false,
    test: /[\\/]icons[\\/](arrow-(down|left|up)|chevron-(left|right)|clock-3|file|monitor|plus|trash|x)\./,
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
    test: /[\\/]src[\\/](app[\\/](website-path|shell[\\/](side-nav|website-layout))\.|routes[\\/]_app\.website\.\$websiteId\.(\$\.)?tsx\?)|[\\/]contract[\\/]design-screens\.|[\\/]icons[\\/](layout-template|megaphone|newspaper|settings)\./,
  },
  {
    // Sync and delivery: all of it loads together, behind the first screen.
    name: 'sync',
    includeDependenciesRecursively: false,
    test: /[\\/]machines[\\/](sync|delivery)[\\/]|[\\/]db[\\/](outbox-writes|merge-entries|file-ties|heads|record-head|one-of|parts|patch-with-server-ids|drop-entry|fold-into-conflict|join-conflict|append|carry-over|apply-result|drain|outbox|outbox-parts|save-status|conflict-fields)\.|[\\/]src[\\/](offline[\\/](wire-sync|submit-settings|outbox-submission)|io[\\/](drain-lock|block-order|mutation-sender))\.|contract[\\/]resources[\\/](bind|created-records|record-bodies|record-mutations|settings-mutation|settings-references|file-mutation)\.|contract[\\/]settings[\\/](field-index\.gen|names)\./,
  },
  {
    // What definitions of records are made of, and read by: sync imports the definitions, so it can't have it.
    name: 'definitions',
    includeDependenciesRecursively: false,
    test: /[\\/]contract[\\/](resources[\\/](body|body-schema|define|grouped|hidden-fields|within)|entities[\\/]form-details)\./,
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
    test: /[\\/]contract[\\/](blocks[\\/]order|picture-size|uploads|calls[\\/](blocks|files)|entities[\\/](block|file)|resources[\\/](blocks|files|block-mutations|block-settings-mutation|compare-fields|mutation))\.|[\\/]src[\\/]io[\\/]read-blocks\./,
  },
  {
    // What Ark's parts share. Small modules that several of them use would each be a file.
    name: 'ark',
    includeDependenciesRecursively: false,
    test: /[\\/]@zag-js[\\/](anatomy|collection|core|dismissable|dom-query|focus-visible|interact-outside|presence|react|types|utils)[\\/]|[\\/]@ark-ui[\\/]react[\\/]dist[\\/](_virtual|providers|utils|components[\\/](collection|factory|field|presence))|[\\/]src[\\/]ui[\\/](kbd|overlay-style)\.|[\\/]icons[\\/]star\./,
  },
  {
    // Shared by all list screens. Menus and dialogs of rows load with those that have them: the list of websites has neither.
    name: 'list',
    includeDependenciesRecursively: false,
    test: /[\\/]machines[\\/]record-list[\\/]|[\\/]src[\\/](features[\\/]websites[\\/]|list[\\/](list-screen|row-focus|use-list|use-list-address)\.|offline[\\/](loaded-pages|use-website-list)\.|ui[\\/](empty-state|pagination|table(-head)?)\.)|[\\/]icons[\\/](app-window|inbox|search-x)\./,
  },
  {
    // Banners and notifications of the shell.
    name: 'notices',
    includeDependenciesRecursively: false,
    test: /[\\/]src[\\/](app[\\/](shell[\\/](app-banners|toasts)|wire-app-update)|ui[\\/](banner|free-place|use-free-places|toast-region))\.|machines[\\/](app-update[\\/]app-update\.(machine|view)|toasts[\\/]toasts\.(machine|operations|view))\./,
  },
  {
    // The shell's own menus and dialogs. They are fetched ahead as one.
    name: 'overlays',
    includeDependenciesRecursively: false,
    test: /[\\/]src[\\/](app[\\/]shell[\\/](clear-cache-action|leave-dialog|navigation-drawer|open-flow-drawer|user-menu-panel|website-switcher-panel)|features[\\/](sign-in[\\/](re-sign-in-dialog|sign-out-dialog|describe-sign-out)|sync-center[\\/](sync-(center|section)|device-section|keep-focus|log-(text|section)|describe-entry|outbox-entry-card))|form[\\/]use-outbox-actions|io[\\/]theme-preference|ui[\\/](drawer|theme-options))\.|machines[\\/](online-action[\\/]|connection[\\/]connection\.view)|[\\/]icons[\\/](monitor-smartphone|keyboard|life-buoy|log-out|moon|sun|download|file-exclamation-point|workflow|panel-right)\./,
  },
  {
    // What opens the command palette: behind the first screen, and before the palette itself.
    name: 'search',
    includeDependenciesRecursively: false,
    test: /[\\/]src[\\/]app[\\/](shell[\\/]search|palette-keys)\./,
  },
  {
    // The command palette. It comes behind the first screen; its index of fields is the one by which sync names them.
    name: 'palette',
    includeDependenciesRecursively: false,
    test: /[\\/]src[\\/]features[\\/]palette[\\/]|[\\/]machines[\\/]palette[\\/]|[\\/]icons[\\/](building-complex|panels-top-left|sliders-horizontal|zap)\./,
  },
  {
    // The form that settings screens and the block editor share.
    name: 'form',
    includeDependenciesRecursively: false,
    test: /[\\/]machines[\\/]settings-screen[\\/]|[\\/]contract[\\/]settings[\\/]problems\.|[\\/]icons[\\/](undo-2|redo-2)\.|[\\/]src[\\/](form[\\/](form-messages|search-result-place|settings-(body|fields|section|skeleton)|use-(settings-actor|form-keys|open-conflict|outline|page-form)|history-buttons|field-row|lazy-parts|use-wanted-field)|features[\\/]settings[\\/](catalogue-screen|settings-(route-screen|form)|wire-settings-screen)|offline[\\/](resolve-conflicts|joined-saves)|fields[\\/](registry|brand-colors|field-data|lazy-select|checkbox-field|multiline-field|select-field|field-(shell|limit|outline)|tags|text-field|text-limit)|ui[\\/](save-bar|foot-tray|greatest-height|swatch|use-in-view|focus-field|section-card|field-marks|textarea))\./,
  },
  {
    // The page and the drawer State flows, which few visits open.
    name: 'state-flows',
    includeDependenciesRecursively: false,
    test: /[\\/]src[\\/]features[\\/]state-flows[\\/]|[\\/]machines[\\/](state-flows[\\/]|export[\\/](chart-(json|layout|model|text)|guard-text|load-chart|machine-entries|mermaid|scxml|svg)\.)|[\\/]icons[\\/](zoom-(in|out)|maximize|step-(back|forward)|play|pause|printer|folder-open)\./,
  },
  {
    // Behind the first screen, for every visit.
    name: 'flight-recorder',
    includeDependenciesRecursively: false,
    test: /[\\/]src[\\/]app[\\/](flight-recorder|problem[\\/]report)\.|[\\/]machines[\\/](flight-recorder[\\/]|export[\\/]transitions\.)/,
  },
  {
    // All charts as one: a file of each would be sixty requests of the service worker.
    name: 'charts',
    includeDependenciesRecursively: false,
    test: /[\\/]machines[\\/]export[\\/](charts|layouts)[\\/]/,
  },
  {
    // Charts of screens, which the page State flows opens too: each would be a file of its own.
    name: 'homepage-charts',
    includeDependenciesRecursively: false,
    test: /[\\/]machines[\\/](homepage|block-add|block-mutation)[\\/]/,
  },
  {
    name: 'preview-chart',
    includeDependenciesRecursively: false,
    test: /[\\/]machines[\\/]preview[\\/]/,
  },
  {
    name: 'screen-charts',
    includeDependenciesRecursively: false,
    test: /[\\/]machines[\\/](records-screen|running-rows|frame|end-sessions|delete-confirm|password-reset)[\\/]|[\\/]src[\\/]list[\\/]delete-dialog\./,
  },
  {
    // What a form shows in trouble alone. It is fetched ahead as one.
    name: 'trouble',
    includeDependenciesRecursively: false,
    test: /[\\/]src[\\/](form[\\/](conflict-(picker|values)|field-(conflict|pending-mark)|settings-banners|code-warnings)|fields[\\/](value-view|line-diff|list-labels|long-list|color-text)\.|ui[\\/](error-summary|pending-mark|pending-marks)\.)|machines[\\/]pending-briefly/,
  },
];
