import { LazyBoundary, lazyComponent } from '#src/ui/lazy-component.tsx';
import type { FieldComponentProps } from './field-shell.tsx';

const tagTools = lazyComponent(async () => (await import('./tag-tools.tsx')).TagTools);

interface TagsProps extends Pick<FieldComponentProps, 'field' | 'id' | 'disabled'> {
  readonly text: string;
}

/** Below a text that may have tags of a form's fields in it: loaded with the first such text. */
export function Tags({ field, id, disabled, text }: TagsProps) {
  if (!('tags' in field) || !field.tags) return null;
  return <LazyBoundary part={tagTools} props={{ id, label: field.label, tags: field.tags, text, disabled }} />;
}
