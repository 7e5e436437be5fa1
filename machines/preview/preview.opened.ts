import { startMachine } from '../testing/start-machine.ts';
import type { StartedFake } from '../testing/fake-actors.ts';
import { previewMachine } from './preview.machine.ts';
import { contentOf } from './preview.paths.ts';
import type { Device, FrameName, PreviewInput } from './preview.types.ts';
import { previewView } from './preview.view.ts';

/** A preview with short names for what happens to it. For tests. */
export function openPreview(input: Partial<PreviewInput> = {}) {
  const run = startMachine(previewMachine, { websiteId: '5', size: 'desktop', ...input });
  const { actor, fakes } = run;
  const view = () => previewView(actor.getSnapshot());
  const requests = (): readonly StartedFake[] => fakes.started.filter(({ name }) => name === 'renderPreview');
  const frames = () => view().devices[0]?.frames ?? [];
  return {
    ...run,
    view,
    requests,
    frames,
    /** The title that is shown; `revision` of what it is laid over. */
    edit: (title: string, revision = 0) => actor.send({ type: 'content.changed', request: contentOf(title), revision }),
    seen: () => frames().find((frame) => frame.visible) ?? null,
    /** The frame that holds the newest page says that it stands there. */
    frameRendered: (device: Device = 'desktop') => {
      const frame = frames().find((candidate) => !candidate.visible && candidate.turn !== null);
      if (frame) sayRendered(frame.name, frame.turn ?? 0, device);
    },
    sayRendered,
  };

  function sayRendered(frame: FrameName, turn: number, device: Device = 'desktop'): void {
    actor.send({ type: 'frame.rendered', frame, turn, device });
  }
}
