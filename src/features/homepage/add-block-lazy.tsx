import { useEffect } from 'react';
import { lazyComponent } from '#src/ui/lazy-component.tsx';
import type { blockAddMachine } from '#machines/block-add/block-add.machine.ts';
import type { ActorRefFrom } from 'xstate';

/** With the pictures of all types of block: loaded on demand. */
export const addBlockDialog = lazyComponent(
  async () => (await import('./add-block-dialog.tsx')).AddBlockDialog,
  ({ actor }) => <Cancel actor={actor} />,
);

/** Without the code there is no dialog: its address is left, so that the button opens it again. The banner about the version says that a part did not load. */
function Cancel({ actor }: { readonly actor: ActorRefFrom<typeof blockAddMachine> }) {
  useEffect(() => actor.send({ type: 'cancel.requested' }), [actor]);
  return null;
}
