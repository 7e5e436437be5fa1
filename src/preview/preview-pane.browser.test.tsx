import '#src/styles.css';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { connectionMachine } from '#machines/connection/connection.machine.ts';
import { openPreview } from '#machines/preview/preview.paths.ts';
import { PreviewPane } from './preview-pane.tsx';

// A page of a test has no scrollbars that take room, so the flicker itself can't be seen here.
it('keeps room for its scrollbar: with one and without one by turns, a device that hardly fits would change its size for ever', async () => {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const { actor } = openPreview();
  const connection = createActor(connectionMachine, { input: { seed: 1, hasNoNetwork: false } });
  root.render(<PreviewPane preview={{ actor, connection, showEdits: () => undefined }} />);
  const stage = () => place.querySelector('section section');
  await expect.poll(stage).not.toBeNull();
  const { overflowY, scrollbarGutter } = getComputedStyle(stage() ?? place);
  expect([overflowY, scrollbarGutter]).toEqual(['hidden', 'stable']);
  root.unmount();
  place.remove();
});
