import { onDemand } from '#src/ui/on-demand.tsx';

/** It shows values of every kind of field: most openings of the sync centre have nothing to choose. */
export const conflictForm = onDemand(async () => (await import('./conflict-form.tsx')).ConflictForm);
