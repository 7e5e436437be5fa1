import { describe, expect, it } from 'vitest';
import { checkPaths } from '../testing/check-paths.ts';
import { startMachine } from '../testing/start-machine.ts';
import { filesScreenMachine } from './files-screen.machine.ts';
import { filesScreenPaths, logoDeleted, logoFile, someUsage } from './files-screen.paths.ts';
import { filesScreenView } from './files-screen.view.ts';

checkPaths(filesScreenPaths);

function start(online = true) {
  const run = startMachine(filesScreenMachine, { websiteId: '5', online });
  return { ...run, view: () => filesScreenView(run.actor.getSnapshot()) };
}

describe('the storage', () => {
  it('is told in words, once it is known', async () => {
    const { answer, view } = start();
    expect(view().usage).toBeNull();
    await answer('loadUsage', someUsage);
    expect(view()).toMatchObject({ usage: '1.2 GB of 2 GB, 312 of 20,000 files', isFull: false });
  });

  it.each([
    [{ ...someUsage, bytes: 2_000_000_000 }, true],
    [{ ...someUsage, files: 20_000 }, true],
    [{ ...someUsage, bytes_allowed: null, files_allowed: null }, false],
  ])('is full where one of its limits is reached: %j', async (usage, isFull) => {
    const { answer, view } = start();
    await answer('loadUsage', usage);
    expect(view().isFull).toBe(isFull);
  });

  it('without limits is told without them', async () => {
    const { answer, view } = start();
    await answer('loadUsage', { ...someUsage, bytes_allowed: null, files_allowed: null });
    expect(view().usage).toBe('1.2 GB, 312 files');
  });

  it('keeps its figures where a later reading fails, and is asked again when the connection is back', async () => {
    const { actor, answer, fail, fakes, view } = start();
    await answer('loadUsage', someUsage);
    actor.send({ type: 'connection.lost' });
    actor.send({ type: 'connection.restored' });
    expect(fakes.started).toHaveLength(2);
    await fail('loadUsage');
    expect(view().usage).toBe('1.2 GB of 2 GB, 312 of 20,000 files');
  });
});

describe('a delete', () => {
  it('asks by the name of the file, then tells, reads the storage anew and says where the focus goes', async () => {
    const { actor, answer, emitted, fakes } = start();
    await answer('loadUsage', someUsage);
    actor.send({ type: 'delete.requested', file: logoFile });
    expect(fakes.last('confirmDelete').input).toMatchObject({
      item: { websiteId: '5', id: 'logo', label: 'logo.png' },
      words: { confirm: 'Delete File', text: expect.stringContaining('“logo.png”') },
    });
    await answer('confirmDelete', logoDeleted);
    expect(emitted).toEqual([
      { type: 'toast', toast: { type: 'success', title: 'File deleted', content: '“logo.png” has been deleted.' } },
      { type: 'file.deleted', id: 'logo', focusAfter: 'house' },
    ]);
    expect(fakes.started.filter(({ name }) => name === 'loadUsage')).toHaveLength(2);
    expect(actor.getSnapshot().matches({ dialog: 'closed' })).toBe(true);
  });

  it('that is given up tells nothing', async () => {
    const { actor, answer, emitted } = start();
    actor.send({ type: 'delete.requested', file: logoFile });
    await answer('confirmDelete', { kind: 'cancelled' });
    expect(emitted).toEqual([]);
    expect(actor.getSnapshot().matches({ dialog: 'closed' })).toBe(true);
  });

  it('needs a connection, and says so beforehand', () => {
    const { actor, fakes, view } = start(false);
    expect(view().whyNoDelete).toBe('Deleting a file needs a connection.');
    actor.send({ type: 'delete.requested', file: logoFile });
    expect(fakes.started.some(({ name }) => name === 'confirmDelete')).toBe(false);
    actor.send({ type: 'connection.restored' });
    expect(view().whyNoDelete).toBeNull();
    actor.send({ type: 'connection.lost' });
    expect(view().whyNoDelete).not.toBeNull();
  });

  it('whose question is open stays open when the connection goes: the dialog itself says what failed', () => {
    const { actor } = start();
    actor.send({ type: 'delete.requested', file: logoFile });
    actor.send({ type: 'connection.lost' });
    expect(actor.getSnapshot().matches({ dialog: 'asking' })).toBe(true);
  });
});
