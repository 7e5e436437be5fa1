import { shortcutsAction } from '#machines/palette/palette.machine.ts';
import type { OfferedAction } from '#machines/palette/palette.entries.ts';
import type { App } from '#src/app/app.ts';
import { openFlowDrawer } from '#src/app/shell/open-flow-drawer.ts';
import { reportProblem } from '#src/app/problem/report-problem.tsx';
import { requestSyncCenter } from '#src/app/sync-center-open.ts';
import { type FormOffer, type ScreenOffer, screenOffers } from '#src/app/screen-actions.ts';
import { applyThemePreference, themePreferences } from '#src/io/theme-preference.ts';
import { modifier } from '#src/ui/modifier.ts';

interface AppAction extends OfferedAction {
  readonly run: () => void;
}

const colourModes = { system: 'System', light: 'Light', dark: 'Dark' } as const;

/** What can be done on every screen. */
const appActions = (app: App): readonly AppAction[] => [
  ...themePreferences.map((preference) => ({
    id: `theme-${preference}`,
    label: `Colour mode: ${colourModes[preference].toLowerCase()}`,
    detail: '',
    words: 'theme color appearance night day',
    reason: null,
    run: () => applyThemePreference(preference),
  })),
  { id: 'sync', label: 'Open sync centre', detail: '', words: 'offline pending saves', reason: null, run: requestSyncCenter },
  { id: shortcutsAction, label: 'Keyboard shortcuts', detail: '?', words: 'keys help', reason: null, run: () => undefined },
  {
    id: 'flowsBeside',
    label: 'Show state flows beside this screen',
    detail: '',
    words: 'charts machines xstate drawer',
    reason: null,
    run: () => void openFlowDrawer(app),
  },
  {
    id: 'report',
    label: 'Report a problem',
    detail: '',
    words: 'bug error flight recorder download',
    reason: null,
    run: () => void reportProblem(app),
  },
  {
    id: 'support',
    label: 'Contact Support',
    detail: '',
    words: 'help',
    reason: null,
    run: () => void window.open(app.config.supportUrl, '_blank', 'noopener'),
  },
  {
    id: 'signOut',
    label: 'Sign out',
    detail: '',
    words: 'logout leave',
    reason: null,
    run: () => app.session.send({ type: 'signOut.requested' }),
  },
];

/** What screens and the shell offer. Of several forms, the one that was drawn last. */
function offeredActions(offers: readonly ScreenOffer[]): readonly AppAction[] {
  const last = <Kind extends ScreenOffer['kind']>(kind: Kind) =>
    offers.findLast((offer): offer is Extract<ScreenOffer, { readonly kind: Kind }> => offer.kind === kind);
  const [form, preview, cache] = [last('form'), last('preview'), last('clearCache')];
  return [...(form ? formActions(form) : []), ...(preview ? previewAction(preview.address) : []), ...(cache ? [cacheAction(cache)] : [])];
}

function formActions({ cannotSave, undo, redo, act }: FormOffer): readonly AppAction[] {
  const step = (id: 'undo' | 'redo', label: string, words: string, subject: string | null): AppAction => ({
    id,
    label,
    detail: subject ?? '',
    words,
    reason: subject === null ? `There is nothing to ${id}.` : null,
    run: () => act(`${id}.requested`),
  });
  const save: AppAction = {
    id: 'save',
    label: 'Save',
    detail: '',
    words: 'store submit',
    reason: cannotSave ?? null,
    run: () => act('save.requested'),
  };
  return [...(cannotSave === undefined ? [] : [save]), step('undo', 'Undo', 'take back', undo), step('redo', 'Redo', 'again', redo)];
}

function previewAction(address: string | null): readonly AppAction[] {
  if (address === null) return [];
  const run = () => void window.open(address, '_blank', 'noopener');
  return [{ id: 'preview', label: 'Preview website', detail: 'In a new tab', words: 'open view public site', reason: null, run }];
}

const cacheAction = ({ reason, run }: Pick<AppAction, 'reason' | 'run'>): AppAction => ({
  id: 'clearCache',
  label: 'Clear cache',
  detail: '',
  words: 'purge empty',
  reason,
  run,
});

/** Those of the screen first. */
export function paletteActions(app: App): readonly AppAction[] {
  return [...offeredActions([...screenOffers].map((read) => read())), ...appActions(app)];
}

export interface Shortcut {
  readonly keys: readonly string[];
  readonly does: string;
}

/** Every shortcut of the console, by where it works. */
export const shortcutGroups: readonly { readonly title: string; readonly shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: [modifier, 'K'], does: 'Search screens, settings, websites and actions' },
      { keys: ['?'], does: 'Show this list' },
      { keys: ['Esc'], does: 'Close a dialog or a menu' },
    ],
  },
  {
    title: 'In a form',
    shortcuts: [
      { keys: [modifier, 'S'], does: 'Save' },
      { keys: [modifier, 'Z'], does: 'Undo' },
      { keys: [modifier, 'Shift', 'Z'], does: 'Redo' },
    ],
  },
  {
    title: 'In the list of websites',
    shortcuts: [{ keys: ['Alt', 'P'], does: 'Pin or unpin the website' }],
  },
  {
    title: 'In the list of blocks, on a handle',
    shortcuts: [
      { keys: ['Space'], does: 'Lift a block, or put it down' },
      { keys: ['↑', '↓'], does: 'Move the lifted block' },
      { keys: ['Esc'], does: 'Put it back where it was' },
    ],
  },
];
