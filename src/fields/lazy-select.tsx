import { lazy, Suspense } from 'react';
import type { SelectProps } from '#src/ui/select.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';

const Loaded = lazy(() => import('#src/ui/select.tsx').then((module) => ({ default: module.Select })));

/** Most settings screens have no list to choose from: its code comes with the first one that has. */
export function LazySelect(props: SelectProps) {
  return (
    <Suspense fallback={<Skeleton shape="control" />}>
      <Loaded {...props} />
    </Suspense>
  );
}
