import type { Disconnection } from '#contract/disconnection.ts';
import type { PreviewRequest } from '#contract/entities/preview.ts';
import type { StartedFake } from '../testing/fake-actors.ts';
import { pathPlan } from '../testing/path-plan.ts';
import { startMachine } from '../testing/start-machine.ts';
import { previewMachine } from './preview.machine.ts';
import { isBehind, newestPage } from './preview.operations.ts';
import type { PreviewDevice, FrameName, PreviewInput, PreviewRendered } from './preview.types.ts';
import { previewView } from './preview.view.ts';

/** With a popup over the page. */
export const popupRequest = (title: string): PreviewRequest => ({
  ...titledRequest(title),
  data: { popup: { type: 'banner', title, content: null, position: 'top', size: null, form_id: null, css_class: null } },
});

/** A request that differs from others in one text. */
export function titledRequest(title: string): PreviewRequest {
  return { component: 'index.twig', theme_settings: { '7': { title: [title] } } };
}

/** The page of a title. */
export function renderedPage(title: string, at = 1000): PreviewRendered {
  return { kind: 'rendered', html: `<h1>${title}</h1>`, at };
}

const failed = new Error('broken');
const contents = [
  { type: 'content.changed', request: titledRequest('a'), revision: 0 },
  { type: 'content.changed', request: titledRequest('b'), revision: 0 },
] as const;
const rendered = { type: 'xstate.done.actor.renderPreview', output: renderedPage('a') } as const;
const settled = { type: 'xstate.after.editDelay.preview.rendering.settling' } as const;

const rendering = [
  ...contents,
  rendered,
  settled,
  { type: 'connection.lost' },
  { type: 'connection.restored' },
  { type: 'retry.requested' },
  { type: 'xstate.after.slowDelay.preview.rendering.loading.fast' },
  { type: 'xstate.done.actor.renderPreview', output: { kind: 'offline' } },
  { type: 'xstate.done.actor.renderPreview', output: { kind: 'failed', message: 'Broken.' } },
  { type: 'xstate.error.actor.renderPreview', error: failed },
] as const;

const frames = [
  contents[0],
  rendered,
  { type: 'frame.rendered', frame: 'A', device: 'phone', turn: 0 },
  { type: 'frame.rendered', frame: 'A', device: 'phone', turn: 1 },
  { type: 'frame.scrolled', frame: 'A', device: 'phone', scrollTop: 40 },
  { type: 'xstate.after.swapLimit.preview.frames.swapping' },
  { type: 'xstate.done.actor.loadCached', output: { html: '<h1>cached</h1>', at: 1 } },
  { type: 'xstate.done.actor.loadCached', output: null },
  { type: 'xstate.error.actor.loadCached', error: failed },
] as const;

const caching = [
  ...contents,
  rendered,
  settled,
  { type: 'xstate.after.cacheDelay.preview.caching.waiting' },
  { type: 'xstate.done.actor.cachePreview', output: undefined },
  { type: 'xstate.error.actor.cachePreview', error: failed },
] as const;

const measuring = [
  { type: 'container.resized', width: 300, height: 600 },
  { type: 'container.resized', width: 400, height: 600 },
  { type: 'size.chosen', size: 'all' },
  { type: 'frame.ready', frame: 'A', device: 'phone' },
  { type: 'frame.blockClicked', blockId: '7' },
  { type: 'connection.lost' },
  { type: 'xstate.after.resizeDelay.preview.measuring.resizing' },
] as const;

export const previewPaths = pathPlan({
  machine: previewMachine,
  inputs: [
    { websiteId: '5', size: 'phone' },
    { websiteId: '5', size: 'phone', online: false },
  ],
  events: [...new Set([...rendering, ...frames, ...caching, ...measuring])],
  rounds: [rendering, frames, caching, measuring],
  distinguish: (context) => [
    context.online,
    context.wanted !== null,
    isBehind(context),
    context.visible !== null,
    (newestPage(context)?.turn ?? 0) > 0,
  ],
});

/** A preview with short names for what happens to it. For tests. */
export function openPreview(input: Partial<PreviewInput> = {}) {
  const run = startMachine(previewMachine, { websiteId: '5', size: 'desktop', ...input });
  const { actor, fakes } = run;
  const view = (met: Disconnection | null = null) => previewView(actor.getSnapshot(), met);
  const requests = (): readonly StartedFake[] => fakes.started.filter(({ name }) => name === 'renderPreview');
  const frames = () => view().devices[0]?.frames ?? [];
  return {
    ...run,
    view,
    requests,
    frames,
    /** Sends content with this title; `revision` of the stored settings and blocks. */
    edit: (title: string, revision = 0) => actor.send({ type: 'content.changed', request: titledRequest(title), revision }),
    visibleFrame: () => frames().find((frame) => frame.visible) ?? null,
    /** The hidden frame reports that its page has loaded. */
    frameRendered: (device: PreviewDevice = 'desktop') => {
      const frame = frames().find((candidate) => !candidate.visible && candidate.turn !== null);
      if (frame) reportRendered(frame.name, frame.turn ?? 0, device);
    },
    reportRendered,
  };

  function reportRendered(frame: FrameName, turn: number, device: PreviewDevice = 'desktop'): void {
    actor.send({ type: 'frame.rendered', frame, turn, device });
  }
}
