import { useMemo } from 'react';
import { FieldDataContext, useFieldData } from '#src/fields/field-data.ts';
import type { FieldDataProps } from './field-data-props.ts';
import { useChoiceList, useFoundChoices } from './use-choices.ts';

/** The website's menus, for the fields below. */
export function MenusData({ websiteId, children }: FieldDataProps) {
  const data = useFieldData();
  const menus = useChoiceList(websiteId, 'menu');
  const value = useMemo(() => ({ ...data, menus, useFound: useFoundChoices }), [data, menus]);
  return <FieldDataContext value={value}>{children}</FieldDataContext>;
}

/** The website's forms, for the fields below. */
export function FormsData({ websiteId, children }: FieldDataProps) {
  const data = useFieldData();
  const forms = useChoiceList(websiteId, 'form');
  const value = useMemo(() => ({ ...data, forms, useFound: useFoundChoices }), [data, forms]);
  return <FieldDataContext value={value}>{children}</FieldDataContext>;
}
