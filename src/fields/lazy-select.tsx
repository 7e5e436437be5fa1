import { LazyBoundary, lazyComponent } from '#src/ui/lazy-component.tsx';
import { Notice } from '#src/ui/notice.tsx';
import type { SelectProps } from '#src/ui/select.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';

/** Loads the code of the select with the first field that needs it: most settings screens have none. */
export const selectPart = lazyComponent<SelectProps>(
  async () => (await import('#src/ui/select.tsx')).Select,
  () => (
    <Notice tone="warning">
      This list could not be loaded. It is tried again when the server can be reached. You can also reload the page.
    </Notice>
  ),
);

export function LazySelect(props: SelectProps) {
  return <LazyBoundary part={selectPart} props={props} pending={<Skeleton shape="control" />} />;
}
