import { createActor } from 'xstate';
import { fromPromise } from '../actor-logic.ts';
import { describe, expect, it } from 'vitest';
import { blockIdAttribute, blockKeyAttribute } from '#contract/preview-messages.ts';
import { testPaths } from '../testing/test-paths.ts';
import { SimulatedClock } from '../testing/simulated-clock.ts';
import { previewMachine } from './preview.machine.ts';
import { titledRequest, openPreview, popupRequest, renderedPage, previewPaths } from './preview.paths.ts';
import type { PreviewRendered, PreviewSubmission } from './preview.types.ts';
import { holdsBlock } from './preview.view.ts';
import { previewProperties } from './preview.properties.ts';

testPaths(previewPaths, previewProperties);

async function opened(title = 'a') {
  const run = openPreview();
  run.edit(title);
  await run.answer('renderPreview', renderedPage(title));
  run.frameRendered();
  return run;
}

describe('a request', () => {
  it('goes at once the first time, and then 300 ms after the last change', async () => {
    const run = openPreview();
    expect(run.view()).toMatchObject({ status: 'empty', hasPage: false, canRetry: false });
    run.edit('a');
    expect(run.requests()).toHaveLength(1);
    expect(run.fakes.last('renderPreview').input).toEqual({ websiteId: '5', request: titledRequest('a') });
    expect(run.view().status).toBe('loading');
    await run.answer('renderPreview', renderedPage('a'));
    run.frameRendered();
    expect(run.view()).toMatchObject({ status: 'ready', pageAt: 1000, statusText: 'Preview is up to date.', canRetry: false });
    run.edit('ab');
    run.clock.increment(299);
    run.edit('abc');
    run.clock.increment(299);
    expect(run.requests()).toHaveLength(1);
    expect(run.view().status).toBe('updating');
    run.clock.increment(1);
    expect(run.fakes.last('renderPreview').input).toMatchObject({ request: titledRequest('abc') });
  });

  it('is not sent twice', async () => {
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

  it('is sent again where the stored settings or blocks have changed, which the request does not include', async () => {
    const run = await opened();
    run.edit('a', 1);
    run.clock.increment(300);
    expect(run.requests()).toHaveLength(2);
    expect(run.fakes.last('renderPreview').input).toEqual({ websiteId: '5', request: titledRequest('a') });
    run.edit('a', 2);
    run.clock.increment(300);
    expect(run.requests(), 'the page under way has the settings from before').toHaveLength(3);
    await run.answer('renderPreview', renderedPage('a', 2000));
    run.edit('a', 2);
    run.clock.increment(300);
    expect(run.requests()).toHaveLength(3);
    run.actor.send({ type: 'connection.lost' });
    run.edit('a', 3);
    run.actor.send({ type: 'connection.restored' });
    expect(run.requests()).toHaveLength(4);
  });

  it('is aborted when newer content comes, and its answer is ignored', async () => {
    const run = await opened();
    run.edit('b');
    run.clock.increment(300);
    const first = run.fakes.last('renderPreview');
    run.edit('c');
    first.resolve(renderedPage('b'));
    run.clock.increment(300);
    await run.answer('renderPreview', renderedPage('c'));
    run.frameRendered();
    expect(run.visibleFrame()?.html).toBe('<h1>c</h1>');
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
    actor.send({ type: 'content.changed', request: titledRequest('a'), revision: 0 });
    expect(signals.map((signal) => signal.aborted)).toEqual([false]);
    actor.send({ type: 'content.changed', request: titledRequest('b'), revision: 0 });
    expect(signals.map((signal) => signal.aborted)).toEqual([true]);
    actor.stop();
  });

  it('is slow after 300 ms', async () => {
    const run = await opened();
    run.edit('b');
    run.clock.increment(300);
    expect(run.view().slow).toBe(false);
    run.clock.increment(300);
    expect(run.view().slow).toBe(true);
    await run.answer('renderPreview', renderedPage('b'));
    expect(run.view().slow).toBe(false);
  });
});

describe('two frames', () => {
  it('are swapped once the new page has loaded in the hidden one', async () => {
    const run = await opened();
    expect(run.visibleFrame()).toMatchObject({ name: 'A', turn: 1 });
    run.edit('b');
    run.clock.increment(300);
    await run.answer('renderPreview', renderedPage('b'));
    expect(run.frames()).toMatchObject([
      { name: 'A', html: '<h1>a</h1>', turn: 1, visible: true },
      { name: 'B', html: '<h1>b</h1>', turn: 2, visible: false },
    ]);
    run.reportRendered('B', 1);
    run.reportRendered('A', 2);
    expect(run.visibleFrame()?.turn, 'a report of another page is ignored').toBe(1);
    run.reportRendered('B', 2);
    expect(run.visibleFrame()).toMatchObject({ name: 'B', turn: 2 });
  });

  it('are swapped after 3 s, whatever the new page waits for', async () => {
    const run = await opened();
    run.edit('b');
    run.clock.increment(300);
    await run.answer('renderPreview', renderedPage('b'));
    run.clock.increment(2999);
    expect(run.visibleFrame()?.turn).toBe(1);
    run.clock.increment(1);
    expect(run.visibleFrame()?.turn).toBe(2);
  });

  it('wait for all visible sizes', async () => {
    const run = openPreview({ size: 'all' });
    run.edit('a');
    await run.answer('renderPreview', renderedPage('a'));
    run.reportRendered('A', 1, 'desktop');
    run.reportRendered('A', 1, 'tablet');
    expect(run.view().hasPage).toBe(false);
    run.actor.send({ type: 'frame.ready', frame: 'A', device: 'tablet' });
    run.reportRendered('A', 1, 'phone');
    expect(run.view().hasPage, 'a frame that is ready again has to load again').toBe(false);
    run.reportRendered('A', 1, 'tablet');
    expect(run.view().hasPage).toBe(true);
  });

  it('do not wait for a size that is no longer visible', async () => {
    const run = openPreview({ size: 'all' });
    run.edit('a');
    await run.answer('renderPreview', renderedPage('a'));
    run.reportRendered('A', 1, 'desktop');
    run.actor.send({ type: 'size.chosen', size: 'desktop' });
    expect(run.view().hasPage).toBe(true);
  });

  it('have the scroll position of the visible page, by device, and count how often they were ready', async () => {
    const run = await opened();
    run.actor.send({ type: 'frame.scrolled', frame: 'A', device: 'desktop', scrollTop: 420 });
    run.actor.send({ type: 'frame.scrolled', frame: 'B', device: 'desktop', scrollTop: 7 });
    expect(run.view().devices[0]?.scrollTop).toBe(420);
    run.actor.send({ type: 'frame.ready', frame: 'B', device: 'desktop' });
    run.actor.send({ type: 'frame.ready', frame: 'B', device: 'desktop' });
    expect(run.frames().map((frame) => frame.readyCount)).toEqual([0, 2]);
  });
});

describe('sizes', () => {
  it.each([
    ['desktop', 1000, [1000 / 1440]],
    ['desktop', 1600, [1]],
    ['tablet', 384, [0.5]],
    ['phone', 375, [1]],
    ['all', 2583 + 32, [1, 1, 1]],
    ['all', 300 + 2208 / 4 + 32, [0.25, 0.25, 0.8]],
    ['all', 576, [0.4, 0.75, 1]],
  ] as const)('%s in %d px is drawn at %j', (size, width, scales) => {
    const run = openPreview({ size });
    expect(run.view().devices.every((device) => device.scale === 1)).toBe(true);
    run.actor.send({ type: 'container.resized', width, height: 800 });
    expect(run.view().devices.map((device) => device.scale)).toEqual(scales);
  });

  it('follow the container 500 ms after its last change', () => {
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

describe('in a container that is higher than the device', () => {
  it.each([
    ['desktop', 720, 800, [1600]],
    ['phone', 375, 600, [667]],
    ['all', 300 + 2208 / 4 + 32, 800, [3200, 3200, 1000]],
    ['all', 576, 800, [1080, 1024, 667]],
  ] as const)('%s in %d by %d px has frames of %j px', (size, width, height, frames) => {
    const run = openPreview({ size });
    run.actor.send({ type: 'container.resized', width, height });
    expect(run.view().devices.map(({ frameHeight }) => frameHeight)).toEqual(frames);
  });
});

describe('devices that are taller than their container', () => {
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
  ])('leaves the one before, shows why, and is tried again: %j', async (output, content) => {
    const run = await opened();
    run.edit('b');
    run.clock.increment(300);
    await run.answer('renderPreview', output);
    expect(run.emitted).toEqual([{ type: 'toast', toast: { type: 'error', title: 'Error', content } }]);
    expect(run.view()).toMatchObject({ status: 'error', notice: { tone: 'error', text: content }, hasPage: true, canRetry: true });
    run.actor.send({ type: 'retry.requested' });
    await run.answer('renderPreview', renderedPage('b'));
    run.frameRendered();
    expect(run.view()).toMatchObject({ status: 'ready', notice: null });
  });

  it('shows an error too when the actor throws', async () => {
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
    expect(run.view()).toMatchObject({ status: 'stale', notice: { text: 'Preview from', at: 1000 }, canRetry: true });
    run.edit('b');
    run.clock.increment(300);
    expect(run.requests()).toHaveLength(1);
    run.actor.send({ type: 'connection.restored' });
    expect(run.requests()).toHaveLength(2);
    await run.answer('renderPreview', renderedPage('b', 2000));
    run.frameRendered();
    expect(run.view()).toMatchObject({ status: 'ready', notice: null, pageAt: 2000 });
  });

  it('nothing is requested again where nothing has changed', async () => {
    const run = await opened();
    run.actor.send({ type: 'connection.lost' });
    run.actor.send({ type: 'connection.restored' });
    expect(run.requests()).toHaveLength(1);
    expect(run.view().status).toBe('ready');
  });

  it('a call without an answer is no error, and the next change tries again', async () => {
    const run = await opened();
    run.edit('b');
    run.clock.increment(300);
    await run.answer('renderPreview', { kind: 'offline' });
    expect(run.emitted).toEqual([]);
    expect(run.view()).toMatchObject({ status: 'stale', canRetry: true });
    run.edit('c');
    run.clock.increment(300);
    expect(run.requests()).toHaveLength(3);
    await run.answer('renderPreview', { kind: 'offline' });
    run.actor.send({ type: 'retry.requested' });
    expect(run.fakes.last('renderPreview').input).toMatchObject({ request: titledRequest('c') });
  });

  it('the cached page opens after a restart', async () => {
    const run = openPreview({ online: false });
    run.edit('a');
    expect(run.view()).toMatchObject({ status: 'loading', notice: null, hasPage: false });
    await run.answer('loadCached', { html: '<h1>cached</h1>', at: 42 });
    expect(run.view()).toMatchObject({ status: 'loading', notice: null, hasPage: false });
    run.reportRendered('A', 0);
    expect(run.view()).toMatchObject({ status: 'stale', notice: { text: 'Preview from', at: 42 } });
    run.actor.send({ type: 'connection.restored' });
    await run.answer('renderPreview', renderedPage('a'));
    run.frameRendered();
    expect(run.visibleFrame()).toMatchObject({ turn: 1, html: '<h1>a</h1>' });
  });

  it('that there is no page is shown once this device has been asked', async () => {
    const run = openPreview();
    run.edit('a');
    run.clock.increment(300);
    await run.answer('renderPreview', { kind: 'offline' });
    expect(run.view()).toMatchObject({ status: 'loading', hasPage: false });
    await run.answer('loadCached', null);
    const notice = { tone: 'info', text: expect.stringContaining('as soon as you are back online.') };
    expect(run.view({ kind: 'noNetwork' })).toMatchObject({ status: 'offline', notice, hasPage: false });
  });

  it('a cached page that comes while a change is pending is shown', async () => {
    const run = openPreview();
    run.edit('a');
    run.edit('b');
    run.clock.increment(300);
    await run.answer('renderPreview', { kind: 'offline' });
    await run.answer('loadCached', { html: '<h1>cached</h1>', at: 42 });
    expect(run.view().status).toBe('loading');
    run.reportRendered('A', 0);
    expect(run.view()).toMatchObject({ status: 'stale', notice: { text: 'Preview from', at: 42 } });
  });

  it('a cached page that comes late does not hide a newer one', async () => {
    const run = await opened();
    await run.answer('loadCached', { html: '<h1>cached</h1>', at: 42 });
    run.clock.increment(3000);
    expect(run.frames().map((frame) => frame.html)).toEqual(['<h1>a</h1>', null]);
  });

  it('the newest page is cached after a second without another', async () => {
    const run = await opened();
    run.clock.increment(999);
    run.edit('b');
    expect(run.fakes.started.map(({ name }) => name)).not.toContain('cachePreview');
    run.clock.increment(1);
    expect(run.fakes.last('cachePreview').input).toEqual({ websiteId: '5', html: '<h1>a</h1>', at: 1000 });
    await run.fail('cachePreview');
    expect(run.emitted).toEqual([]);
  });

  it('a page with a hidden block or an open popup in it is not cached', async () => {
    const run = await opened();
    run.actor.send({ type: 'content.changed', request: titledRequest('b'), revision: 0, ghost: '7' });
    run.clock.increment(300);
    await run.answer('renderPreview', renderedPage('b'));
    run.clock.increment(1000);
    expect(run.fakes.started.map(({ name }) => name)).not.toContain('cachePreview');
    run.actor.send({ type: 'content.changed', request: titledRequest('b'), revision: 0 });
    expect(run.view().ghost, 'the same page, no longer faded').toBeNull();
    run.actor.send({ type: 'content.changed', request: popupRequest('c'), revision: 0 });
    run.clock.increment(300);
    await run.answer('renderPreview', renderedPage('c'));
    run.clock.increment(1000);
    expect(run.fakes.started.map(({ name }) => name)).not.toContain('cachePreview');
  });

  it('is faded no longer where that changes while its page is on its way', async () => {
    const run = openPreview();
    const send = (ghost: string | null) => run.actor.send({ type: 'content.changed', request: titledRequest('a'), revision: 0, ghost });
    send('7');
    send(null);
    expect([run.view().ghost, run.requests().length]).toEqual([null, 1]);
    await run.answer('renderPreview', renderedPage('a'));
    run.frameRendered();
    run.clock.increment(1000);
    expect(run.fakes.last('cachePreview').input, 'visitors see that page').toMatchObject({ html: '<h1>a</h1>' });
  });
});

it('a page holds a block by its id or its key', () => {
  const html = `<section ${blockIdAttribute}="7" ${blockKeyAttribute}="banner"></section>`;
  expect(holdsBlock(html, '7')).toBe(true);
  expect(holdsBlock(html, 'banner')).toBe(true);
  expect(holdsBlock(html, '77')).toBe(false);
  expect(holdsBlock(html, null)).toBe(false);
  expect(holdsBlock(null, '7')).toBe(false);
});
