import { lazyComponent } from '#src/ui/lazy-component.tsx';

export const conflictDialog = lazyComponent(async () => (await import('#src/screens/sync-center/conflict-dialog.tsx')).ConflictDialog);
