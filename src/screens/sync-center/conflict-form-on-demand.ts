import { lazyComponent } from '#src/ui/lazy-component.tsx';

/** It shows values of every kind of field: most openings of the sync centre have nothing to choose. */
export const conflictForm = lazyComponent(async () => (await import('./conflict-form.tsx')).ConflictForm);
