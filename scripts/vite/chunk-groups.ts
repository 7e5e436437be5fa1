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
    test: /[\\/]machines[\\/]([\w-]+[\\/][\w-]+\.paths\.|testing[\\/]|export[\\/]machine-code\.)|[\\/]state-flows[\\/](machine-paths|simulate)\./,
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
    test: /styled-system[\\/]css[\\/]cx\.|frontage-variants|vite[\\/]preload-helper|[\\/]src[\\/]ui[\\/](button|create-icon|field|field-ids|notice|spinner|checkbox|text-input|control-style|full-screen-spinner|visually-hidden|lazy-component)\.|src[\\/]app[\\/](problem[\\/]problem-page|shell[\\/](brand|main))\.|machines[\\/]problem-messages\.|node_modules[\\/]valibot[\\/]|src[\\/]app[\\/](use-(emitted|page-view|after-first-screen|machine-actor)|first-screen|live-actors)\.|[\\/]icons[\\/]eye(-off)?\.|src[\\/]app[\\/]bespoke-paths\.|contract[\\/](api-result|disconnection|limits|rules|calls[\\/]define|resources[\\/](paths|places\.gen)|entities[\\/](id|user|session))\./,
  },
  {
    // Small modules that every screen behind the sign-in shares: a file of each would cost more than it holds, and
    // its name stands in the first bundle.
    name: 'shared',
    includeDependenciesRecursively: false,
    test: /useBlocker\.|[\\/]icons[\\/](brush-cleaning|check|chevron-down|search|chevrons-up-down|external-link|cloud-off|server-off|hard-drive|layout-template|megaphone|menu|newspaper|pen-line|settings)\.|[\\/]src[\\/]ui[\\/](icon-button|shortcut|modifier|skeleton|page-header|after-frame|foot-bar|in-sticky-bar|late-text|skip-link|sync-chip|avatar|progress-bar)\.|[\\/]src[\\/](routes[\\/]_app\.(website\.\$websiteId\.)?tsx\?|features[\\/]sync-center[\\/](chip-view|sync-status)\.)|[\\/]src[\\/](app[\\/](website-path|shell[\\/](app-layout|bar-action|clear-cache-button|leave-guard|overlays|preview-website-link|side-nav|top-bar|user-menu|website-(layout|problem|switcher))|flow-drawer-shown|screen-actions|screen-title|use-(first-screen|client-services|disconnection|online-events|toasts|watched|website|session)|submissions|unsaved-forms)|offline[\\/](current-user|website-source|pictures-cache|pending-reason|list-paging|no-room|saved-draft))\.|sync-center-open\.|machines[\\/](save-(parts|messages)|connection[\\/]connection\.(machine|operations|view)|describe-conflict|disconnection-messages)|contract[\\/](design-screens|folded|json|upper-first|web-url|cache-keys|parsed-by|errors|navigation|blocks[\\/]paths|pending-reason|outbox-entry|calls[\\/](paging|settings|websites)|resources[\\/](local-id|settings)|fields[\\/](address|choice|code|color|field|flag|form-fields|id|ids|index|items|line-rules|number|stored-value|text)|settings[\\/](screen|summary(\.gen)?|picture-types)|blocks[\\/]footer-block|entities[\\/](website|setting))\.|[\\/]db[\\/](known-records|drafts|pending-note|stash|without-saved|cache|epochs|overlay|shared-view|secrets|store-error|index-fields|new-id|outbox-entries|migrate-entry|within)\./,
  },
  {
    // Definitions that are made of the same few sections: a file of each would hold little more than its name.
    name: landingPages,
    includeDependenciesRecursively: false,
    test: /[\\/]contract[\\/]settings[\\/](landing-banner|profile-page|(projects-index|[\w-]+-landing)-page|(agency|staff)-page-settings)\./,
  },
  {
    // Sync and delivery: all of it loads together, after the first screen.
    name: 'sync',
    includeDependenciesRecursively: false,
    test: /[\\/]machines[\\/](sync|delivery)[\\/]|[\\/]db[\\/](base|migrations|outbox-writes|entry-transitions|merge-entries|file-ties|heads|record-head|one-of|parts|patch-with-server-ids|drop-entry|fold-into-conflict|forget-old|join-conflict|join-unseen|append|append-in-worker|append-job|confirmed-writes|save-order|replace-entry|carry-over|adopted-save|adopt-stashed|apply-created|apply-result|save-turns|drain|fence|drain-steps|outbox|outbox-parts|save-status|conflict-fields)\.|[\\/]src[\\/](offline[\\/](wire-sync|submit-settings|outbox-submission)|io[\\/](drain-lock|block-order|mutation-sender))\.|contract[\\/]resources[\\/](bind|created-records|record-bodies|record-mutations|settings-mutation|settings-references|file-mutation)\.|contract[\\/]settings[\\/](field-index\.gen|names)\./,
  },
  {
    // Definitions, schemas and mutations of records, blocks and files: their screens and the sync share them.
    name: 'definitions',
    includeDependenciesRecursively: false,
    test: /[\\/]contract[\\/](resources[\\/]|forms[\\/](form-(field|fields-rules|problems)|merge-form-fields|tags|text-problem)\.|entities[\\/](block|file|form-details|lists|popup|use)\.|calls[\\/](blocks|files|form-(action-test|details)|sitemap)\.|fields[\\/](css-selector|item-rules|json-problem|text-format|video-address)\.|blocks[\\/](block-(hints|screen)|byron|catalogue|minimal|options|order|parts|versatile)\.|frames[\\/]messages\.|(bounded-json|host-name|other-types|picture-end|picture-size|preview-messages|recipients|uploads)\.)|[\\/]src[\\/]io[\\/]read-blocks\.|[\\/]punycode\.js[\\/]|[\\/]css-tree[\\/]/,
  },
  {
    // What ends sessions elsewhere, for whoever is signed in, or nobody.
    name: 'revoking',
    includeDependenciesRecursively: false,
    test: /[\\/]machines[\\/](revocation[\\/]|session[\\/]session\.revocation\.)|[\\/]db[\\/]revocations\.|[\\/]src[\\/](app[\\/]wire-revocation|io[\\/](hidden-frame|sessions-offer))\.|contract[\\/](calls[\\/]sessions|entities[\\/]user-session)\./,
  },
  {
    // Ark's parts that most screens have, and what all of them share. Many small modules that several use would each be a file.
    name: 'ark',
    includeDependenciesRecursively: false,
    test: /[\\/]@zag-js[\\/](anatomy|aria-hidden|collection|combobox|core|dialog|dismissable|dom-query|focus-trap|focus-visible|interact-outside|live-region|menu|popover|popper|presence|react|rect-utils|remove-scroll|tooltip|types|utils)[\\/]|[\\/]@floating-ui[\\/]|[\\/]@ark-ui[\\/]react[\\/]dist[\\/](_virtual|providers|utils|components[\\/](collection|combobox|dialog|factory|field|menu|popover|portal|presence|tooltip))|[\\/]src[\\/]ui[\\/](alert-dialog|attempt-focus|dialog|drawer|kbd|menu|move-items|overlay-style|popover|row-menu|search-list|tooltip)\.|src[\\/]app[\\/]back-from-overlay\.|[\\/]icons[\\/](ellipsis-vertical|list-plus|pencil|star)\./,
  },
  {
    // Shared by all list screens. Menus and dialogs of rows load with those that have them: the list of websites has neither. With the
    // icons that they have too.
    name: 'list',
    includeDependenciesRecursively: false,
    test: /[\\/]machines[\\/]record-list[\\/]|[\\/]src[\\/](features[\\/]websites[\\/]|list[\\/](list-screen|row-focus|selection-bar|use-list|use-list-address)\.|offline[\\/](websites-page|loaded-pages|use-website-list)\.|ui[\\/](badge|empty-state|pagination|table(-head)?)\.|offline[\\/]account-website\.|app[\\/](not-on-device|shell[\\/]account-screen)\.|routes[\\/]_app\.(account\.\$|websites)\.tsx\?)|[\\/]icons[\\/](app-window|arrow-(down|left|up)|chevron-(first|last|left|right)|clock-3|copy(-plus)?|download|file(-exclamation-point)?|inbox|minus|monitor(-smartphone)?|panel-right|plus|search-x|smartphone|tablet|trash|workflow|x)\.|[\\/]node_modules[\\/]dayjs[\\/]/,
  },
  {
    // Banners and notifications of the shell.
    name: 'notices',
    includeDependenciesRecursively: false,
    test: /[\\/]src[\\/](app[\\/](problem[\\/]watch-uncaught|shell[\\/](app-banners|toasts)|wire-app-update)|ui[\\/](banner|reason-tip|toast-region))\.|machines[\\/](app-update[\\/]app-update\.(machine|view)|toasts[\\/]toasts\.(machine|operations|view))\./,
  },
  {
    // The shell's own menus and dialogs. They are fetched ahead as one.
    name: 'overlays',
    includeDependenciesRecursively: false,
    test: /[\\/]src[\\/](app[\\/]shell[\\/](clear-cache-action|leave-dialog|navigation-drawer|open-flow-drawer|user-menu-panel|website-switcher-panel)|features[\\/](sign-in[\\/](re-sign-in-dialog|sign-out-dialog|describe-sign-out)|sync-center[\\/](sync-(center|section)|device-section|keep-focus|log-(text|section)|describe-entry|outbox-entry-card))|form[\\/](use-conflict-known|use-outbox-actions)|io[\\/]theme-preference|ui[\\/]theme-options)\.|[\\/]icons[\\/](keyboard|life-buoy|log-out|moon|sun)\./,
  },
  {
    // What opens the command palette: after the first screen, and before the palette itself.
    name: 'search',
    includeDependenciesRecursively: false,
    test: /[\\/]src[\\/]app[\\/](shell[\\/]search|palette-keys)\./,
  },
  {
    // The command palette. It comes after the first screen; its index of fields is the one by which sync names them.
    name: 'palette',
    includeDependenciesRecursively: false,
    test: /[\\/]src[\\/]features[\\/]palette[\\/]|contract[\\/]settings[\\/](field-details\.gen|searched-fields)\.|[\\/]machines[\\/]palette[\\/]|[\\/]icons[\\/](building-complex|panels-top-left|sliders-horizontal|zap)\./,
  },
  {
    // The form that settings screens and the block editor share.
    name: 'form',
    includeDependenciesRecursively: false,
    test: /[\\/]src[\\/]routes[\\/]_app\.website\.\$websiteId\.\$\.tsx\?|[\\/]machines[\\/]settings-screen[\\/]|[\\/]contract[\\/]settings[\\/]problems\.|[\\/]icons[\\/](undo-2|redo-2|copy)\.|[\\/]src[\\/](form[\\/](form-(code|messages)|settings-(body|fields|section|skeleton)|use-(settings-actor|form-keys|open-conflict|outline|page-form)|history-buttons|field-row|lazy-parts|choice-parts|use-wanted-field)|features[\\/]settings[\\/](catalogue-screen|settings-(route-screen|form)|wire-settings-screen)|offline[\\/](resolve-conflicts|joined-saves)|fields[\\/](registry|brand-colors|field-data|lazy-select|checkbox-field|multiline-field|select-field|field-(shell|limit|outline)|tags|text-field|(use-)?text-limit)|ui[\\/](save-bar|foot-tray|greatest-height|swatch|use-in-view|focus-field|section-card|field-marks|textarea))\./,
  },
  {
    // The page and the drawer State flows, which few visits open.
    name: 'state-flows',
    includeDependenciesRecursively: false,
    test: /[\\/]src[\\/]features[\\/]state-flows[\\/]|[\\/]machines[\\/](state-flows[\\/]|export[\\/](action-(effects|text)|chart-(diff|json|layout|model|pairs|text)|declared-effects|formats|guard-text|load-chart|machine-(entries|map)|collapse-chart|passings|mermaid|scxml|sequence-text|svg)\.)|[\\/]icons[\\/](zoom-(in|out)|maximize|step-(back|forward)|play|pause|printer|folder-open|chevrons-down-up|list|waypoints|chart-network)\./,
  },
  {
    // After the first screen, for every visit.
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
    name: 'screen-charts',
    includeDependenciesRecursively: false,
    test: /[\\/]machines[\\/](online-action|records-screen|running-rows|frame|end-sessions|delete-confirm|homepage|block-add|block-mutation|preview)[\\/]|machines[\\/]arranging\.|[\\/]src[\\/]list[\\/]delete-dialog\./,
  },
  {
    // Before the sign-in.
    name: 'password-charts',
    includeDependenciesRecursively: false,
    test: /[\\/]machines[\\/]password-reset[\\/]/,
  },
  {
    // Fields that hold pictures and other files.
    name: 'files',
    includeDependenciesRecursively: false,
    test: /[\\/]src[\\/](fields[\\/](file-field|image-(items|tile)|images-field)|form[\\/](files-data|use-file-field|use-object-url)|offline[\\/]seen-pictures|ui[\\/](file-drop|picture-(add|grid|store|tile)|stored-picture|use-drop-zone))\.|machines[\\/]upload[\\/]upload\.view\.|[\\/]icons[\\/](image(-plus)?|upload)\./,
  },
  {
    // The preview beside a form or the homepage, and the blocks that it shows.
    name: 'preview',
    includeDependenciesRecursively: false,
    test: /[\\/]src[\\/](preview[\\/](beside-preview|preview-(frame|pane|place)|unsaved-edits|use-preview)\.|ui[\\/]use-debounced\.|offline[\\/](page-pictures|plan-block-change|submit-block|blocks-source|preview-source|homepage-sources)\.|form[\\/]load-failure\.)|contract[\\/](forms[\\/]preview-form|entities[\\/]preview|calls[\\/]preview)\.|[\\/]db[\\/]blocks-overlay\.|[\\/]icons[\\/](columns-3|pencil-line|picture-in-picture-2|rotate-cw)\./,
  },
  {
    // Rows that are put in order: blocks, and items of a field.
    name: 'sortable',
    includeDependenciesRecursively: false,
    test: /[\\/]@dnd-kit[\\/]|[\\/]src[\\/]ui[\\/]sortable[\\/]|[\\/]icons[\\/]grip-vertical\./,
  },
  {
    // What fields say about their values besides what is wrong, and two definitions that others are made of.
    name: 'hints',
    includeDependenciesRecursively: false,
    test: /[\\/]contract[\\/]settings[\\/](brand-colors|company-branding|contrast(-warnings)?|hints|seo|theme-colors|unset|voids)\./,
  },
  {
    // Lists of records.
    name: 'records',
    includeDependenciesRecursively: false,
    test: /[\\/]src[\\/](features[\\/]records[\\/](record-(link|cells|filter)|move-records|dialog-at|download-button|row-action-button|records-(columns|deletion|labels|list|screen)|use-(follow-id|running-rows|record-route|records-source)|wire-records)\.|offline[\\/](record-(readings|reads)|records-(beside|on-device|source)|submit-record)\.|io[\\/]download-file\.)|[\\/]db[\\/]records(-overlay)?\.|[\\/]icons[\\/](chart-column|refresh-cw|send)\./,
  },
  {
    // What only some forms have: small fields, records and files that a field chooses, the outline of a long one, and what a form shows in
    // trouble alone. Lists of records have some of it too.
    name: 'fields',
    includeDependenciesRecursively: false,
    test: /[\\/]src[\\/](form[\\/](conflict-(picker|values)|form-fields-diff|field-(conflict|pending-mark)|settings-banners|shown-messages|code-warnings)|fields[\\/](value-view|line-diff|list-labels|long-list|color-text)\.|ui[\\/](error-summary|pending-mark|pending-marks|uncover-focused)\.)|machines[\\/]pending-briefly|[\\/]node_modules[\\/]diff[\\/]|contract[\\/]calls[\\/]lists\.|[\\/]src[\\/](fields[\\/](choice-field|choices-failed|color-row|no-choices|not-available|number-field|radio-field|range-field|secret-field|theme-color-field|toggle-field)|form[\\/](choices-data|field-table(-cell)?|form-outline|use-choices)|offline[\\/](choice(-source)?|describe-stored|pending-choices|sources-of|upload-source)|ui[\\/](number-(input|text)|pill-toggle|radio-group|radios|range-input|segmented|switch(-input)?))\./,
  },
];
