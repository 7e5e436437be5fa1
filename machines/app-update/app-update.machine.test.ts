import { describe, expect, it } from 'vitest';
import { testPaths } from '../testing/test-paths.ts';
import { startMachine } from '../testing/start-machine.ts';
import { appUpdateMachine } from './app-update.machine.ts';
import { appUpdatePaths } from './app-update.paths.ts';
import { appUpdateView } from './app-update.view.ts';
import { appUpdateProperties } from './app-update.properties.ts';

testPaths(appUpdatePaths, appUpdateProperties);

function start(input = { online: true, reloadedForChunk: false }) {
  const run = startMachine(appUpdateMachine, input);
  return { ...run, view: () => appUpdateView(run.actor.getSnapshot()) };
}

describe('a new version', () => {
  it('waits while a form is dirty or a row is being sent', () => {
    const { actor, fakes, view } = start();
    actor.send({ type: 'work.began', work: 'form' });
    actor.send({ type: 'work.began', work: 'sending' });
    actor.send({ type: 'update.found' });
    expect(view()).toMatchObject({ status: 'available', canUpdate: true });
    actor.send({ type: 'update.requested' });
    expect(view()).toMatchObject({ status: 'waiting', reason: 'Save or discard your changes first.' });
    actor.send({ type: 'work.ended', work: 'form' });
    expect(view().reason).toBe('Changes are being sent.');
    expect(fakes.started).toHaveLength(0);
    actor.send({ type: 'work.ended', work: 'sending' });
    expect(fakes.last('applyUpdate')).toBeDefined();
    expect(view().status).toBe('applying');
  });

  it('says so when it could not be started', async () => {
    const { actor, fail, view } = start();
    actor.send({ type: 'update.found' });
    actor.send({ type: 'update.requested' });
    await fail('applyUpdate');
    expect(view()).toMatchObject({ status: 'available', canUpdate: true });
    expect(view().message).toContain('could not be started');
    actor.send({ type: 'update.requested' });
    expect(view().message).toBeNull();
  });
});

describe('a chunk that failed to load', () => {
  it('reloads once', async () => {
    const { actor, answer, fakes, view } = start();
    actor.send({ type: 'chunk.failed' });
    await answer('probePage', true);
    expect(fakes.last('reloadPage').input).toEqual({ guardChunk: true });
    await answer('reloadPage', undefined);
    expect(view().status).toBe('chunkFailed');
    actor.send({ type: 'chunk.failed' });
    expect(fakes.started).toHaveLength(2);
  });

  it('never where the page itself can not be had: the browser would show its error page', async () => {
    const { actor, answer, fakes, view } = start();
    actor.send({ type: 'chunk.failed' });
    await answer('probePage', false);
    expect(view().status).toBe('chunkFailed');
    expect(fakes.started).toHaveLength(1);
  });

  it('not over work that began while the page was looked for', async () => {
    const { actor, answer, fakes } = start();
    actor.send({ type: 'chunk.failed' });
    actor.send({ type: 'work.began', work: 'form' });
    await answer('probePage', true);
    expect(fakes.started).toHaveLength(1);
  });

  it('never again in a tab that was reloaded for it', () => {
    const { actor, fakes, view } = start({ online: true, reloadedForChunk: true });
    actor.send({ type: 'chunk.failed' });
    expect(fakes.started).toHaveLength(0);
    expect(view().status).toBe('chunkFailed');
  });

  it('never offline, and says when it comes, where something on the screen needs it', () => {
    const { actor, fakes, view } = start();
    actor.send({ type: 'connection.lost' });
    actor.send({ type: 'chunk.failed' });
    expect(fakes.started).toHaveLength(0);
    expect(view(), 'it was loaded ahead').toMatchObject({ status: 'none', reason: null });
    actor.send({ type: 'parts.missed' });
    expect(view()).toMatchObject({ status: 'chunkFailed', canLoadPart: true });
    expect(view().reason).toContain('as soon as the server can be reached');
  });

  it('is named no more once it is there, or what needed it has gone, as at a sign-out', () => {
    const { actor, view } = start();
    actor.send({ type: 'connection.lost' });
    actor.send({ type: 'chunk.failed' });
    actor.send({ type: 'parts.missed' });
    actor.send({ type: 'connection.restored' });
    expect(view(), 'it may fail again').toMatchObject({ status: 'chunkFailed', reason: 'This part of the console could not be loaded.' });
    actor.send({ type: 'parts.recovered' });
    expect(view().status).toBe('none');
  });

  it('is forgotten with the connection’s return where nothing on the screen needs it', () => {
    const { actor, view } = start();
    actor.send({ type: 'connection.lost' });
    actor.send({ type: 'chunk.failed' });
    actor.send({ type: 'connection.restored' });
    expect(view().status).toBe('none');
  });

  it('never over unsaved work', () => {
    const { actor, fakes } = start();
    actor.send({ type: 'work.began', work: 'form' });
    actor.send({ type: 'chunk.failed' });
    expect(fakes.started).toHaveLength(0);
  });
});

describe('the database', () => {
  it('blocks this tab when another one has upgraded it', () => {
    const { actor, fakes, view } = start();
    actor.send({ type: 'database.outdated' });
    expect(view()).toMatchObject({ status: 'reloadRequired', blocking: true });
    actor.send({ type: 'reload.requested' });
    expect(fakes.last('reloadPage').input).toEqual({ guardChunk: false });
  });

  it('opens again when the other tab has closed', () => {
    const { actor, view } = start();
    actor.send({ type: 'database.blocked' });
    expect(view()).toMatchObject({ status: 'blocked', blocking: true });
    actor.send({ type: 'database.opened' });
    expect(view()).toMatchObject({ status: 'none', blocking: false });
  });
});
