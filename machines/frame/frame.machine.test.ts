import { describe, expect, it } from 'vitest';
import { testPaths } from '../testing/test-paths.ts';
import { startMachine } from '../testing/start-machine.ts';
import { frameMachine } from './frame.machine.ts';
import { framePaths } from './frame.paths.ts';
import { frameView } from './frame.view.ts';
import { frameProperties } from './frame.properties.ts';

testPaths(framePaths, frameProperties);

function start(online = true) {
  const run = startMachine(frameMachine, { online });
  return { ...run, view: () => frameView(run.actor.getSnapshot()) };
}

describe('a page in a frame', () => {
  it('is shown once its frame has loaded and its server has answered, in either order', async () => {
    const first = start();
    expect(first.view()).toMatchObject({ status: 'loading', attempt: 1, isVisible: false });
    first.actor.send({ type: 'frame.loaded' });
    expect(first.view().isVisible).toBe(false);
    await first.answer('probeServer', { kind: 'answered' });
    expect(first.view()).toMatchObject({ status: 'loaded', attempt: 1, isVisible: true });
    const second = start();
    await second.answer('probeServer', { kind: 'answered' });
    second.actor.send({ type: 'frame.loaded' });
    expect(second.view().status).toBe('loaded');
  });

  it('says after 5 s that it takes long, and gives up after a minute', () => {
    const { clock, view } = start();
    clock.increment(5_000);
    expect(view()).toMatchObject({ status: 'slow', attempt: 1, canReload: true });
    clock.increment(55_000);
    expect(view()).toMatchObject({ status: 'failed', attempt: null, message: 'It takes too long to load.' });
  });

  it('fails where the server does not answer, though the frame shows an error page, and loads again in another frame', async () => {
    const { actor, answer, view } = start();
    actor.send({ type: 'frame.loaded' });
    await answer('probeServer', { kind: 'failed', message: 'The server answered 502.' });
    expect(view()).toMatchObject({ status: 'failed', attempt: null, message: 'The server answered 502.' });
    actor.send({ type: 'reload.requested' });
    expect(view()).toMatchObject({ status: 'loading', attempt: 2, message: '' });
  });

  it('needs a connection to load, and stays as it is while the connection is lost', async () => {
    const { actor, answer, view } = start(false);
    expect(view()).toMatchObject({ status: 'offline', attempt: null });
    actor.send({ type: 'connection.restored' });
    await answer('probeServer', { kind: 'answered' });
    actor.send({ type: 'frame.loaded' });
    actor.send({ type: 'connection.lost' });
    expect(view()).toMatchObject({ status: 'disconnected', attempt: 1, isVisible: true, canReload: false });
    actor.send({ type: 'connection.restored' });
    expect(view()).toMatchObject({ status: 'loaded', attempt: 1 });
  });

  it('passes on which page’s SEO is to be edited', () => {
    const { actor, emitted } = start();
    const post = { post_type: 'post', post_id: '12' };
    actor.send({ type: 'seo.requested', post });
    expect(emitted).toEqual([{ type: 'seo.requested', post }]);
  });
});
