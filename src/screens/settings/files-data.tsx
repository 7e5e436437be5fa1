import { useMemo } from 'react';
import { FieldDataContext, useFieldData } from '#src/fields/field-data.ts';
import type { FieldDataProps } from './field-data-props.ts';
import { useFileField } from './use-file-field.ts';

/** Files, for the fields below. */
export function FilesData({ children }: Pick<FieldDataProps, 'children'>) {
  const data = useFieldData();
  const value = useMemo(() => ({ ...data, useFile: useFileField }), [data]);
  return <FieldDataContext value={value}>{children}</FieldDataContext>;
}
