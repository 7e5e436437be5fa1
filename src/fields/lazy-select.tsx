import { lazy, Suspense } from 'react';
import type { SelectProps } from '#src/ui/select.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';

const Loaded = lazy(() => import('#src/ui/select.tsx').then((module) => ({ default: module.Select })));

/** Loads the code of the select with the first field that needs it: most settings screens have none. */
export function LazySelect(props: SelectProps) {
  return (
    <Suspense fallback={<Skeleton shape="control" />}>
      <Loaded {...props} />
    </Suspense>
  );
}
