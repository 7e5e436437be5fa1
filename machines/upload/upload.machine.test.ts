import { describe, expect, it } from 'vitest';
import { testPaths } from '../testing/test-paths.ts';
import { startMachine } from '../testing/start-machine.ts';
import { uploadMachine } from './upload.machine.ts';
import { uploadPaths } from './upload.paths.ts';
import { uploadView } from './upload.view.ts';
import { uploadProperties } from './upload.properties.ts';

testPaths(uploadPaths, uploadProperties);

const picture = { source: 'device', id: 'local:1' } as const;
const pending = { kind: 'known', info: { name: 'logo.png', picture }, isPending: true };
const onServer = { kind: 'known', info: { name: 'old.png', picture: null }, isPending: false };

async function start(fileId: string | null = null, storedId = fileId) {
  const run = startMachine(uploadMachine, { websiteId: '5', settingKey: 'favicon', fileId, storedId });
  if (fileId !== null) await run.answer('describeFile', fileId.startsWith('local:') ? pending : onServer);
  return { ...run, view: () => uploadView(run.actor.getSnapshot()) };
}
type Run = Awaited<ReturnType<typeof start>>;

async function choose({ actor, answer }: Run, fileId = 'local:1'): Promise<void> {
  actor.send({ type: 'file.chosen', handle: 'h1' });
  await answer('checkFile', { problem: null });
  await answer('storeFile', { kind: 'stored', fileId });
  await answer('describeFile', pending);
}

describe('the file of a field', () => {
  it('is in the form as soon as it is stored on this device, and followed until it is sent', async () => {
    const run = await start();
    expect(run.view().status).toBe('empty');
    await choose(run);
    expect(run.emitted).toEqual([{ type: 'file.changed', fileId: 'local:1' }]);
    run.actor.send({ type: 'upload.progressed', percent: 40 });
    expect(run.view()).toMatchObject({ status: 'uploading', percent: 40, canCancel: true });
    run.actor.send({ type: 'upload.progressed', percent: 80 });
    expect(run.view()).toMatchObject({ status: 'uploading', percent: 80 });
    run.actor.send({ type: 'upload.sent', fileId: 'f2', remarks: ['A script was removed.'] });
    const info = { name: 'logo.png', picture, remarks: ['A script was removed.'] };
    expect(run.view()).toMatchObject({ status: 'ready', info, canCancel: false });
  });

  it('is replaced by another that is chosen while it is unsaved', async () => {
    const run = await start();
    await choose(run);
    expect(run.fakes.last('storeFile').input).toMatchObject({ replaces: null });
    await choose(run, 'local:2');
    expect(run.fakes.last('storeFile').input).toMatchObject({ replaces: 'local:1' });
  });

  it("stays the same file under the server's id, and is not looked up again", async () => {
    const run = await start();
    await choose(run);
    run.actor.send({ type: 'upload.sent', fileId: 'f2' });
    const lookedUp = run.fakes.started.length;
    run.actor.send({ type: 'value.given', fileId: 'f2', storedId: null });
    expect(run.view().status).toBe('ready');
    expect(run.fakes.started).toHaveLength(lookedUp);
  });

  it('is not uploading before a tab has begun to send it', async () => {
    const run = await start();
    run.actor.send({ type: 'file.chosen', handle: 'h1' });
    expect(run.view().status).toBe('loading');
    await run.answer('checkFile', { problem: null });
    await run.answer('storeFile', { kind: 'stored', fileId: 'local:1' });
    await run.answer('describeFile', pending);
    expect(run.view()).toMatchObject({ status: 'pending', info: { picture }, canCancel: true });
    expect((await start('local:1', null)).view().status).toBe('pending');
  });

  it('waits on this device and goes on when it can', async () => {
    const run = await start();
    await choose(run);
    run.actor.send({ type: 'upload.waited' });
    expect(run.view()).toMatchObject({ status: 'pending', info: { picture } });
    run.actor.send({ type: 'upload.progressed', percent: 10 });
    expect(run.view()).toMatchObject({ status: 'uploading', percent: 10 });
  });

  it('stays as it was when a chosen file is not accepted, with the reason until the next choice', async () => {
    const run = await start('f1');
    run.actor.send({ type: 'file.chosen', handle: 'h1' });
    await run.answer('checkFile', { problem: 'Accepted file extensions (.png).' });
    await run.answer('describeFile', onServer);
    expect(run.emitted).toEqual([]);
    expect(run.view()).toMatchObject({ status: 'ready', info: { name: 'old.png' }, problem: 'Accepted file extensions (.png).' });
    run.actor.send({ type: 'file.chosen', handle: 'h2' });
    expect(run.view().problem).toBeNull();
  });

  it('is the one from before after Cancel, and the upload leaves the outbox', async () => {
    const run = await start('f1');
    await choose(run);
    run.actor.send({ type: 'upload.cancelled' });
    expect(run.emitted.slice(-2)).toEqual([
      { type: 'file.changed', fileId: 'f1' },
      { type: 'file.dropped', fileId: 'local:1' },
    ]);
    expect(run.fakes.last('dropUpload').input).toEqual({ fileId: 'local:1' });
    await run.answer('dropUpload', undefined);
    await run.answer('describeFile', onServer);
    expect(run.view()).toMatchObject({ status: 'ready', info: { name: 'old.png' } });
  });

  it('is the stored one after Cancel, also where the screen was opened with the unsaved file', async () => {
    const run = await start('local:1', 'f1');
    run.actor.send({ type: 'upload.cancelled' });
    expect(run.emitted[0]).toEqual({ type: 'file.changed', fileId: 'f1' });
  });

  it('never returns to a file that another one has replaced', async () => {
    const run = await start('f1');
    await choose(run);
    await choose(run, 'local:2');
    expect(run.emitted.slice(-2)).toEqual([
      { type: 'file.changed', fileId: 'local:2' },
      { type: 'file.dropped', fileId: 'local:1' },
    ]);
    run.actor.send({ type: 'upload.cancelled' });
    expect(run.emitted.slice(-2)).toEqual([
      { type: 'file.changed', fileId: 'f1' },
      { type: 'file.dropped', fileId: 'local:2' },
    ]);
  });

  it('leaves the form, and not the outbox, while a save names it', async () => {
    const run = await start('local:1', 'local:1');
    expect(run.view()).toMatchObject({ status: 'pending', canCancel: false });
    run.actor.send({ type: 'file.removed' });
    expect(run.emitted).toEqual([{ type: 'file.changed', fileId: null }]);
    expect(run.view().status).toBe('empty');
  });

  it('shows why the server rejected it, and tries again', async () => {
    const run = await start();
    await choose(run);
    run.actor.send({ type: 'upload.rejected', message: 'It is damaged.' });
    expect(run.view()).toMatchObject({ status: 'error', message: 'It is damaged.', canRetry: true, canCancel: true });
    run.actor.send({ type: 'retry.requested' });
    await run.answer('retryUpload', undefined);
    await run.answer('describeFile', pending);
    expect(run.view()).toMatchObject({ status: 'pending', message: null });
  });

  it('keeps the chosen file in memory when this device is full', async () => {
    const run = await start();
    run.actor.send({ type: 'file.chosen', handle: 'h1' });
    await run.answer('checkFile', { problem: null });
    await run.answer('storeFile', { kind: 'failed', message: 'This device is out of space.' });
    expect(run.view()).toMatchObject({ status: 'error', message: 'This device is out of space.' });
    run.actor.send({ type: 'retry.requested' });
    expect(run.fakes.last('storeFile').input).toMatchObject({ handle: 'h1' });
    await run.answer('storeFile', { kind: 'failed', message: 'This device is out of space.' });
    run.actor.send({ type: 'upload.cancelled' });
    expect([run.view().status, run.emitted]).toEqual(['empty', []]);
  });

  it('has to be chosen again when it was discarded in the sync centre', async () => {
    const run = await start();
    await choose(run);
    run.actor.send({ type: 'upload.dropped', message: 'Choose it again.' });
    expect(run.view()).toMatchObject({ status: 'missing', message: 'Choose it again.' });
  });

  it('is none after Remove', async () => {
    const run = await start('f1');
    run.actor.send({ type: 'file.removed' });
    expect(run.emitted).toEqual([{ type: 'file.changed', fileId: null }]);
    expect(run.view()).toMatchObject({ status: 'empty', info: null });
  });
});
