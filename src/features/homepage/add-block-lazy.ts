import { lazyComponent } from '#src/ui/lazy-component.tsx';

/** With the pictures of all types of block: loaded on demand. */
export const addBlockDialog = lazyComponent(async () => (await import('./add-block-dialog.tsx')).AddBlockDialog);
