import type { PreviewRequest } from '#contract/entities/preview.ts';
import { sameJson, toJson } from '#contract/json.ts';
import { previewMachine } from '#machines/preview/preview.machine.ts';
import type { PreviewContent, PreviewSize } from '#machines/preview/preview.types.ts';
import { useEffect, useMemo, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { fromPromise } from '#machines/actor-logic.ts';
import { homepageSources } from '#src/offline/homepage-sources.ts';
import type { ClientServices } from '#src/offline/client-services.ts';
import { useClientServices } from '#src/app/use-client-services.ts';
import { useOnlineActor } from '#src/app/use-online-events.ts';
import { useToasts } from '#src/app/use-toasts.ts';
import { type UnsavedEdits, withEdits } from './unsaved-edits.ts';
import type { PreviewSource } from '#src/offline/preview-source.ts';

/** The preview's chart on the API and the client store. `isPage`: false where it is not the homepage, which is kept for a later visit without a connection. */
function wirePreview(preview: PreviewSource, isPage: boolean) {
  return previewMachine.provide({
    actors: {
      renderPreview: fromPromise(({ input, signal }) => preview.render(input, signal)),
      loadCached: fromPromise(async ({ input }) => (isPage ? preview.loadCached(input.websiteId) : null)),
      cachePreview: fromPromise(async ({ input: { websiteId, html, at } }) => {
        if (isPage) await preview.cache(websiteId, { html, at });
      }),
    },
  });
}

export type PreviewActor = ActorRefFrom<typeof previewMachine>;

export interface Preview {
  readonly actor: PreviewActor;
  /** Shows unsaved edits. Calls with equal edits have no effect. */
  readonly showEdits: (edits: UnsavedEdits) => void;
  readonly connection: ClientServices['connection'];
}

/** The preview of a website with the pending changes of this device and unsaved edits. Lives as long as its screen, and begins in `size`. */
export function usePreview(websiteId: string, size: PreviewSize = 'desktop', isPage = true): Preview {
  const services = useClientServices();
  const [source] = useState(() => homepageSources(services).preview);
  const [machine] = useState(() => wirePreview(source, isPage));
  const actor = useOnlineActor(machine, { websiteId, size });
  useToasts(actor);

  const content = useMemo(() => {
    let pending: PreviewContent | null = null;
    let edits: UnsavedEdits = {};
    const send = () => {
      if (pending === null) return;
      actor.send({ type: 'content.changed', ...withEdits(pending.request, edits), revision: pending.revision });
    };
    return {
      setPending(request: PreviewRequest, revision: number) {
        pending = { request, revision };
        send();
      },
      setEdits(next: UnsavedEdits) {
        if (sameJson(toJson(next), toJson(edits))) return;
        edits = next;
        send();
      },
    };
  }, [actor]);
  useEffect(() => source.watchPending(websiteId, content.setPending), [source, websiteId, content]);
  const { connection } = services;
  return useMemo(() => ({ actor, showEdits: content.setEdits, connection }), [actor, content, connection]);
}
