import type { PreviewRequest } from '#contract/entities/preview.ts';
import type { PreviewRendered } from './preview.ports.ts';
import { pathPlan } from '../testing/path-plan.ts';
import { previewMachine } from './preview.machine.ts';
import { isBehind, newestPage } from './preview.operations.ts';

/** A request that differs from others in one text. */
export function contentOf(title: string): PreviewRequest {
  return { component: 'index.twig', theme_settings: { '7': { title: [title] } } };
}

/** The page of a title. */
export function pageOf(title: string, at = 1000): PreviewRendered {
  return { kind: 'rendered', html: `<h1>${title}</h1>`, at };
}

const failed = new Error('broken');
const contents = [
  { type: 'content.changed', request: contentOf('a'), revision: 0 },
  { type: 'content.changed', request: contentOf('b'), revision: 0 },
] as const;
const rendered = { type: 'xstate.done.actor.renderPreview', output: pageOf('a') } as const;
const settled = { type: 'xstate.after.editDelay.preview.rendering.settling' } as const;

const rendering = [
  ...contents,
  rendered,
  settled,
  { type: 'connection.lost' },
  { type: 'connection.restored' },
  { type: 'retry.requested' },
  { type: 'xstate.after.slowDelay.preview.rendering.requesting.fast' },
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
  { type: 'xstate.done.actor.loadKept', output: { html: '<h1>kept</h1>', at: 1 } },
  { type: 'xstate.done.actor.loadKept', output: null },
  { type: 'xstate.error.actor.loadKept', error: failed },
] as const;

const keeping = [
  ...contents,
  rendered,
  settled,
  { type: 'xstate.after.keepDelay.preview.keeping.waiting' },
  { type: 'xstate.done.actor.keepPreview', output: undefined },
  { type: 'xstate.error.actor.keepPreview', error: failed },
] as const;

const measuring = [
  { type: 'container.resized', width: 300, height: 600 },
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
  events: [...new Set([...rendering, ...frames, ...keeping, ...measuring])],
  rounds: [rendering, frames, keeping, measuring],
  distinguish: (context) => [
    context.online,
    context.wanted !== null,
    isBehind(context),
    context.visible !== null,
    (newestPage(context)?.turn ?? 0) > 0,
  ],
});
