import { onDemand } from '#src/ui/on-demand.tsx';

export const conflictDialog = onDemand(async () => (await import('#src/screens/sync-center/conflict-dialog.tsx')).ConflictDialog);
