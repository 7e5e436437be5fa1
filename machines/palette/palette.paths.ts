import { pathPlan } from '../testing/path-plan.ts';
import { paletteMachine } from './palette.machine.ts';
import type { PaletteEntry, PaletteSources } from './palette.types.ts';

const entry = (id: string, label: string, more: Partial<PaletteEntry> = {}): PaletteEntry => ({
  id,
  kind: 'screen',
  label,
  path: 'Appearance',
  key: '',
  words: '',
  help: '',
  reason: null,
  isPinned: false,
  isRecent: false,
  target: { kind: 'screen', websiteId: '5', path: 'design/footer', field: null },
  ...more,
});

export const footerEntry = entry('screen footer', 'Footer');
export const clearCacheEntry = entry('action clearCache', 'Clear cache', {
  kind: 'action',
  reason: 'Clearing the cache needs a connection.',
  target: { kind: 'action', action: 'clearCache' },
});
export const shortcuts = entry('action shortcuts', 'Keyboard shortcuts', {
  kind: 'action',
  target: { kind: 'action', action: 'shortcuts' },
});
export const harbour = entry('website 9', 'Harbour Homes', { kind: 'website', target: { kind: 'website', websiteId: '9' } });

export const sources: PaletteSources = { entries: [footerEntry, clearCacheEntry, shortcuts], uses: {} };

export const palettePaths = pathPlan({
  machine: paletteMachine,
  inputs: [undefined],
  events: [
    { type: 'palette.requested', typed: '' },
    { type: 'palette.requested', typed: 'foo' },
    { type: 'palette.requested', typed: 'keyb' },
    { type: 'palette.requested', typed: 'clear' },
    { type: 'shortcuts.requested' },
    { type: 'close.requested' },
    { type: 'query.typed', query: 'clear' },
    { type: 'text.appended', text: 't' },
    { type: 'entry.pointed', id: footerEntry.id },
    { type: 'choice.requested', id: null },
    { type: 'choice.requested', id: shortcuts.id },
    { type: 'retry.requested' },
    { type: 'xstate.done.actor.loadEntries', output: sources },
    { type: 'xstate.error.actor.loadEntries', error: new Error('broken') },
    { type: 'xstate.after.searchPause.palette.open.ready.settling' },
    { type: 'xstate.done.actor.searchWebsites', output: [harbour] },
    { type: 'xstate.error.actor.searchWebsites', error: new Error('broken') },
    { type: 'xstate.done.actor.openEntry', output: undefined },
    { type: 'xstate.error.actor.openEntry', error: new Error('broken') },
  ],
  distinguish: ({ entries, activeId, isHasty, query }) => [
    entries.length > 0,
    activeId,
    isHasty,
    query.trim() === '',
    query.length < 9 ? query : null,
  ],
});
