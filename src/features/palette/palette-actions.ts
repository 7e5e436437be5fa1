import { shortcutsAction } from '#machines/palette/palette.machine.ts';
import type { OfferedAction } from '#machines/palette/palette.entries.ts';
import type { App } from '#src/app/app.ts';
import { requestSyncCenter } from '#src/app/sync-center-open.ts';
import { offeredActions, type ScreenAction } from '#src/app/screen-actions.ts';
import { applyThemePreference, themePreferences } from '#src/io/theme-preference.ts';
import { modifier } from '#src/ui/modifier.ts';

type Named = Pick<OfferedAction, 'label' | 'words'>;

/** What the palette calls the actions that screens offer. */
const offered: Readonly<Record<ScreenAction['id'], Named>> = {
  save: { label: 'Save', words: 'store submit' },
  undo: { label: 'Undo', words: 'take back' },
  redo: { label: 'Redo', words: 'again' },
  preview: { label: 'Preview website', words: 'open view public site' },
  clearCache: { label: 'Clear cache', words: 'purge empty' },
};

interface AppAction extends OfferedAction {
  readonly run: () => void;
}

const colourModes = { system: 'System', light: 'Light', dark: 'Dark' } as const;

/** What can be done on every screen. */
const appActions = ({ session, config }: App): readonly AppAction[] => [
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
    id: 'support',
    label: 'Contact Support',
    detail: '',
    words: 'help',
    reason: null,
    run: () => void window.open(config.supportUrl, '_blank', 'noopener'),
  },
  {
    id: 'signOut',
    label: 'Sign out',
    detail: '',
    words: 'logout leave',
    reason: null,
    run: () => session.send({ type: 'signOut.requested' }),
  },
];

/** Those of the screen first. */
export function paletteActions(app: App): readonly AppAction[] {
  const ofScreen = offeredActions().map(({ id, reason, detail = '', run }) => ({ id, ...offered[id], detail, reason, run }));
  const order = Object.keys(offered);
  return [...ofScreen.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id)), ...appActions(app)];
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
