import { describe, expect, it } from 'vitest';
import { testPaths } from '../testing/test-paths.ts';
import { startMachine } from '../testing/start-machine.ts';
import { paletteMachine } from './palette.machine.ts';
import { clearCacheEntry, footerEntry, harbour, palettePaths, shortcuts, sources } from './palette.paths.ts';
import { paletteView } from './palette.view.ts';
import { paletteProperties } from './palette.properties.ts';

testPaths(palettePaths, paletteProperties);

function start() {
  const run = startMachine(paletteMachine);
  return { ...run, view: () => paletteView(run.actor.getSnapshot()) };
}

async function opened(typed = '') {
  const run = start();
  run.actor.send({ type: 'palette.requested', typed });
  await run.answer('loadEntries', sources);
  return run;
}

describe('the palette', () => {
  it('keeps every key that came before its entries, Enter included', async () => {
    const { actor, answer, fakes, view } = start();
    actor.send({ type: 'palette.requested', typed: 'fo' });
    actor.send({ type: 'text.appended', text: 'o' });
    actor.send({ type: 'choice.requested', id: null });
    expect(view()).toMatchObject({ status: 'loading', query: 'foo' });
    await answer('loadEntries', sources);
    expect(fakes.last('openEntry').input).toEqual({ entry: footerEntry });
    expect(view().status).toBe('closed');
  });

  it('marks what matched, and what is pointed at', async () => {
    const { actor, view } = await opened();
    expect(view().groups.map(({ title }) => title)).toEqual(['Actions', 'Screens']);
    expect(view().activeId).toBe(shortcuts.id);
    actor.send({ type: 'entry.pointed', id: footerEntry.id });
    expect(view().activeId).toBe(footerEntry.id);
    actor.send({ type: 'entry.pointed', id: shortcuts.id });
    expect(view().activeId).toBe(shortcuts.id);
    actor.send({ type: 'query.typed', query: 'ks' });
    expect(view().groups[0]?.options).toMatchObject([
      {
        label: 'Keyboard shortcuts',
        isActive: true,
        marks: [
          [0, 1],
          [9, 10],
        ],
      },
    ]);
  });

  it('says at an entry why it can not be chosen, and stays open', async () => {
    const { actor, fakes, view } = await opened();
    actor.send({ type: 'choice.requested', id: clearCacheEntry.id });
    expect(view()).toMatchObject({ status: 'ready', reason: clearCacheEntry.reason, announcement: clearCacheEntry.reason });
    expect(fakes.started.some(({ name }) => name === 'openEntry')).toBe(false);
    actor.send({ type: 'entry.pointed', id: footerEntry.id });
    expect(view().reason).toBeNull();
  });

  it('says so of an Enter that came too early, and does not choose what is pointed at afterwards', async () => {
    const { actor, answer, fakes, view } = start();
    actor.send({ type: 'palette.requested', typed: 'clear' });
    actor.send({ type: 'choice.requested', id: null });
    await answer('loadEntries', sources);
    expect(view()).toMatchObject({ status: 'ready', reason: clearCacheEntry.reason });
    actor.send({ type: 'query.typed', query: 'foo' });
    actor.send({ type: 'entry.pointed', id: footerEntry.id });
    expect(fakes.started.some(({ name }) => name === 'openEntry')).toBe(false);
  });

  it('adds websites that the server finds, and leaves the active entry', async () => {
    const { actor, answer, clock, view } = await opened();
    actor.send({ type: 'query.typed', query: 'harb' });
    expect(view()).toMatchObject({ isEmpty: true, announcement: 'Nothing matches “harb”.' });
    clock.increment(200);
    await answer('searchWebsites', [harbour, harbour]);
    expect(view()).toMatchObject({ isEmpty: false, activeId: harbour.id });
  });

  it('opens the sheet of shortcuts by its entry, and closes on the key that opened it', async () => {
    const { actor, view } = await opened();
    actor.send({ type: 'choice.requested', id: shortcuts.id });
    expect(view().status).toBe('shortcuts');
    actor.send({ type: 'palette.requested', typed: '' });
    expect(view().status).toBe('loading');
    actor.send({ type: 'palette.requested', typed: '' });
    expect(view().status).toBe('closed');
  });

  it('says in a toast what could not be opened', async () => {
    const { actor, emitted, fail, view } = await opened('foot');
    actor.send({ type: 'choice.requested', id: null });
    await fail('openEntry');
    expect(view().status).toBe('closed');
    expect(emitted).toMatchObject([{ type: 'toast', toast: { content: '“Footer” could not be opened. Please try again.' } }]);
  });
});
