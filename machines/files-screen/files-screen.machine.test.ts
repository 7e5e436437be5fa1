import type { Disconnection } from '#contract/disconnection.ts';
import { describe, expect, it } from 'vitest';
import { testPaths } from '../testing/test-paths.ts';
import { startMachine } from '../testing/start-machine.ts';
import { filesScreenMachine } from './files-screen.machine.ts';
import { filesScreenPaths, logoDeleted, logoFile, someUsage } from './files-screen.paths.ts';
import { filesScreenView } from './files-screen.view.ts';
import { filesScreenProperties } from './files-screen.properties.ts';

testPaths(filesScreenPaths, filesScreenProperties);

function start(online = true) {
  const run = startMachine(filesScreenMachine, { websiteId: '5', online });
  return { ...run, view: (met: Disconnection | null = null) => filesScreenView(run.actor.getSnapshot(), met) };
}

describe('the storage', () => {
  it('is shown as text, once it is known', async () => {
    const { answer, view } = start();
    expect(view().storage).toMatchObject({ usage: null, isLoading: true });
    await answer('loadUsage', someUsage);
    expect(view().storage).toEqual({ usage: '1.2 GB of 2 GB, 312 of 20,000 files', isLoading: false, level: 'ok', warning: null });
  });

  it.each([
    [{ bytes: 2_000_000_000 }, 'full', 'Your account has no room for more files.'],
    [{ files: 20_000 }, 'full', 'Your account has no room for more files.'],
    [{ files: 1, files_allowed: 0 }, 'full', 'Your account has no room for more files.'],
    [{ bytes: 1_970_000_000 }, 'low', 'Your account has room for only 30 MB more.'],
    [{ files: 19_999 }, 'low', 'Your account has room for only 1 file more.'],
    [{ bytes: 1_800_000_000, files: 18_000 }, 'low', 'Your account has room for only 200 MB and 2,000 files more.'],
    [{ bytes: 1_799_999_999, files: 17_999 }, 'ok', null],
    [{ bytes_allowed: null, files_allowed: null }, 'ok', null],
  ])('says beforehand that room gets short, and what to do: %j', async (usage, level, warning) => {
    const { answer, view } = start();
    await answer('loadUsage', { ...someUsage, ...usage });
    const toDo = 'To make room, delete files that are not used.';
    expect(view().storage).toMatchObject({ level, warning: warning === null ? null : `${warning} ${toDo}` });
  });

  it('without limits is shown without them', async () => {
    const { answer, view } = start();
    await answer('loadUsage', { ...someUsage, bytes_allowed: null, files_allowed: null });
    expect(view().storage.usage).toBe('1.2 GB, 312 files');
  });

  it('keeps its figures where a later reading fails, and is asked again when the connection is back', async () => {
    const { actor, answer, fail, fakes, view } = start();
    await answer('loadUsage', someUsage);
    actor.send({ type: 'connection.lost' });
    actor.send({ type: 'connection.restored' });
    expect(fakes.started).toHaveLength(2);
    await fail('loadUsage');
    expect(view().storage.usage).toBe('1.2 GB of 2 GB, 312 of 20,000 files');
  });
});

describe('a delete', () => {
  it('asks by the name of the file, then shows a toast, loads the usage again and emits where the focus goes', async () => {
    const { actor, answer, emitted, fakes, view } = start();
    await answer('loadUsage', someUsage);
    actor.send({ type: 'delete.requested', file: logoFile });
    expect(fakes.last('confirmDelete').input).toMatchObject({
      item: { websiteId: '5', id: 'logo', label: 'logo.png' },
      labels: { confirm: 'Delete File', text: expect.stringContaining('“logo.png”') },
    });
    await answer('confirmDelete', logoDeleted);
    expect(emitted).toEqual([
      { type: 'toast', toast: { type: 'success', title: 'File deleted', content: '“logo.png” has been deleted.' } },
      { type: 'file.deleted', id: 'logo', focusAfter: 'house' },
    ]);
    expect(view().deleted).toEqual(['logo']);
    expect(fakes.started.filter(({ name }) => name === 'loadUsage')).toHaveLength(2);
    expect(actor.getSnapshot().matches({ dialog: 'closed' })).toBe(true);
  });

  it('emits nothing when it is cancelled', async () => {
    const { actor, answer, emitted } = start();
    actor.send({ type: 'delete.requested', file: logoFile });
    await answer('confirmDelete', { kind: 'cancelled' });
    expect(emitted).toEqual([]);
    expect(actor.getSnapshot().matches({ dialog: 'closed' })).toBe(true);
  });

  it('that was rejected emits that the list may be out of date, once the dialog is closed', async () => {
    const { actor, answer, emitted } = start();
    actor.send({ type: 'delete.requested', file: logoFile });
    await answer('confirmDelete', { kind: 'cancelled', rejected: true });
    expect(emitted).toEqual([{ type: 'delete.rejected' }]);
  });

  it('needs a connection, and says so beforehand', () => {
    const { actor, fakes, view } = start(false);
    expect(view().whyNoDelete).toBe('Deleting a file needs a connection.');
    const foreign = { kind: 'trouble', status: 502, message: '', isForeign: true } as const;
    expect(view(foreign).whyNoDelete).toContain('Deleting a file is possible once the server works again.');
    actor.send({ type: 'delete.requested', file: logoFile });
    expect(fakes.started.some(({ name }) => name === 'confirmDelete')).toBe(false);
    actor.send({ type: 'connection.restored' });
    expect(view().whyNoDelete).toBeNull();
    actor.send({ type: 'connection.lost' });
    expect(view().whyNoDelete).not.toBeNull();
  });

  it('whose dialog is open stays open when the connection goes: the dialog itself shows the error', () => {
    const { actor } = start();
    actor.send({ type: 'delete.requested', file: logoFile });
    actor.send({ type: 'connection.lost' });
    expect(actor.getSnapshot().matches({ dialog: 'open' })).toBe(true);
  });
});
