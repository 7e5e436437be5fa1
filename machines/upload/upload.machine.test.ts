import { describe, expect, it } from 'vitest';
import { checkPaths } from '../testing/check-paths.ts';
import { startMachine } from '../testing/start-machine.ts';
import { uploadMachine } from './upload.machine.ts';
import { uploadPaths } from './upload.paths.ts';
import { uploadView } from './upload.view.ts';

checkPaths(uploadPaths);

const picture = { source: 'device', id: 'local:1' } as const;
const onItsWay = { kind: 'known', info: { name: 'logo.png', picture }, onItsWay: true };
const stored = { kind: 'known', info: { name: 'old.png', picture: null }, onItsWay: false };

async function start(fileId: string | null = null, storedId = fileId) {
  const run = startMachine(uploadMachine, { websiteId: '5', settingKey: 'favicon', fileId, storedId });
  if (fileId !== null) await run.answer('describeFile', fileId.startsWith('local:') ? onItsWay : stored);
  return { ...run, view: () => uploadView(run.actor.getSnapshot()) };
}
type Run = Awaited<ReturnType<typeof start>>;

async function choose({ actor, answer }: Run, fileId = 'local:1'): Promise<void> {
  actor.send({ type: 'file.chosen', handle: 'h1' });
  await answer('checkFile', { problem: null });
  await answer('keepFile', { kind: 'kept', fileId });
  await answer('describeFile', onItsWay);
}

describe('the file of a field', () => {
  it('is named by the form as soon as it is safe on the device, and followed until it is sent', async () => {
    const run = await start();
    expect(run.view().status).toBe('empty');
    await choose(run);
    expect(run.emitted).toEqual([{ type: 'file.changed', fileId: 'local:1' }]);
    run.actor.send({ type: 'upload.progressed', percent: 40 });
    expect(run.view()).toMatchObject({ status: 'uploading', percent: 40, canCancel: true });
    run.actor.send({ type: 'upload.sent', fileId: 'f2' });
    expect(run.view()).toMatchObject({ status: 'ready', info: { name: 'logo.png', picture }, canCancel: false });
  });

  it('gives its place to another that is chosen while it is unsaved, and says which', async () => {
    const run = await start();
    await choose(run);
    expect(run.fakes.last('keepFile').input).toMatchObject({ replaces: null });
    await choose(run, 'local:2');
    expect(run.fakes.last('keepFile').input).toMatchObject({ replaces: 'local:1' });
  });

  it("takes the server's id for its own, and looks nothing up again", async () => {
    const run = await start();
    await choose(run);
    run.actor.send({ type: 'upload.sent', fileId: 'f2' });
    const lookedUp = run.fakes.started.length;
    run.actor.send({ type: 'value.given', fileId: 'f2', storedId: null });
    expect(run.view().status).toBe('ready');
    expect(run.fakes.started).toHaveLength(lookedUp);
  });

  it('is not said to be uploading before a tab has begun to send it', async () => {
    const run = await start();
    run.actor.send({ type: 'file.chosen', handle: 'h1' });
    expect(run.view().status).toBe('loading');
    await run.answer('checkFile', { problem: null });
    await run.answer('keepFile', { kind: 'kept', fileId: 'local:1' });
    await run.answer('describeFile', onItsWay);
    expect(run.view()).toMatchObject({ status: 'kept', info: { picture }, canCancel: true });
    expect((await start('local:1', null)).view().status).toBe('kept');
  });

  it('waits on the device and goes on when it can', async () => {
    const run = await start();
    await choose(run);
    run.actor.send({ type: 'upload.waited' });
    expect(run.view()).toMatchObject({ status: 'kept', info: { picture } });
    run.actor.send({ type: 'upload.progressed', percent: 10 });
    expect(run.view()).toMatchObject({ status: 'uploading', percent: 10 });
  });

  it('is left as it was by a file that is not taken, with the reason until the next choice', async () => {
    const run = await start('f1');
    run.actor.send({ type: 'file.chosen', handle: 'h1' });
    await run.answer('checkFile', { problem: 'Accepted file extensions (.png).' });
    await run.answer('describeFile', stored);
    expect(run.emitted).toEqual([]);
    expect(run.view()).toMatchObject({ status: 'ready', info: { name: 'old.png' }, problem: 'Accepted file extensions (.png).' });
    run.actor.send({ type: 'file.chosen', handle: 'h2' });
    expect(run.view().problem).toBeNull();
  });

  it('is what it was before after Cancel, and the upload leaves the queue', async () => {
    const run = await start('f1');
    await choose(run);
    run.actor.send({ type: 'upload.cancelled' });
    expect(run.emitted.slice(-2)).toEqual([
      { type: 'file.changed', fileId: 'f1' },
      { type: 'file.dropped', fileId: 'local:1' },
    ]);
    expect(run.fakes.last('dropUpload').input).toEqual({ fileId: 'local:1' });
    await run.answer('dropUpload', undefined);
    await run.answer('describeFile', stored);
    expect(run.view()).toMatchObject({ status: 'ready', info: { name: 'old.png' } });
  });

  it('is what is stored after Cancel, though the screen was opened with the unsaved file', async () => {
    const run = await start('local:1', 'f1');
    run.actor.send({ type: 'upload.cancelled' });
    expect(run.emitted[0]).toEqual({ type: 'file.changed', fileId: 'f1' });
  });

  it('is never led back to a file whose place another one took', async () => {
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

  it('can be taken out of the form, and not out of the queue, while a save names it', async () => {
    const run = await start('local:1', 'local:1');
    expect(run.view()).toMatchObject({ status: 'kept', canCancel: false });
    run.actor.send({ type: 'file.removed' });
    expect(run.emitted).toEqual([{ type: 'file.changed', fileId: null }]);
    expect(run.view().status).toBe('empty');
  });

  it('tells why the server did not take it, and tries again', async () => {
    const run = await start();
    await choose(run);
    run.actor.send({ type: 'upload.refused', message: 'It is damaged.' });
    expect(run.view()).toMatchObject({ status: 'failed', message: 'It is damaged.', canRetry: true, canCancel: true });
    run.actor.send({ type: 'retry.requested' });
    await run.answer('retryUpload', undefined);
    await run.answer('describeFile', onItsWay);
    expect(run.view()).toMatchObject({ status: 'kept', message: null });
  });

  it('keeps a chosen file at hand when the device is full', async () => {
    const run = await start();
    run.actor.send({ type: 'file.chosen', handle: 'h1' });
    await run.answer('checkFile', { problem: null });
    await run.answer('keepFile', { kind: 'failed', message: 'This device is out of space.' });
    expect(run.view()).toMatchObject({ status: 'failed', message: 'This device is out of space.' });
    run.actor.send({ type: 'retry.requested' });
    expect(run.fakes.last('keepFile').input).toMatchObject({ handle: 'h1' });
    await run.answer('keepFile', { kind: 'failed', message: 'This device is out of space.' });
    run.actor.send({ type: 'upload.cancelled' });
    expect([run.view().status, run.emitted]).toEqual(['empty', []]);
  });

  it('asks for a file again that was discarded in the sync centre', async () => {
    const run = await start();
    await choose(run);
    run.actor.send({ type: 'upload.dropped', message: 'Choose it again.' });
    expect(run.view()).toMatchObject({ status: 'lost', message: 'Choose it again.' });
  });

  it('holds nothing after Remove', async () => {
    const run = await start('f1');
    run.actor.send({ type: 'file.removed' });
    expect(run.emitted).toEqual([{ type: 'file.changed', fileId: null }]);
    expect(run.view()).toMatchObject({ status: 'empty', info: null });
  });
});
