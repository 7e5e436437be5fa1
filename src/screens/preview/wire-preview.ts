import { previewMachine } from '#machines/preview/preview.machine.ts';
import { fromPromise } from 'xstate';
import type { PreviewSource } from '#src/app/device/preview-source.ts';

/** The preview's chart on the API and the device store. */
export function wirePreview(preview: PreviewSource) {
  return previewMachine.provide({
    actors: {
      renderPreview: fromPromise(({ input, signal }) => preview.render(input, signal)),
      loadKept: fromPromise(({ input }) => preview.loadKept(input.websiteId)),
      keepPreview: fromPromise(({ input: { websiteId, html, at } }) => preview.keep(websiteId, { html, at })),
    },
  });
}
