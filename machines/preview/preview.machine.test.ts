import { createActor, fromPromise } from 'xstate';
import { describe, expect, it } from 'vitest';
import type { PreviewRendered, PreviewSubmission } from './preview.ports.ts';
import { checkPaths } from '../testing/check-paths.ts';
import { SimulatedClock } from '../testing/simulated-clock.ts';
import { previewMachine } from './preview.machine.ts';
import { openPreview } from './preview.opened.ts';
import { contentOf, pageOf, previewPaths } from './preview.paths.ts';

checkPaths(previewPaths);

async function opened(title = 'a') {
  const run = openPreview();
  run.edit(title);
  await run.answer('renderPreview', pageOf(title));
  run.frameRendered();
  return run;
}

describe('what is asked for', () => {
  it('goes at once the first time, and then 300 ms after the last change', async () => {
    const run = openPreview();
    expect(run.view()).toMatchObject({ status: 'empty', hasPage: false, canRetry: false });
    run.edit('a');
    expect(run.requests()).toHaveLength(1);
    expect(run.fakes.last('renderPreview').input).toEqual({ websiteId: '5', request: contentOf('a') });
    expect(run.view().status).toBe('loading');
    await run.answer('renderPreview', pageOf('a'));
    run.frameRendered();
    expect(run.view()).toMatchObject({ status: 'shown', pageAt: 1000, words: 'Preview is up to date.', canRetry: false });
    run.edit('ab');
    run.clock.increment(299);
    run.edit('abc');
    run.clock.increment(299);
    expect(run.requests()).toHaveLength(1);
    expect(run.view().status).toBe('updating');
    run.clock.increment(1);
    expect(run.fakes.last('renderPreview').input).toMatchObject({ request: contentOf('abc') });
  });

  it('is not asked for twice', async () => {
    const run = await opened();
    run.edit('a');
    run.clock.increment(300);
    run.edit('b');
    run.edit('a');
    run.clock.increment(300);
    expect(run.requests()).toHaveLength(1);
    run.edit('b');
    run.clock.increment(300);
    run.edit('b');
    expect(run.requests()).toHaveLength(2);
    expect(run.view().status).toBe('updating');
  });

  it('is asked for again where what it is laid over has changed, which the request does not say', async () => {
    const run = await opened();
    run.edit('a', 1);
    run.clock.increment(300);
    expect(run.requests()).toHaveLength(2);
    expect(run.fakes.last('renderPreview').input).toEqual({ websiteId: '5', request: contentOf('a') });
    run.edit('a', 2);
    run.clock.increment(300);
    expect(run.requests(), 'the page under way is laid over what was before').toHaveLength(3);
    await run.answer('renderPreview', pageOf('a', 2000));
    run.edit('a', 2);
    run.clock.increment(300);
    expect(run.requests()).toHaveLength(3);
    run.actor.send({ type: 'connection.lost' });
    run.edit('a', 3);
    run.actor.send({ type: 'connection.restored' });
    expect(run.requests()).toHaveLength(4);
  });

  it('is given up when something newer comes: the call is aborted, and its answer is not heard', async () => {
    const run = await opened();
    run.edit('b');
    run.clock.increment(300);
    const first = run.fakes.last('renderPreview');
    run.edit('c');
    first.resolve(pageOf('b'));
    run.clock.increment(300);
    await run.answer('renderPreview', pageOf('c'));
    run.frameRendered();
    expect(run.seen()?.html).toBe('<h1>c</h1>');
    expect(run.view().devices[0]?.frames.map((frame) => frame.html)).not.toContain('<h1>b</h1>');
  });

  it('aborts what the actor does', () => {
    const signals: { readonly aborted: boolean }[] = [];
    const renderPreview = fromPromise<PreviewRendered, PreviewSubmission>(({ signal }) => {
      signals.push(signal);
      return Promise.withResolvers<PreviewRendered>().promise;
    });
    const machine = previewMachine.provide({ actors: { renderPreview } });
    const actor = createActor(machine, { input: { websiteId: '5', size: 'phone' }, clock: new SimulatedClock() }).start();
    actor.send({ type: 'content.changed', request: contentOf('a'), revision: 0 });
    expect(signals.map((signal) => signal.aborted)).toEqual([false]);
    actor.send({ type: 'content.changed', request: contentOf('b'), revision: 0 });
    expect(signals.map((signal) => signal.aborted)).toEqual([true]);
    actor.stop();
  });

  it('is told to be slow after 300 ms', async () => {
    const run = await opened();
    run.edit('b');
    run.clock.increment(300);
    expect(run.view().slow).toBe(false);
    run.clock.increment(300);
    expect(run.view().slow).toBe(true);
    await run.answer('renderPreview', pageOf('b'));
    expect(run.view().slow).toBe(false);
  });
});

describe('two frames', () => {
  it('are swapped once the new page stands in the hidden one', async () => {
    const run = await opened();
    expect(run.seen()).toMatchObject({ name: 'A', turn: 1 });
    run.edit('b');
    run.clock.increment(300);
    await run.answer('renderPreview', pageOf('b'));
    expect(run.frames()).toMatchObject([
      { name: 'A', html: '<h1>a</h1>', turn: 1, visible: true },
      { name: 'B', html: '<h1>b</h1>', turn: 2, visible: false },
    ]);
    run.sayRendered('B', 1);
    run.sayRendered('A', 2);
    expect(run.seen()?.turn, 'what tells of another page is not heard').toBe(1);
    run.sayRendered('B', 2);
    expect(run.seen()).toMatchObject({ name: 'B', turn: 2 });
  });

  it('are swapped after 3 s, whatever the new page waits for', async () => {
    const run = await opened();
    run.edit('b');
    run.clock.increment(300);
    await run.answer('renderPreview', pageOf('b'));
    run.clock.increment(2999);
    expect(run.seen()?.turn).toBe(1);
    run.clock.increment(1);
    expect(run.seen()?.turn).toBe(2);
  });

  it('wait for all sizes that are shown', async () => {
    const run = openPreview({ size: 'all' });
    run.edit('a');
    await run.answer('renderPreview', pageOf('a'));
    run.sayRendered('A', 1, 'desktop');
    run.sayRendered('A', 1, 'tablet');
    expect(run.view().hasPage).toBe(false);
    run.actor.send({ type: 'frame.ready', frame: 'A', device: 'tablet' });
    run.sayRendered('A', 1, 'phone');
    expect(run.view().hasPage, 'a frame that begins anew has to load again').toBe(false);
    run.sayRendered('A', 1, 'tablet');
    expect(run.view().hasPage).toBe(true);
  });

  it('do not wait for a size that is no longer shown', async () => {
    const run = openPreview({ size: 'all' });
    run.edit('a');
    await run.answer('renderPreview', pageOf('a'));
    run.sayRendered('A', 1, 'desktop');
    run.actor.send({ type: 'size.chosen', size: 'desktop' });
    expect(run.view().hasPage).toBe(true);
  });

  it('are told how far the visible page was scrolled, by device, and when to post anew', async () => {
    const run = await opened();
    run.actor.send({ type: 'frame.scrolled', frame: 'A', device: 'desktop', scrollTop: 420 });
    run.actor.send({ type: 'frame.scrolled', frame: 'B', device: 'desktop', scrollTop: 7 });
    expect(run.view().devices[0]?.scrollTop).toBe(420);
    run.actor.send({ type: 'frame.ready', frame: 'B', device: 'desktop' });
    run.actor.send({ type: 'frame.ready', frame: 'B', device: 'desktop' });
    expect(run.frames().map((frame) => frame.listened)).toEqual([0, 2]);
  });

  it('tell which block was clicked', async () => {
    const run = await opened();
    run.actor.send({ type: 'frame.blockClicked', blockId: '7' });
    expect(run.emitted).toEqual([{ type: 'block.clicked', blockId: '7' }]);
  });
});

describe('sizes', () => {
  it.each([
    ['desktop', 1000, [1000 / 1440]],
    ['desktop', 1600, [1]],
    ['tablet', 384, [0.5]],
    ['phone', 375, [1]],
    ['all', 2583 / 2, [0.5, 0.5, 0.5]],
  ] as const)('%s in %d px is drawn at %j', (size, width, scales) => {
    const run = openPreview({ size });
    expect(run.view().devices.every((device) => device.scale === 1)).toBe(true);
    run.actor.send({ type: 'container.resized', width, height: 800 });
    expect(run.view().devices.map((device) => device.scale)).toEqual(scales);
  });

  it('follow the container once it has rested for 500 ms', () => {
    const run = openPreview({ size: 'tablet' });
    run.actor.send({ type: 'container.resized', width: 768, height: 800 });
    run.actor.send({ type: 'container.resized', width: 500, height: 800 });
    run.clock.increment(499);
    run.actor.send({ type: 'container.resized', width: 384, height: 800 });
    run.clock.increment(499);
    expect(run.view().devices[0]).toMatchObject({ width: 768, height: 1024, scale: 1 });
    run.clock.increment(1);
    expect(run.view().devices[0]?.scale).toBe(0.5);
  });
});

describe('devices that are taller than their room', () => {
  it.each([
    ['phone', 667, false],
    ['phone', 666.5, false],
    ['phone', 600, true],
    ['all', 600, false],
    ['all', 300, true],
  ] as const)('%s in %d px: %j', (size, height, scrolls) => {
    const run = openPreview({ size });
    expect(run.view().scrolls).toBe(false);
    run.actor.send({ type: 'container.resized', width: 2583 / 2, height });
    expect(run.view().scrolls).toBe(scrolls);
  });
});

describe('a page that can not be rendered', () => {
  it.each([
    [{ kind: 'failed', message: 'A block is broken.' }, 'A block is broken.'],
    [{ kind: 'failed', message: '' }, 'An unknown error occurred while updating preview'],
    [{ kind: 'failed', message: 'Error' }, 'An unknown error occurred while updating preview'],
  ])('leaves the one before, tells why, and is tried again: %j', async (output, content) => {
    const run = await opened();
    run.edit('b');
    run.clock.increment(300);
    await run.answer('renderPreview', output);
    expect(run.emitted).toEqual([{ type: 'toast', toast: { type: 'error', title: 'Error', content } }]);
    expect(run.view()).toMatchObject({ status: 'failed', notice: { tone: 'error', text: content }, hasPage: true, canRetry: true });
    run.actor.send({ type: 'retry.requested' });
    await run.answer('renderPreview', pageOf('b'));
    run.frameRendered();
    expect(run.view()).toMatchObject({ status: 'shown', notice: null });
  });

  it('is told too when what renders breaks', async () => {
    const run = await opened();
    run.edit('b');
    run.clock.increment(300);
    await run.fail('renderPreview');
    expect(run.view().notice?.text).toBe('An unknown error occurred while updating preview');
  });
});

describe('without a connection', () => {
  it('the page from before stays, with its time, and what was changed meanwhile is rendered afterwards', async () => {
    const run = await opened();
    run.actor.send({ type: 'connection.lost' });
    expect(run.view()).toMatchObject({ status: 'kept', notice: { text: 'Preview from', at: 1000 }, canRetry: true });
    run.edit('b');
    run.clock.increment(300);
    expect(run.requests()).toHaveLength(1);
    run.actor.send({ type: 'connection.restored' });
    expect(run.requests()).toHaveLength(2);
    await run.answer('renderPreview', pageOf('b', 2000));
    run.frameRendered();
    expect(run.view()).toMatchObject({ status: 'shown', notice: null, pageAt: 2000 });
  });

  it('nothing is asked for again where nothing has changed', async () => {
    const run = await opened();
    run.actor.send({ type: 'connection.lost' });
    run.actor.send({ type: 'connection.restored' });
    expect(run.requests()).toHaveLength(1);
    expect(run.view().status).toBe('shown');
  });

  it('a call without an answer is no error, and the next change tries again', async () => {
    const run = await opened();
    run.edit('b');
    run.clock.increment(300);
    await run.answer('renderPreview', { kind: 'offline' });
    expect(run.emitted).toEqual([]);
    expect(run.view()).toMatchObject({ status: 'kept', canRetry: true });
    run.edit('c');
    run.clock.increment(300);
    expect(run.requests()).toHaveLength(3);
    await run.answer('renderPreview', { kind: 'offline' });
    run.actor.send({ type: 'retry.requested' });
    expect(run.fakes.last('renderPreview').input).toMatchObject({ request: contentOf('c') });
  });

  it('the page of the last time opens after a restart', async () => {
    const run = openPreview({ online: false });
    run.edit('a');
    expect(run.view()).toMatchObject({ status: 'loading', notice: null, hasPage: false });
    await run.answer('loadKept', { html: '<h1>kept</h1>', at: 42 });
    expect(run.view()).toMatchObject({ status: 'loading', notice: null, hasPage: false });
    run.sayRendered('A', 0);
    expect(run.view()).toMatchObject({ status: 'kept', notice: { text: 'Preview from', at: 42 } });
    run.actor.send({ type: 'connection.restored' });
    await run.answer('renderPreview', pageOf('a'));
    run.frameRendered();
    expect(run.seen()).toMatchObject({ turn: 1, html: '<h1>a</h1>' });
  });

  it('that there is no page is said once the device has been asked', async () => {
    const run = openPreview();
    run.edit('a');
    run.edit('b');
    run.clock.increment(300);
    await run.answer('renderPreview', { kind: 'offline' });
    expect(run.view()).toMatchObject({ status: 'loading', hasPage: false });
    await run.answer('loadKept', null);
    expect(run.view()).toMatchObject({ status: 'offline', notice: { tone: 'info' }, hasPage: false });
  });

  it('a page of the last time that comes while a change waits is shown', async () => {
    const run = openPreview();
    run.edit('a');
    run.edit('b');
    run.clock.increment(300);
    await run.answer('renderPreview', { kind: 'offline' });
    await run.answer('loadKept', { html: '<h1>kept</h1>', at: 42 });
    expect(run.view().status).toBe('loading');
    run.sayRendered('A', 0);
    expect(run.view()).toMatchObject({ status: 'kept', notice: { text: 'Preview from', at: 42 } });
  });

  it('a page of the last time that comes late does not hide a newer one', async () => {
    const run = await opened();
    await run.answer('loadKept', { html: '<h1>kept</h1>', at: 42 });
    run.clock.increment(3000);
    expect(run.frames().map((frame) => frame.html)).toEqual(['<h1>a</h1>', null]);
  });

  it('the newest page is kept once it has stood for a second', async () => {
    const run = await opened();
    run.clock.increment(999);
    run.edit('b');
    expect(run.fakes.started.map(({ name }) => name)).not.toContain('keepPreview');
    run.clock.increment(1);
    expect(run.fakes.last('keepPreview').input).toEqual({ websiteId: '5', html: '<h1>a</h1>', at: 1000 });
    await run.fail('keepPreview');
    expect(run.emitted).toEqual([]);
  });
});
