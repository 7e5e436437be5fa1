import { frameAddress, frameAddressWithKey } from './frame-address.ts';
import { editSeoOf } from '#contract/frames/messages.ts';
import type { FramedScreenDefinition } from '#contract/frames/screens.ts';
import { frameMachine } from '#machines/frame/frame.machine.ts';
import type { EventObject } from 'xstate';
import { fromCallback, fromPromise } from '#machines/actor-logic.ts';
import type { App } from '#src/app/app.ts';
import { probeFrame } from '#src/io/probe-frame.ts';

export interface FrameParts {
  readonly app: Pick<App, 'config' | 'session'>;
  readonly screen: FramedScreenDefinition;
  readonly websiteId: string;
  /** The window of the frame at this moment; null where there is none. */
  readonly frameWindow: () => Window | null;
}

/** A framed page's chart, and its address with the key, which is read once for each frame and stored nowhere. */
export function wireFrame({ app: { config, session }, screen, websiteId, frameWindow }: FrameParts) {
  const bases = { cms: config.cmsBase, adminApp: config.adminAppBase };
  const target = { screen, websiteId, bases, console: location.href };
  const address = frameAddress(target);
  const { origin } = address;
  const machine = frameMachine.provide({
    actors: {
      probeServer: fromPromise(({ signal }) => probeFrame(address, signal)),
      listenToFrame: fromCallback<EventObject, void>(({ sendBack }) => {
        const listen = ({ origin: from, source, data }: MessageEvent<unknown>) => {
          const post = editSeoOf({ origin: from, source, data }, { origin, window: frameWindow() });
          if (post) sendBack({ type: 'seo.requested', post });
        };
        window.addEventListener('message', listen);
        return () => window.removeEventListener('message', listen);
      }),
    },
  });
  return { machine, origin, addressWithKey: () => frameAddressWithKey(target, session.getSnapshot().context.session?.apiToken ?? '') };
}
