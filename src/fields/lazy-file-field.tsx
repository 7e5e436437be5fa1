import { lazy, Suspense } from 'react';
import type { FileField, ImageField } from '#contract/settings/field.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';
import type { FieldComponentProps } from './field-props.ts';

const Loaded = lazy(() => import('./file-field.tsx').then((module) => ({ default: module.FileFieldView })));

/** Most settings screens have no file: the code for one comes with the first that has. */
export function LazyFileField(props: FieldComponentProps<ImageField | FileField>) {
  return (
    <Suspense fallback={<Skeleton shape="control" />}>
      <Loaded {...props} />
    </Suspense>
  );
}
